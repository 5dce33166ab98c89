import { symlinkSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { shop } from '../helpers/shop.ts'
import { closeTerminals, hasTmux, type Terminal } from '../helpers/tmux.ts'
import { chatModel, openChat } from './chat-model.ts'

closeTerminals()

const server = await chatModel()

const FILES = {
  'notes.md': 'buy tea\n',
  'docs/returns.md': 'Thirty days.\n',
  'docs/refunds.md': 'Ten days.\n',
  'docs/my letter.txt': 'Dear Ann\n',
}

async function chat(root = shop(FILES).root): Promise<Terminal> {
  const terminal = openChat(server.env, root, {})
  await terminal.waitForPrompt()
  return terminal
}

describe.skipIf(!hasTmux())('Tab in a chat', () => {
  it('completes a command that is certain, and shows those that could be meant', async () => {
    const terminal = await chat()
    terminal.type('/to')
    terminal.press('Tab')
    await terminal.waitFor(/› \/tools$/m)
    terminal.press('C-u')
    terminal.type('/se')
    terminal.press('Tab')
    await terminal.waitFor(/› \/session\n +\/session +\/sessions$/)
    terminal.press('Tab', 'Tab')
    await terminal.waitFor(/› \/sessions\n +\/session +❯ \/sessions$/)
    terminal.press('Escape')
    await terminal.waitFor(/› \/se$/)
  })

  it('completes what stands behind a command', async () => {
    const terminal = await chat(
      shop({ 'agents/other/index.ts': `export const config = { name: 'other', systemPrompt: '' }` }).root,
    )
    terminal.type('/agent o')
    terminal.press('Tab')
    await terminal.waitFor('› /agent other')
    terminal.press('C-u')
    terminal.type('/permissions issue')
    terminal.press('Tab')
    await terminal.waitFor('› /permissions issue_refund')
  })

  it('completes files by folders, by their names alone, and with blanks in them', async () => {
    const terminal = await chat()
    terminal.type('see @do')
    terminal.press('Tab')
    await terminal.waitFor('› see @docs/')
    terminal.type('re')
    terminal.press('Tab')
    await terminal.waitFor(/› see @docs\/re\n +refunds\.md +returns\.md$/)
    terminal.type('t')
    terminal.press('Tab')
    await terminal.waitFor('› see @docs/returns.md')
    terminal.type('@letter')
    terminal.press('Tab')
    await terminal.waitFor('› see @docs/returns.md @"docs/my letter.txt"')
  })
})

describe.skipIf(!hasTmux())('@file in a message', () => {
  it('puts the file behind the message, and says so', async () => {
    const terminal = await chat()
    await terminal.say('sum up @notes.md, please; mail bob@example.com or @bob')
    await terminal.waitFor('  + notes.md (1 line, 8 bytes)')
    await terminal.waitFor('You said: sum up')
    expect(server.requests.at(-1)?.at(-1)?.content).toBe(
      'sum up @notes.md, please; mail bob@example.com or @bob\n\n@notes.md (1 line):\n```\nbuy tea\n```',
    )
    await terminal.waitForPrompt()
    terminal.press('Up')
    await terminal.waitFor(/› sum up @notes\.md, please; mail bob@example\.com or @bob$/)
  })

  it('refuses what is outside, secret, binary or too large, and gives the message back', async () => {
    const project = shop({
      ...FILES,
      '.env': 'KEY=1\n',
      'image.png': 'PNG\u0000\u0001',
      'large.txt': 'x'.repeat(150_000),
    })
    symlinkSync('/etc/hostname', project.path('link.txt'))
    const terminal = await chat(project.root)
    const text = '@../up.md @link.txt @.env @image.png @large.txt @note.md'
    await terminal.say(text)
    await terminal.waitFor('Nothing was sent.')
    const said = terminal.all()
    expect(said).toContain('`../up.md` is not a file inside the project.')
    expect(said).toContain('`link.txt` is not a file inside the project.')
    expect(said).toContain('`.env` may hold secrets and is never read.')
    expect(said).toContain('`image.png` is not a text file.')
    expect(said).toContain('`large.txt` is 146 KB; a message takes 100 KB a file.')
    expect(said).toContain('There is no file `note.md` in the project. Did you mean `notes.md`?')
    await terminal.waitFor(`Nothing was sent.\n\n› ${text}`)
  })
})
