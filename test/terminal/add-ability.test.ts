import { cpSync } from 'node:fs'
import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { shop } from '../abilities/ability-files.ts'
import { closeTerminals, hasTmux, openTerminal } from '../helpers/tmux.ts'

closeTerminals()

const examples = resolve(import.meta.dirname, '../../abilities')

function project() {
  const place = shop({ 'agents/desk/index.ts': "export const config = { name: 'desk', systemPrompt: 'x' }\n" })
  cpSync(examples, place.path('abilities'), { recursive: true })
  place.git('add', '-A')
  place.git('commit', '-qm', 'abilities')
  return place
}

describe.skipIf(!hasTmux())('add-ability in a terminal of 80 columns', () => {
  it('asks for the agents, shows what the ability brings, and tells the line that does the same', async () => {
    const place = project()
    const terminal = openTerminal(['add-ability', './abilities/refunds'], { cwd: place.root, rows: 60 })
    await terminal.waitFor('For which agents?')
    terminal.press('Down', 'Space', 'Enter')
    await terminal.waitFor('Make this change?')
    const shown = terminal.screen().split('\n')
    const inventory = shown.slice(
      shown.indexOf('Tools'),
      shown.findIndex(line => line.includes('create ')),
    )
    expect(inventory).toContain('  open_refund  not safe: changes something')
    expect(inventory).toContain('  allow open_refund in */* when amount lte 20')
    expect(inventory.filter(line => line.length > 80)).toEqual([])
    expect(terminal.all()).toContain('shop: allow open_refund in */* when amount lte 20')
    terminal.press('Enter')
    expect(await terminal.exitCode()).toBe(0)
    expect(terminal.all()).toContain('loopengine add-ability ./abilities/refunds --agent shop --yes')
    expect(place.exists('agents/shop/tools/open_refund.ts')).toBe(true)
    expect(place.exists('agents/desk/tools')).toBe(false)
  })

  it('writes nothing when the answer is no', async () => {
    const place = project()
    const terminal = openTerminal(['add-ability', './abilities/exchange-rates', '--agent', 'shop'], { cwd: place.root })
    await terminal.waitFor('Make this change?')
    terminal.type('n')
    terminal.press('Enter')
    expect(await terminal.exitCode()).toBe(130)
    expect(place.git('status', '--porcelain')).toBe('')
  })
})
