import { describe, expect, it } from 'vitest'
import { cli } from '../helpers/cli.ts'
import { shop } from '../helpers/shop.ts'
import { closeTerminals, hasTmux, openTerminal } from '../helpers/tmux.ts'
import { type ChatTerminal, chatModel, openChat } from './chat-model.ts'

closeTerminals()

const server = await chatModel()
const chat = (root: string, options: ChatTerminal = {}) => openChat(server.env, root, options)

describe.skipIf(!hasTmux())('leaving a chat', () => {
  it('Ctrl-C during a turn stops the turn only', async () => {
    const terminal = chat(shop().root)
    await terminal.say('think long')
    await terminal.waitFor('hm hm')
    terminal.press('C-c')
    await terminal.waitFor('Stopped.')
    await terminal.say('hello')
    await terminal.waitFor('You said: hello')
    expect(terminal.all()).not.toContain('done thinking')
  })

  it('Ctrl-C while a tool runs stops the tool and tells it', async () => {
    const project = shop()
    const terminal = chat(project.root)
    await terminal.say('count the stock')
    await terminal.waitFor('counting shelf')
    terminal.press('C-c')
    await terminal.waitFor('✗ count_stock()')
    await terminal.waitFor('Stopped.')
    await terminal.say('hello')
    await terminal.waitFor('You said: hello')
  })

  it('Ctrl-C twice at the prompt leaves with 130, and says how to go on', async () => {
    const terminal = chat(shop().root)
    await terminal.say('hello')
    await terminal.waitFor('You said')
    await terminal.waitForPrompt()
    terminal.press('C-c')
    await terminal.waitFor('Ctrl-C again, or /quit, leaves.')
    terminal.press('C-c')
    expect(await terminal.exitCode()).toBe(130)
    expect(terminal.all()).toContain('Go on with: loopengine chat shop --session s1')
  })

  it('Ctrl-C on a line that is begun drops the line', async () => {
    const terminal = chat(shop().root)
    await terminal.waitForPrompt()
    terminal.type('half a thou')
    terminal.press('C-c')
    await terminal.say('hello')
    await terminal.waitFor('You said: hello')
    expect(terminal.all()).not.toContain('Ctrl-C again')
  })

  it('Ctrl-D leaves with 0', async () => {
    const terminal = chat(shop().root)
    await terminal.waitForPrompt()
    terminal.press('C-d')
    expect(await terminal.exitCode()).toBe(0)
  })

  it('/quit leaves with 0, and an unused session leaves nothing behind', async () => {
    const project = shop()
    const terminal = chat(project.root)
    await terminal.say('/quit')
    expect(await terminal.exitCode()).toBe(0)
    expect(terminal.all()).not.toContain('Go on with')
    expect((await cli(['sessions', 'list'], { cwd: project.root })).stdout).toBe('There are no sessions yet.\n')
  })
})

describe.skipIf(!hasTmux())('taking up a session', () => {
  it('shows where it stands, and goes on with its history', async () => {
    const { root } = shop()
    await cli(['run', 'shop', 'hello', '--session', 's1'], { cwd: root, env: server.env })
    const terminal = openTerminal(['chat', '--session', 's1'], { cwd: root, env: server.env })
    await terminal.waitForPrompt()
    expect(terminal.screen()).toContain('Taken up after 1 message. The last:\n  › hello\n  You said: hello')
    await terminal.say('again')
    await terminal.waitFor('You said: again')
    expect(server.requests.at(-1)?.map(({ content }) => content)).toContain('You said: hello')
  })

  it('asks first what an earlier turn still waits for, for whom and where that turn began', async () => {
    const project = shop()
    const who = ['--environment', 'staging', '--user', 'u7']
    await cli(['run', 'shop', 'refund', '--session', 's1', ...who], { cwd: project.root, env: server.env })
    const terminal = chat(project.root, { args: ['--environment', 'development'] })
    await terminal.waitFor('No, and stop')
    expect(project.exists('refunds.txt')).toBe(false)
    terminal.press('Enter')
    await terminal.waitFor('I was told: {"refunded":"A-1001","amount":80}')
    expect(project.read('refunds.txt')).toBe('A-1001 80 default staging u7\n')
    await terminal.waitForPrompt()
  })

  it('after a crash while it waited: the request is there under its id, answered by another process, once', async () => {
    const project = shop()
    const terminal = chat(project.root)
    await terminal.say('refund')
    await terminal.waitFor('No, and stop')
    const early = await cli(['approvals', 'approve', 's1.1'], { cwd: project.root, env: server.env })
    expect(early).toMatchObject({ code: 75, stderr: expect.stringContaining('Session s1 is in use.') })
    terminal.kill()
    expect(await terminal.exitCode()).toBe(137)
    const listed = await cli(['approvals', 'list', '--json'], { cwd: project.root })
    expect(JSON.parse(listed.stdout).pending).toMatchObject([{ id: 's1.1', call: { name: 'issue_refund' } }])
    const env = { LOOPENGINE_BASE_URL: server.url }
    const first = await cli(['approvals', 'approve', 's1.1'], { cwd: project.root, env })
    expect(first).toMatchObject({ code: 0, stdout: 'I was told: {"refunded":"A-1001","amount":80}\n' })
    expect((await cli(['approvals', 'approve', 's1.1'], { cwd: project.root, env })).code).toBe(2)
    expect(project.read('refunds.txt').trimEnd().split('\n')).toHaveLength(1)
  })

  it('after a crash while a tool ran: says so, and runs nothing again', async () => {
    const project = shop()
    const first = chat(project.root)
    await first.say('count the stock')
    await first.waitFor('counting shelf')
    first.kill()
    expect(await first.exitCode()).toBe(137)
    const second = chat(project.root)
    await second.say('hello')
    await second.waitFor('Whether it took effect is unknown; nothing was run again.')
    await second.waitFor('You said: hello')
    expect(project.read('counting.txt')).toBe('started\n')
  })

  it('is refused for the session of another agent, or one in use', async () => {
    const project = shop({ 'agents/other/index.ts': `export const config = { name: 'other', systemPrompt: '' }` })
    await cli(['run', 'other', 'hi', '--session', 's1'], { cwd: project.root, env: server.env })
    const other = chat(project.root)
    expect(await other.exitCode()).toBe(2)
    expect(other.all()).toContain('Session s1 belongs to agent `other`, not `shop`.')

    const first = openTerminal(['chat', 'shop', '--session', 's2'], { cwd: project.root, env: server.env })
    await first.say('hello')
    await first.waitFor('You said')
    const second = openTerminal(['chat', 'shop', '--session', 's2'], { cwd: project.root, env: server.env })
    expect(await second.exitCode()).toBe(75)
    expect(second.all()).toContain('Session s2 is in use.')
  })
})
