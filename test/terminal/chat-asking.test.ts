import { describe, expect, it } from 'vitest'
import { shop } from '../helpers/shop.ts'
import { closeTerminals, hasTmux } from '../helpers/tmux.ts'
import { type ChatTerminal, chatModel, LONG_NOTE, openChat } from './chat-model.ts'

closeTerminals()

const server = await chatModel()
const chat = (root: string, options: ChatTerminal = {}) => openChat(server.env, root, options)

describe.skipIf(!hasTmux())('an approval in a chat', () => {
  async function asked(text = 'refund', options: ChatTerminal = {}) {
    const project = shop()
    const terminal = chat(project.root, options)
    await terminal.say(text)
    await terminal.waitFor('Run it?')
    return { project, terminal }
  }

  it('shows tool, arguments and rule, and runs nothing before the answer', async () => {
    const { project, terminal } = await asked()
    expect(terminal.screen()).toContain(
      [
        '! issue_refund needs your approval',
        '    orderId: "A-1001"',
        '    amount: 80',
        '  Rule `refunds` (agents/shop/actauth.yml:5) asks before issue_refund',
        '  everywhere.',
        '? Run it?',
        '❯ Yes, once',
        '  Yes, for this session',
        '  No',
        '  No, and stop',
      ].join('\n'),
    )
    expect(project.exists('refunds.txt')).toBe(false)
  })

  it('shows very long arguments whole, behind a bar', async () => {
    const { terminal } = await asked('refund with a letter', { columns: 40, rows: 60 })
    const shown = terminal
      .screen()
      .split('\n')
      .filter(line => line.startsWith('    │'))
      .map(line => line.slice(6))
    expect(shown.slice(0, 2)).toEqual(['Dear Ann,', 'amount: 5'])
    expect(shown.slice(2).join(' ')).toBe(LONG_NOTE.split('\n')[2])
  })

  it('once: asks again the next time', async () => {
    const { project, terminal } = await asked()
    terminal.press('Enter')
    await terminal.waitFor('I was told: {"refunded":"A-1001","amount":80}')
    expect(project.read('refunds.txt')).toBe('A-1001 80 default production \n')
    await terminal.say('refund')
    await terminal.waitFor(/Run it\?.*Run it\?/s)
  })

  it('for this session: asks no more', async () => {
    const { project, terminal } = await asked()
    terminal.press('Down', 'Enter')
    await terminal.waitFor('I was told')
    await terminal.say('refund')
    await terminal.waitFor(/I was told.*I was told/s)
    expect(project.read('refunds.txt').trimEnd().split('\n')).toHaveLength(2)
    await terminal.say('/session')
    await terminal.waitFor('allowed for this session: issue_refund/refunds')
  })

  it('no, with a reason that the model sees', async () => {
    const { project, terminal } = await asked()
    terminal.press('Down', 'Down', 'Enter')
    await terminal.waitFor('Why not?')
    terminal.type('ask for a photo first')
    terminal.press('Enter')
    await terminal.waitFor(/I was told: .*ask for a photo first/)
    expect(project.exists('refunds.txt')).toBe(false)
  })

  it('no, and stop: the turn ends and the chat goes on', async () => {
    const { terminal } = await asked()
    terminal.press('Up', 'Enter')
    await terminal.waitFor('Stopped: you refused the call.')
    await terminal.say('hello')
    await terminal.waitFor('You said: hello')
    expect(terminal.all()).not.toContain('I was told')
  })

  it('Ctrl-C stops the turn, and the call is not run', async () => {
    const { project, terminal } = await asked()
    terminal.press('C-c')
    await terminal.waitFor('Stopped.')
    await terminal.say('hello')
    await terminal.waitFor('You said: hello')
    expect(project.exists('refunds.txt')).toBe(false)
  })

  it('is never given by an Enter that was typed before it was asked', async () => {
    const project = shop()
    const terminal = chat(project.root)
    await terminal.say('refund slowly')
    await terminal.waitFor('I think')
    terminal.press('Enter', 'Enter')
    await terminal.waitFor('No, and stop')
    expect(terminal.screen()).toContain('❯ Yes, once')
    expect(project.exists('refunds.txt')).toBe(false)
    terminal.press('Enter')
    await terminal.waitFor('I was told')
  })
})

describe.skipIf(!hasTmux())('a question in a chat', () => {
  it('offers the choices', async () => {
    const terminal = chat(shop().root)
    await terminal.say('wrap it')
    await terminal.waitFor('Something else…')
    expect(terminal.screen()).toContain('? Which colour?\n❯ red\n  green\n  Something else…')
    terminal.press('Down', 'Enter')
    await terminal.waitFor('I was told: {"orderId":"A-1001","colour":"green"}')
  })

  it('takes a free answer', async () => {
    const terminal = chat(shop().root)
    await terminal.say('wrap it')
    await terminal.waitFor('Something else…')
    terminal.press('Up', 'Enter')
    await terminal.waitFor(/Which colour\?.*\? Which colour\?/s)
    terminal.type('the colour of the sea')
    terminal.press('Enter')
    await terminal.waitFor('I was told: {"orderId":"A-1001","colour":"the colour of the sea"}')
  })

  it('comes one at a time when calls ask side by side, and other results wait', async () => {
    const terminal = chat(
      shop({
        'agents/shop/index.ts': `export const config = { name: 'shop', systemPrompt: '', isSafeTool: () => true }`,
      }).root,
    )
    await terminal.say('wrap both')
    await terminal.waitFor('Something else…')
    expect(terminal.all().match(/Which colour\?/g)).toHaveLength(1)
    terminal.press('Enter')
    await terminal.waitFor(/✔ Which colour\? red.*Something else…/s)
    terminal.press('Down', 'Enter')
    await terminal.waitFor('I was told')
    expect(terminal.all()).toContain('"colour":"red"')
    expect(terminal.all()).toContain('"colour":"green"')
  })
})
