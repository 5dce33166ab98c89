import { describe, expect, it } from 'vitest'
import { cli } from '../helpers/cli.ts'
import { project } from '../helpers/project.ts'

const MANY = 50

describe('fifty commands that change the same files at once', () => {
  it('all get their turn, and every tool, entry and rule is there', async () => {
    const shop = project({ 'agents/shop/index.ts': "export const config = { name: 'shop', systemPrompt: 'x' }\n" })
    const names = Array.from({ length: MANY }, (_, index) => `tool-n${index}`)
    const runs = names.map(name =>
      cli(['add-tool', name, '--agent', 'shop', '--json'], { cwd: shop.root, timeout: 500_000 }),
    )
    const failed = (await Promise.all(runs)).filter(({ code }) => code !== 0)
    expect(failed).toEqual([])
    const tools = await cli(['tools', 'shop', '--json'], { cwd: shop.root })
    const local = JSON.parse(tools.stdout).tools.filter((tool: { kind: string }) => tool.kind === 'local')
    const wanted = names.map(name => ({ name: name.replace('-', '_'), decision: 'ask' }))
    const found = local.map(({ name, decision }: { name: string; decision: string }) => ({ name, decision }))
    expect(found.toSorted(byName)).toEqual(wanted.toSorted(byName))
    expect(shop.files().filter(file => file.endsWith('.tmp'))).toEqual([])
  })
})

function byName(a: { name: string }, b: { name: string }): number {
  return a.name.localeCompare(b.name)
}
