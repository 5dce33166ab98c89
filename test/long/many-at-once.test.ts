import { describe, expect, it } from 'vitest'
import { abilityFolder, manifest, packageText, shop, toolText } from '../abilities/ability-files.ts'
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

describe('ten abilities that come to one agent at once', () => {
  it('all get their turn, whole', async () => {
    const place = shop()
    const names = Array.from({ length: 10 }, (_, index) => `many${index}`)
    const runs = names.map(name => {
      const files = {
        'package.json': packageText({ name }),
        'loopengine.ability.json': manifest({ tools: [`tools/${name}.ts`], skills: [], env: [] }),
        [`tools/${name}.ts`]: toolText(name),
        'actauth/rules.yml': `rules:\n  - name: ${name}-asks\n    scope: "*/*"\n    tool: ${name}\n    decision: ask\n`,
      }
      return cli(['add-ability', abilityFolder(files).root, '--json'], { cwd: place.root, timeout: 500_000 })
    })
    expect((await Promise.all(runs)).filter(({ code }) => code !== 0)).toEqual([])
    const listed = JSON.parse((await cli(['list-abilities', '--json'], { cwd: place.root })).stdout).abilities
    expect(listed.map(({ name }: { name: string }) => name)).toEqual(names)
    const tools = JSON.parse((await cli(['tools', 'shop', '--json'], { cwd: place.root })).stdout).tools
    const asking = tools.filter(({ decision, kind }: Record<string, string>) => kind === 'local' && decision === 'ask')
    expect(asking.map(({ name }: { name: string }) => name).sort()).toEqual(names)
    for (const name of names) expect((await cli(['remove-ability', name], { cwd: place.root })).code).toBe(0)
    expect(place.git('status', '--porcelain')).toBe('')
  })
})

function byName(a: { name: string }, b: { name: string }): number {
  return a.name.localeCompare(b.name)
}
