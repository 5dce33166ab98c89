import { statSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { cli } from '../helpers/cli.ts'
import { shop } from '../helpers/shop.ts'
import { closeTerminals, hasTmux, openTerminal, type Terminal } from '../helpers/tmux.ts'
import { type ChatTerminal, chatModel, openChat } from './chat-model.ts'

closeTerminals()

const server = await chatModel()

const OTHER = {
  'agents/other/index.ts': `export const config = { name: 'other', systemPrompt: 'You are the other one.' }`,
  'agents/other/actauth.yml': 'default_decision: deny\n',
}

async function chat(root = shop(OTHER).root, options: ChatTerminal = {}): Promise<Terminal> {
  const terminal = openChat(server.env, root, options)
  await terminal.waitForPrompt()
  return terminal
}

async function said(terminal: Terminal, text: string): Promise<void> {
  await terminal.say(text)
  await terminal.waitFor(`You said: ${text}`)
}

describe.skipIf(!hasTmux())('the agents of a chat', () => {
  it('are listed, and talked to in a session of their own, by their own prompt', async () => {
    const terminal = await chat()
    await said(terminal, 'hello')
    await terminal.say('/agents')
    await terminal.waitFor(/ {2}other\n❯ shop {2}you talk to it now/)
    await terminal.say('/agent Other')
    await terminal.waitFor(/Session s1 of shop is kept.*\n+other · openai-compatible\/scripted · production/)
    await said(terminal, 'who are you')
    expect(server.requests.at(-1)?.map(({ content }) => content)).toEqual(['You are the other one.', 'who are you'])
  })

  it('are there to choose from when none is named', async () => {
    const terminal = openTerminal(['chat'], { cwd: shop(OTHER).root, env: server.env })
    await terminal.waitFor('? Talk to which agent?\n❯ 1. other\n  2. shop')
    terminal.press('2', 'Enter')
    await terminal.waitFor('✔ Talk to which agent? shop\nshop · openai-compatible/scripted')
    await terminal.waitForPrompt()
  })

  it('follow their files after the change too', async () => {
    const project = shop(OTHER)
    const terminal = await chat(project.root)
    await terminal.say('/agents other')
    await terminal.waitFor('other · openai-compatible')
    await terminal.waitForPrompt()
    project.write('agents/other/index.ts', `export const config = { name: 'other', systemPrompt: 'You are new.' }`)
    await terminal.waitFor(/reloaded other \(\d+ ms\)/)
    await said(terminal, 'hello')
    expect(server.requests.at(-1)?.[0]?.content).toBe('You are new.')
  })

  it('that do not exist are told with the nearest', async () => {
    const terminal = await chat()
    await terminal.say('/agents othr')
    await terminal.waitFor(/Agent `othr` not found\.\n +Did you mean `other`\?/)
    await said(terminal, 'still here')
  })
})

describe.skipIf(!hasTmux())('the sessions of a chat', () => {
  it('are listed to choose one, with the agent it belongs to', async () => {
    const project = shop(OTHER)
    await cli(['run', 'other', 'about the weather', '--session', 'w1'], { cwd: project.root, env: server.env })
    const terminal = await chat(project.root)
    await said(terminal, 'hello')
    await terminal.say('/sessions')
    await terminal.waitFor(
      /❯ 1\. hello +you are here · shop · .* · 1 message\n {2}2\. about the weather {2}other · .* · 1 message/,
    )
    terminal.press('Down', 'Enter')
    await terminal.waitFor(/\nother · .* session w1 .*\nTaken up after 1 message\. The last:\n {2}› about the weather/)
    await said(terminal, 'and now')
    expect(server.requests.at(-1)?.map(({ content }) => content)).toContain('about the weather')
  })

  it('are left as they are by Escape', async () => {
    const terminal = await chat()
    await said(terminal, 'hello')
    await terminal.say('/sessions')
    await terminal.waitFor('❯ 1.')
    terminal.press('Escape')
    await terminal.waitFor('You stay where you are.')
  })

  it('chat --resume asks which one, and goes on with it', async () => {
    const { root } = shop(OTHER)
    for (const [agent, text, id] of [
      ['shop', 'the older one', 'a1'],
      ['other', 'the newer one', 'b1'],
    ] as const) {
      await cli(['run', agent, text, '--session', id], { cwd: root, env: server.env })
    }
    const terminal = openTerminal(['chat', '--resume'], { cwd: root, env: server.env })
    await terminal.waitFor(/❯ 1\. the newer one {2}other · .*\n {2}2\. the older one {2}shop · /)
    terminal.press('Down', 'Enter')
    await terminal.waitFor(/\nshop · .* session a1 .*\nTaken up after 1 message/)
    await said(terminal, 'again')
  })

  it('chat --resume leaves with 130 when none is chosen, and with 2 when there is none', async () => {
    const { root } = shop()
    const none = openTerminal(['chat', '--resume'], { cwd: root, env: server.env })
    expect(await none.exitCode()).toBe(2)
    expect(none.all()).toContain('There are no sessions yet.')
    await cli(['run', 'shop', 'hello', '--session', 'a1'], { cwd: root, env: server.env })
    const one = openTerminal(['chat', '--resume'], { cwd: root, env: server.env })
    await one.waitFor('❯ 1.')
    one.press('C-c')
    expect(await one.exitCode()).toBe(130)
  })

  it('/clear begins a new one on an empty screen and keeps the old one', async () => {
    const terminal = await chat()
    await said(terminal, 'hello')
    await terminal.say('/clear')
    await terminal.waitFor(/^Session s1 is kept: .*\nshop · .* session\s+\d{8}-/m)
    await terminal.waitForPrompt()
    expect(terminal.screen()).not.toContain('hello')
    await said(terminal, 'anew')
    expect(server.requests.at(-1)?.map(({ content }) => content)).not.toContain('hello')
  })
})

describe.skipIf(!hasTmux())('the other commands of a chat', () => {
  it('/model goes on with another one, and says when there is none', async () => {
    const terminal = await chat()
    await terminal.say('/model offline')
    await terminal.waitFor('From now on offline.')
    await terminal.waitFor(/offline ›$/)
    await terminal.say('/model nowhere/at-all')
    await terminal.waitFor(/Error: .*nowhere/)
  })

  it('/permissions shows the rules that hold, and why a tool is decided so', async () => {
    const terminal = await chat()
    await terminal.say('/permissions')
    await terminal.waitFor('agents/shop/actauth.yml, for default/production')
    await terminal.waitFor(/ {2}ask +issue_refund +\(refunds, line 5\)/)
    await terminal.waitFor('deny   everything else')
    expect(terminal.all()).not.toContain('refunds-tried')
    await terminal.say('/permissions issue_refund')
    await terminal.waitFor(/ask {2}Rule `refunds`.*not refunds-tried \(line 6\): its environment is/s)
    await terminal.say('/permissions isue_refund')
    await terminal.waitFor('There is no tool `isue_refund`. Did you mean `issue_refund`?')
  })

  it('/usage counts turns and tokens', async () => {
    const terminal = await chat()
    await said(terminal, 'hello')
    await terminal.say('/usage')
    await terminal.waitFor(/1 turn · \d+ tokens in · \d+ out · openai-compatible\/scripted/)
  })

  it('/reload loads the agent anew', async () => {
    const terminal = await chat()
    await terminal.say('/reload')
    await terminal.waitFor(/reloaded shop \(\d+ ms\)/)
  })

  it('/export writes the conversation once, for its owner, inside the project', async () => {
    const project = shop()
    const terminal = await chat(project.root)
    await terminal.say('/export')
    await terminal.waitFor('There is nothing to write yet.')
    await terminal.say('two orders')
    await terminal.waitFor('I was told')
    await terminal.say('/export out/talk.md')
    await terminal.waitFor('Written to out/talk.md.')
    const text = project.read('out/talk.md')
    expect(text).toMatch(
      /^# shop, session s1\n\n## You\n\ntwo orders\n\n## Agent\n\nLet me see\.\n\n### Call: lookup_order\n/,
    )
    expect(statSync(project.path('out/talk.md')).mode & 0o777).toBe(0o600)
    await terminal.say('/export out/talk.md')
    await terminal.waitFor('`out/talk.md` is there already.')
    await terminal.say('/export ../talk.md')
    await terminal.waitFor('`../talk.md` is not a file inside the project.')
    await terminal.say('/export talk.jsonl')
    await terminal.waitFor('Written to talk.jsonl.')
    expect(JSON.parse(project.read('talk.jsonl').split('\n')[0] ?? '')).toMatchObject({
      type: 'session',
      agent: 'shop',
    })
  })

  it('/undo says when there is nothing to take back', async () => {
    const terminal = await chat()
    await terminal.say('/undo')
    await terminal.waitFor('There is no change to take back.')
  })
})
