import { describe, expect, it } from 'vitest'
import { shop } from '../helpers/shop.ts'
import { closeTerminals, hasTmux, openTerminal } from '../helpers/tmux.ts'

closeTerminals()

describe.skipIf(!hasTmux())('/results', () => {
  it('shows in full what the last turn’s calls returned', async () => {
    const terminal = openTerminal(['chat', 'shop', '--model', 'offline'], { cwd: shop().root, rows: 60 })
    await terminal.say('/results')
    await terminal.waitFor('The last turn made no calls.')
    await terminal.say('Where is order A-1001?')
    await terminal.waitFor('✓ ')
    await terminal.waitForPrompt()
    await terminal.say('/results')
    await terminal.waitFor(/\n {2}"\w+":/)
    expect(terminal.screen()).toMatch(/^\w+\(.*A-1001.*\)$/m)
  })
})
