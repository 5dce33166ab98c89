import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { shop } from '../helpers/shop.ts'
import { closeTerminals, hasTmux, openTerminal } from '../helpers/tmux.ts'
import { chatModel } from './chat-model.ts'

closeTerminals()

const server = await chatModel()

function plain(root: string, { args = ['--plain'], env = {} }: { args?: string[]; env?: Record<string, string> } = {}) {
  const terminal = openTerminal(['chat', 'shop', '--session', 's1', ...args], {
    cwd: root,
    env: { ...server.env, ...env },
  })
  terminal.record('output.log')
  const say = (text: string): void => {
    terminal.type(text)
    terminal.press('Enter')
  }
  return { terminal, say, written: () => readFileSync(terminal.recorded('output.log'), 'utf8') }
}

describe.skipIf(!hasTmux())('a chat in plain lines', () => {
  it('sends no control sequence, whatever happens', async () => {
    const { terminal, say, written } = plain(shop().root)
    await terminal.waitFor(/^>$/m)
    say('two orders')
    await terminal.waitFor(/I was told.*\n>/s)
    say('/help')
    await terminal.waitFor(/\/quit.*\n>/s)
    say('refund')
    await terminal.waitFor('A number from 1 to 5:')
    say('1')
    await terminal.waitFor(/"refunded":"A-1001".*\n>/s)
    say('/quit')
    expect(await terminal.exitCode()).toBe(0)
    expect(written()).toContain('I was told')
    expect(written()).not.toContain('\u001b')
  })

  it('is chosen by LOOPENGINE_PLAIN and by a simple terminal too', async () => {
    const byVariable = plain(shop().root, { args: [], env: { LOOPENGINE_PLAIN: '1' } })
    await byVariable.terminal.waitFor(/^>$/m)
    const byTerminal = plain(shop().root, { args: [], env: { TERM: 'dumb' } })
    await byTerminal.terminal.waitFor(/^>$/m)
    expect(byVariable.written() + byTerminal.written()).not.toContain('\u001b')
  })

  it('asks with numbers, and takes no other answer', async () => {
    const project = shop()
    const { terminal, say } = plain(project.root)
    await terminal.waitFor(/^>$/m)
    say('refund')
    await terminal.waitFor(/Run it\?\n1\. Yes, once\n2\. Yes, for this session\n.*A number from 1 to 5:/s)
    say('yes')
    await terminal.waitFor(/A number from 1 to 5: yes\nA number from 1 to 5:/)
    expect(project.exists('refunds.txt')).toBe(false)
    say('4')
    await terminal.waitFor('Why not?')
    say('no photo')
    await terminal.waitFor(/I was told: .*no photo/)
  })

  it('asks a tool’s question with its choices and a free answer', async () => {
    const { terminal, say } = plain(shop().root)
    await terminal.waitFor(/^>$/m)
    say('wrap it')
    await terminal.waitFor(/Which colour\?\n1\. red\n2\. green\n3\. Something else…\n/)
    say('3')
    await terminal.waitFor('Answer:')
    say('blue')
    await terminal.waitFor('"colour":"blue"')
  })

  it('queues what is typed while a turn runs, and Ctrl-C stops the turn', async () => {
    const { terminal, say } = plain(shop().root)
    await terminal.waitFor(/^>$/m)
    say('think long')
    await terminal.waitFor('hm hm')
    say('next')
    await terminal.waitFor('Queued: next')
    terminal.press('C-c')
    await terminal.waitFor(/Not sent any more: 1 queued message\.(.|\n)*Stopped\./)
    say('hello')
    await terminal.waitFor('You said: hello')
    expect(terminal.all()).not.toContain('You said: next')
  })

  it('takes several lines by a trailing backslash, and Ctrl-D leaves', async () => {
    const { terminal, say } = plain(shop().root)
    await terminal.waitFor(/^>$/m)
    say('one\\')
    say('two')
    await terminal.waitFor('You said: one')
    expect(server.requests.at(-1)?.at(-1)?.content).toBe('one\ntwo')
    await terminal.waitFor(/\n>$/)
    terminal.press('C-d')
    expect(await terminal.exitCode()).toBe(0)
  })
})
