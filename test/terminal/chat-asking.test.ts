import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { shop } from '../helpers/shop.ts'
import { closeTerminals, hasTmux } from '../helpers/tmux.ts'
import { type ChatTerminal, chatModel, LONG_NOTE, openChat } from './chat-model.ts'

closeTerminals()

const RULES = 'agents/shop/actauth.yml'

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
        '❯ 1. Yes, once',
        '  2. Yes, for this session',
        '  3. Change the arguments…',
        '  4. No, and say why…',
        '  5. No, and stop',
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
    terminal.press('4', 'Enter')
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

  it('changes the arguments: shown whole again, then run as they were changed', async () => {
    const { project, terminal } = await asked()
    terminal.press('3', 'Enter')
    await terminal.waitFor('› {\n    "orderId": "A-1001",\n    "amount": 80\n  }')
    terminal.press('Up', 'End', 'BSpace', 'BSpace')
    terminal.type('30')
    await terminal.waitFor('"amount": 30\n  }')
    terminal.press('Enter')
    await terminal.waitFor(/amount: 80.*amount: 30.*Run it\?/s)
    expect(project.exists('refunds.txt')).toBe(false)
    terminal.press('Enter')
    await terminal.waitFor('I was told: {"refunded":"A-1001","amount":30}')
    expect(project.read('refunds.txt')).toBe('A-1001 30 default production \n')
  })

  it('says what is wrong with arguments that are no JSON, and lets them be mended', async () => {
    const { terminal } = await asked()
    terminal.press('3', 'Enter')
    await terminal.waitFor('"amount": 80\n  }')
    terminal.press('BSpace', 'Enter')
    await terminal.waitFor(/That is no JSON: .*\n\? The arguments/s)
    terminal.type('}')
    terminal.press('Enter')
    await terminal.waitFor(/amount: 80.*amount: 80.*Run it\?/s)
  })

  it('refuses changed arguments that do not fit the tool, and runs nothing', async () => {
    const { project, terminal } = await asked()
    terminal.press('3', 'Enter')
    await terminal.waitFor('"amount": 80\n  }')
    terminal.press('Up', 'End', 'BSpace', 'BSpace')
    terminal.type('"much"')
    terminal.press('Enter')
    await terminal.waitFor(/amount: "much".*Run it\?/s)
    terminal.press('Enter')
    await terminal.waitFor('The edited arguments were refused')
    expect(project.exists('refunds.txt')).toBe(false)
  })

  it('always: shows the rule, writes it only then, and asks no more; /undo takes it back', async () => {
    const project = shop()
    const rules = project.read(RULES).replace('"*/development"', '"*/nowhere"')
    project.write(RULES, rules)
    const terminal = chat(project.root, { args: ['--environment', 'development'], rows: 50 })
    await terminal.say('refund')
    await terminal.waitFor('3. Yes, always: see the rule…')
    terminal.press('3', 'Enter')
    await terminal.waitFor(
      '+  - { name: issue_refund-always-1, scope: "default/development", tool: issue_refund, decision: allow }',
    )
    await terminal.waitFor('Write this rule, and run it?')
    expect(project.read(RULES)).toBe(rules)
    terminal.press('Enter')
    await terminal.waitFor('I was told: {"refunded":"A-1001","amount":80}')
    expect(project.read(RULES)).toContain('issue_refund-always-1')
    await terminal.say('refund')
    await terminal.waitFor(/I was told.*I was told/s)
    expect(terminal.all().match(/needs your approval/g)).toHaveLength(1)
    await terminal.say('/undo')
    await terminal.waitFor('Undo always allow issue_refund?')
    terminal.press('Enter')
    await terminal.waitFor('Done. Take it back with')
    expect(project.read(RULES)).toBe(rules)
  })

  it('always: going back from the rule writes nothing and asks again', async () => {
    const project = shop()
    project.write(RULES, project.read(RULES).replace('"*/development"', '"*/nowhere"'))
    const rules = project.read(RULES)
    const terminal = chat(project.root, { args: ['--environment', 'development'], rows: 50 })
    await terminal.say('refund')
    await terminal.waitFor('3. Yes, always: see the rule…')
    terminal.press('3', 'Enter')
    await terminal.waitFor('Write this rule, and run it?')
    terminal.press('Down', 'Enter')
    await terminal.waitFor(/Write this rule, and run it\? No.*needs your approval.*\? Run it\?/s)
    expect(project.read(RULES)).toBe(rules)
    expect(project.exists('refunds.txt')).toBe(false)
  })

  it('always is not offered in production', async () => {
    const { terminal } = await asked()
    expect(terminal.all()).not.toContain('always')
  })

  it('a paste chooses nothing', async () => {
    const { project, terminal } = await asked()
    terminal.pasteMarked('yes\n1\n')
    await sleep(300)
    expect(terminal.screen()).toContain('❯ 1. Yes, once')
    expect(project.exists('refunds.txt')).toBe(false)
  })

  it('is never given by an Enter that was typed before it was asked', async () => {
    const project = shop()
    const terminal = chat(project.root)
    await terminal.say('refund slowly')
    await terminal.waitFor('I think')
    for (let count = 0; count < 12; count++) {
      terminal.press('Enter')
      await sleep(60)
    }
    await terminal.waitFor('No, and stop')
    expect(terminal.screen()).toContain('❯ 1. Yes, once')
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
    expect(terminal.screen()).toContain('? Which colour?\n❯ 1. red\n  2. green\n  3. Something else…')
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
