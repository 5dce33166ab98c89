import { describe, expect, it } from 'vitest'
import { cli } from '../helpers/cli.ts'
import { shop } from '../helpers/shop.ts'
import { closeTerminals, hasTmux, openTerminal } from '../helpers/tmux.ts'
import { type ChatTerminal, chatModel, openChat } from './chat-model.ts'

closeTerminals()

const server = await chatModel()
const chat = (root: string, options: ChatTerminal = {}) => openChat(server.env, root, options)

describe.skipIf(!hasTmux())('a chat', () => {
  it('says with whom, on which model, where and in which session', async () => {
    const terminal = openTerminal(['chat'], { cwd: shop().root })
    await terminal.waitForPrompt()
    expect(terminal.screen()).toMatch(/^shop · offline · production · session \d{8}-\d{6}-[0-9a-f]{10} · \/help/)
    expect(terminal.screen()).toMatch(/\noffline ›$/)
  })

  it('streams the answer and breaks it between words', async () => {
    const terminal = chat(shop().root, { columns: 40 })
    await terminal.say('tell a story')
    await terminal.waitFor('last word.')
    await terminal.waitForPrompt()
    expect(terminal.screen()).toContain(
      'Once upon a time 注文は発送済みです 👩‍💻\nand so on and on to the very last word.\n\n›',
    )
  })

  it.each([80, 40])('shows parallel calls as parallel, on a line each of %i columns', async columns => {
    const terminal = chat(shop().root, { columns })
    await terminal.say('two orders')
    await terminal.waitFor('I was told')
    await terminal.waitForPrompt()
    const lines = terminal.screen().split('\n')
    const first = lines.indexOf('Let me see.') + 1
    expect(lines[first]).toMatch(/^┌ ✓ \w+\(orderI.*\d+ ms → \{.*…$/)
    expect(lines[first + 1]).toMatch(/^└ ✓ \w+\(orderI.*\d+ ms → \{.*…$/)
    expect(terminal.screen()).toMatch(/get_shipment.*lookup_order|lookup_order.*get_shipment/s)
  })

  it('says while a call runs what runs', async () => {
    const terminal = chat(shop().root)
    await terminal.say('count the stock')
    await terminal.waitFor('  … counting shelf 1')
    expect(terminal.screen()).toContain('Let me see.\n')
    terminal.press('C-c')
    await terminal.waitForPrompt()
    expect(terminal.screen()).not.toContain('… counting')
  })

  it('shows a denied call with the whole reason', async () => {
    const terminal = chat(shop().root)
    await terminal.say('delete bob')
    await terminal.waitFor('I was told')
    expect(terminal.all()).toContain('  ⊘ delete_account(customer: "bob")\n    → denied: No rule decides')
    expect(terminal.all()).toContain('the default is deny (agents/shop/actauth.yml:1).')
  })

  it('goes on after a tool that throws, and makes its control characters visible', async () => {
    const terminal = chat(shop().root)
    await terminal.say('break the shelf')
    await terminal.waitFor('✗ break_shelf()')
    expect(terminal.all()).toContain('→ The shelf\\u001b[2J broke.\\u0007 \\u202eevil')
    await terminal.say('hello')
    await terminal.waitFor('You said: hello')
  })

  it('keeps the lines of the answer whole when a tool prints', async () => {
    const terminal = chat(shop().root)
    await terminal.say('print a label')
    await terminal.waitFor('I was told: printed')
    expect(terminal.all()).toMatch(/Let me see\.\na line of the tool\n {2}✓ print_label\(\)/)
  })

  it('survives an error that a tool left behind, and says it before the next prompt', async () => {
    const terminal = chat(shop().root)
    await terminal.say('leave an error')
    await terminal.waitFor('nobody waits for me')
    await terminal.say('hello')
    await terminal.waitFor('You said: hello')
    expect(terminal.all()).toMatch(/agents\/shop\/tools\/index\.ts:\d+:\d+ error STRAY_ERROR/)
  })

  it('says that the model can not be reached, and goes on', async () => {
    const terminal = chat(shop().root, { env: { ...server.env, LOOPENGINE_BASE_URL: 'http://127.0.0.1:9/v1' } })
    await terminal.say('hello')
    await terminal.waitFor(/Error: openai-compatible\/scripted: .*could not be reached/)
    await terminal.waitForPrompt()
  })

  it('sets variables with the first message only: what a tool changes stays', async () => {
    const terminal = chat(shop().root, { args: ['--set', 'customer.id=7'] })
    await terminal.say('say what I set')
    await terminal.waitFor('I was told: {"customer":{"id":7}}')
    await terminal.say('rename her')
    await terminal.waitFor('I was told: renamed')
    await terminal.say('say what I set')
    await terminal.waitFor('I was told: {"customer":{"name":"Bea"}}')
  })

  it('takes pasted lines as one message', async () => {
    const terminal = chat(shop().root)
    await terminal.waitForPrompt()
    terminal.paste('first line\nsecond line\nthird')
    await terminal.waitFor('third')
    expect(terminal.all()).not.toContain('You said')
    terminal.press('Enter')
    await terminal.waitFor(/You said: first line\n *second line\n *third/)
  })

  it('brings back what was said with arrow-up, also from before', async () => {
    const { root } = shop()
    await cli(['run', 'shop', 'said earlier', '--session', 's1'], { cwd: root, env: server.env })
    const terminal = chat(root)
    await terminal.say('said now')
    await terminal.waitFor('You said: said now')
    await terminal.waitForPrompt()
    terminal.press('Up')
    await terminal.waitFor(/› said now$/)
    terminal.press('Up')
    await terminal.waitFor(/› said earlier$/)
    terminal.press('Enter')
    await terminal.waitFor(/You said: said earlier\n\n›$/)
  })
})

describe.skipIf(!hasTmux())('the commands of a chat', () => {
  it('/help lists them', async () => {
    const terminal = chat(shop().root)
    await terminal.say('/help')
    await terminal.waitFor(/\/help +this list\n\/tools +.*\/session +.*\/quit +/s)
  })

  it('/tools shows decision and safety', async () => {
    const terminal = chat(shop().root)
    await terminal.say('/tools')
    await terminal.waitFor(/ {2}lookup_order +allow {2}safe {2}Look up an order.*issue_refund +ask/s)
  })

  it('/session shows id and tokens', async () => {
    const terminal = chat(shop().root)
    await terminal.say('hello')
    await terminal.waitFor('You said')
    await terminal.say('/session')
    await terminal.waitFor(/s1 · 1 message · \d+ tokens in, \d+ out/)
  })

  it('an unknown one names the nearest, or all', async () => {
    const terminal = chat(shop().root)
    await terminal.say('/tols')
    await terminal.waitFor('There is no /tols. Did you mean `/tools`?')
    await terminal.say('/frobnicate')
    await terminal.waitFor('There is no /frobnicate. /help /tools')
  })
})
