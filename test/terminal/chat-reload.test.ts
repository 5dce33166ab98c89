import { describe, expect, it } from 'vitest'
import { shop } from '../helpers/shop.ts'
import { closeTerminals, hasTmux } from '../helpers/tmux.ts'
import { chatModel, openChat } from './chat-model.ts'

closeTerminals()

const { env } = await chatModel()
const TOOLS = 'agents/shop/tools/index.ts'

describe.skipIf(!hasTmux())('a chat whose files change', () => {
  it('says so above the line that is being typed, and the next turn uses the new files', async () => {
    const project = shop()
    const terminal = openChat(env, project.root, {})
    await terminal.waitForPrompt()
    terminal.type('print a la')
    await terminal.waitFor('› print a la')
    project.write(TOOLS, project.read(TOOLS).replace(`return 'printed'`, `return 'printed anew'`))
    await terminal.waitFor(/reloaded shop \(\d+ ms\)\n› print a la$/)
    terminal.type('bel')
    terminal.press('Enter')
    await terminal.waitFor('I was told: printed anew')
  })

  it('keeps the last good files when the new ones are broken, and shows where', async () => {
    const project = shop()
    const terminal = openChat(env, project.root, {})
    await terminal.waitForPrompt()
    const good = project.read(TOOLS)
    project.write(TOOLS, `${good}broken(,\n`)
    await terminal.waitFor(/shop has errors; the last good one stays.*index\.ts:\d+:\d+ error SYNTAX_ERROR.*\| +\^/s)
    await terminal.say('print a label')
    await terminal.waitFor('I was told: printed')
    project.write(TOOLS, good)
    await terminal.waitFor(/reloaded shop \(\d+ ms\)/)
  })

  it('denies every call while the rules are broken', async () => {
    const project = shop()
    const terminal = openChat(env, project.root, {})
    await terminal.waitForPrompt()
    const rules = project.read('agents/shop/actauth.yml')
    project.write('agents/shop/actauth.yml', `${rules}bad: x\n`)
    await terminal.waitFor('no tool runs until the rules are mended')
    await terminal.say('two orders')
    await terminal.waitFor('⊘ lookup_order')
    expect(terminal.all()).not.toContain('✓')
    project.write('agents/shop/actauth.yml', rules)
    await terminal.waitFor(/\nreloaded shop \(\d+ ms\)/)
    await terminal.say('two orders')
    await terminal.waitFor('✓ lookup_order')
  })
})
