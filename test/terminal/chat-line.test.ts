import { statSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { shop } from '../helpers/shop.ts'
import { closeTerminals, hasTmux, openTerminal, type Terminal } from '../helpers/tmux.ts'
import { type ChatTerminal, chatModel, openChat } from './chat-model.ts'

closeTerminals()

const server = await chatModel()

async function chat(options: ChatTerminal = {}, root = shop().root): Promise<Terminal> {
  const terminal = openChat(server.env, root, options)
  await terminal.waitForPrompt()
  return terminal
}

describe.skipIf(!hasTmux())('the line of a chat', () => {
  it.each([
    ['a trailing backslash', (terminal: Terminal) => terminal.press('\\', 'Enter')],
    ['Ctrl-J', (terminal: Terminal) => terminal.press('C-j')],
    ['Alt-Enter', (terminal: Terminal) => terminal.press('M-Enter')],
  ])('takes a new line by %s, and Enter sends all of it', async (_how, newLine) => {
    const terminal = await chat()
    terminal.type('one')
    newLine(terminal)
    terminal.type('two')
    await terminal.waitFor('› one\n  two')
    terminal.press('Enter')
    await terminal.waitFor(/You said: one\n\s*two/)
  })

  it('moves by words and lines, cuts, puts back and takes back', async () => {
    const terminal = await chat()
    terminal.type('refund the order now')
    terminal.press('M-b', 'M-b', 'C-k')
    await terminal.waitFor(/› refund the$/m)
    terminal.press('C-a', 'C-y')
    await terminal.waitFor('› order nowrefund the')
    terminal.press('C-_')
    await terminal.waitFor(/› refund the$/m)
    terminal.press('C-_')
    await terminal.waitFor('› refund the order now')
    terminal.press('C-e', 'C-w', 'C-w')
    await terminal.waitFor(/› refund the$/m)
  })

  it('goes up and down within a message first, then through what was said', async () => {
    const terminal = await chat()
    await terminal.say('earlier')
    await terminal.waitFor('You said: earlier')
    await terminal.waitForPrompt()
    terminal.pasteMarked('first\nsecond')
    await terminal.waitFor('› first\n  second')
    terminal.press('Up', 'Home')
    terminal.type('my ')
    await terminal.waitFor('› my first\n  second')
    terminal.press('Up')
    await terminal.waitFor(/› earlier$/)
    terminal.press('Down')
    await terminal.waitFor('› my first\n  second')
  })

  it('never cuts a character: emoji, flags and wide letters are one step each', async () => {
    const terminal = await chat()
    terminal.type('a👩‍💻注🇩🇪b')
    await terminal.waitFor('› a👩‍💻注🇩🇪b')
    expect(terminal.cursor().column).toBe(2 + 1 + 2 + 2 + 2 + 1)
    terminal.press('Left', 'Left', 'Left', 'Left')
    await expect.poll(() => terminal.cursor().column).toBe(3)
    terminal.press('Delete')
    await terminal.waitFor('› a注🇩🇪b')
    terminal.press('End', 'BSpace', 'BSpace')
    await terminal.waitFor(/› a注$/)
  })

  it('takes a marked paste as one message, and runs nothing in it', async () => {
    const terminal = await chat()
    terminal.pasteMarked('look:\n/quit\n\tindented\n')
    await terminal.waitFor('› look:\n  /quit\n    indented')
    expect(terminal.all()).not.toContain('You said')
    terminal.press('BSpace', 'Enter')
    await terminal.waitFor('You said: look:')
    expect(server.requests.at(-1)?.at(-1)?.content).toBe('look:\n/quit\n\tindented')
  })

  it('shows a part of a paste that is taller than the terminal, around its cursor', async () => {
    const terminal = await chat({ rows: 12 })
    const lines = Array.from({ length: 40 }, (_, index) => `line ${index}`)
    terminal.pasteMarked(lines.join('\n'))
    await terminal.waitFor(/line 39$/)
    expect(terminal.screen()).not.toContain('line 20')
    terminal.press('M-<')
    await terminal.waitFor(/› line 0\n {2}line 1\n/)
    terminal.press('Enter')
    await terminal.waitFor('… 24 more lines')
    await terminal.waitFor('You said: line 0')
    expect(server.requests.at(-1)?.at(-1)?.content).toBe(lines.join('\n'))
  })

  it('refuses a paste that would make it slow', async () => {
    const terminal = await chat()
    terminal.type('before')
    terminal.pasteMarked('x'.repeat(300_000))
    await terminal.waitFor('That is too long to paste (293 KB); put it into a file and say @file.')
    terminal.type(' after')
    await terminal.waitFor(/› before after$/)
  })

  it('writes hidden characters out', async () => {
    const terminal = await chat()
    terminal.pasteMarked('pay \u202e08 \u001b[31mnow')
    await terminal.waitFor('› pay \\u202e08 \\u001b[31mnow')
  })

  it('searches what was said, and sends nothing by that', async () => {
    const terminal = await chat()
    for (const text of ['Where is order one', 'hello', 'Where is order two']) {
      await terminal.say(text)
      await terminal.waitFor(`You said: ${text}`)
    }
    await terminal.waitForPrompt()
    terminal.press('C-r')
    terminal.type('where')
    await terminal.waitFor('search › where\n  Where is order two')
    terminal.press('C-r')
    await terminal.waitFor('search › where\n  Where is order one')
    const asked = server.requests.length
    terminal.press('Enter')
    await terminal.waitFor(/› Where is order one$/)
    expect(server.requests).toHaveLength(asked)
    terminal.press('C-r')
    terminal.type('pizza')
    await terminal.waitFor('search › pizza\n  nothing like it')
    terminal.press('C-g')
    await terminal.waitFor(/› Where is order one$/)
  })

  it('remembers across sessions, in a file for its owner alone', async () => {
    const project = shop()
    const first = await chat({}, project.root)
    await first.say('said in another session')
    await first.waitFor('You said')
    await first.say('/quit')
    await first.exitCode()
    expect(statSync(project.path('.loopengine/chat-history.jsonl')).mode & 0o777).toBe(0o600)
    const second = openTerminal(['chat', 'shop', '--session', 's2'], { cwd: project.root, env: server.env })
    await second.waitForPrompt()
    second.press('Up')
    await second.waitFor(/› \/quit$/)
    second.press('Up')
    await second.waitFor(/› said in another session$/)
  })

  it('goes to the editor of one’s choice and back', async () => {
    const project = shop({ 'editor.sh': '#!/bin/sh\nprintf "%s\\nfrom outside" "$(cat "$1")" > "$1"\n' })
    const env = { ...server.env, EDITOR: `sh ${project.path('editor.sh')}` }
    const terminal = await chat({ env }, project.root)
    terminal.type('begun here')
    terminal.press('C-x', 'C-e')
    await terminal.waitFor('› begun here\n  from outside')
    terminal.press('Enter')
    await terminal.waitFor('You said: begun here')
  })

  it('comes back after Ctrl-Z where there is no shell to wake it', async () => {
    const terminal = await chat()
    terminal.type('half')
    terminal.press('C-z')
    await expect.poll(() => terminal.screen()).not.toContain('half')
    await terminal.waitFor(/› half$/)
    terminal.type(' a line')
    terminal.press('Enter')
    await terminal.waitFor('You said: half a line')
  })

  it('clears the screen by Ctrl-L and keeps the line', async () => {
    const terminal = await chat()
    await terminal.say('hello')
    await terminal.waitFor('You said: hello')
    await terminal.waitForPrompt()
    terminal.type('half')
    await terminal.waitFor(/› half$/)
    terminal.press('C-l')
    await expect.poll(() => terminal.screen()).toBe('› half')
    expect(terminal.all()).toContain('You said: hello')
  })
})

describe.skipIf(!hasTmux())('the size of the terminal', () => {
  it('may change while a long line is being written', async () => {
    const terminal = await chat()
    const text = Array.from({ length: 20 }, (_, index) => `word${index}`).join('-')
    terminal.type(text)
    await terminal.waitFor('word19')
    for (const columns of [40, 30, 100, 60]) {
      terminal.resize(columns, 24)
      const shown = (): string => terminal.screen().slice(terminal.screen().lastIndexOf('›'))
      await expect.poll(() => shown().replaceAll(/\n {2}/g, '')).toBe(`› ${text}`)
      for (const line of shown().split('\n')) expect(line.length).toBeLessThan(columns)
      expect(terminal.screen().match(/›/g)).toHaveLength(1)
    }
  })

  it('may change while an answer streams and a message waits', async () => {
    const terminal = await chat()
    terminal.type('think long')
    terminal.press('Enter')
    await terminal.waitFor('hm hm')
    terminal.type('next one')
    terminal.press('Enter')
    await terminal.waitFor('queued: next one')
    terminal.resize(40, 20)
    await terminal.waitFor('queued: next one')
    terminal.resize(90, 20)
    await expect.poll(() => terminal.screen().match(/queued: next one/g)).toHaveLength(1)
    expect(terminal.screen()).toMatch(/queued: next one\n» Enter queues a message · Ctrl-C stops$/)
  })

  it('of 40 columns holds every command’s answer', async () => {
    const terminal = await chat({ columns: 40, rows: 60 })
    for (const command of ['/help', '/tools', '/agents', '/usage', '/permissions', '/permissions issue_refund']) {
      await terminal.say(command)
      await terminal.waitForPrompt()
    }
    const raw = terminal.screen().split('\n')
    expect(raw.some(line => /\S{40}/.test(line))).toBe(false)
    expect(terminal.all()).toContain('/permissions [TOOL]')
  })
})

describe.skipIf(!hasTmux())('colours', () => {
  const COLOUR = /\u001b\[[0-9;]*3[0-9]m/

  it('are there at a terminal', async () => {
    const terminal = await chat()
    expect(terminal.colours()).toMatch(COLOUR)
  })

  it('are gone with NO_COLOR, in menus and searches too', async () => {
    const terminal = await chat({ env: { ...server.env, NO_COLOR: '1' } })
    terminal.press('C-r')
    await terminal.waitFor('search ›')
    expect(terminal.colours()).not.toMatch(COLOUR)
    terminal.press('C-g')
    await terminal.say('refund')
    await terminal.waitFor('No, and stop')
    expect(terminal.colours()).not.toMatch(COLOUR)
  })
})
