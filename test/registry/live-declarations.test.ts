import { renameSync, rmSync } from 'node:fs'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { type LiveRegistry, openLiveRegistry, type Reload } from '../../src/registry/live-registry.ts'
import { project, type TestProject } from '../helpers/project.ts'

const AGENT = 'PERSONA: "Kind."\nTOOLS:\n  file: "../../shared/orders.tools.abl"\n'
const orders = (description: string, name = 'get_order'): string =>
  `TOOLS:\n  ${name}()\n    description: "${description}"\n    type: http\n    method: GET\n    endpoint: "https://shop.example/{{config.PATH}}"\n`
const SETTINGS = 'config: { PATH: { value: orders } }\n'

function desk(more: Record<string, string> = {}): TestProject {
  return project({
    'agents/desk/agent.abl': AGENT,
    'agents/desk/actauth.yml': 'default_decision: allow\n',
    'shared/orders.tools.abl': orders('First'),
    'loopengine.config.yml': SETTINGS,
    ...more,
  })
}

let live: LiveRegistry | undefined

afterEach(async () => {
  await live?.close()
  live = undefined
})

async function open(root: string): Promise<{ registry: LiveRegistry; reloads: Reload[] }> {
  const registry = await openLiveRegistry(root)
  const reloads: Reload[] = []
  registry.onReload(reload => reloads.push(reload))
  live = registry
  return { registry, reloads }
}

const until = (check: () => void): Promise<void> => vi.waitFor(check, { timeout: 10_000, interval: 10 })
const codes = (reloads: Reload[]): string[] => reloads.flatMap(({ diagnostics }) => diagnostics.map(({ code }) => code))

describe('a live registry with declarations', () => {
  it('follows the persona of an agent that is all in the tool language', async () => {
    const { root, write } = desk()
    const { registry } = await open(root)
    write('agents/desk/agent.abl', AGENT.replace('Kind', 'Short'))
    await until(() => expect(registry.get('desk').systemPrompt).toBe('Short.'))
  })

  it('follows a new agent that is all in the tool language', async () => {
    const { root, write } = desk()
    const { registry } = await open(root)
    write('agents/till/agent.abl', 'PERSONA: "Quick."\n')
    await until(() => expect(registry.get('till').systemPrompt).toBe('Quick.'))
  })

  it('keeps the last good agent while an imported file outside agents/ is broken, and follows it when it is mended', async () => {
    const { root, write } = desk()
    const { registry, reloads } = await open(root)
    const before = registry.get('desk')
    write('shared/orders.tools.abl', orders('Second').replace('method: GET', 'method: GOT'))
    await until(() => expect(codes(reloads)).toContain('ABL2011'))
    expect(registry.get('desk')).toBe(before)
    expect(reloads.at(-1)?.kept).toEqual(['desk'])
    write('shared/orders.tools.abl', orders('Second'))
    await until(() => expect(registry.get('desk')).not.toBe(before))
    expect(reloads.at(-1)).toMatchObject({ swapped: ['desk'], diagnostics: [] })
  })

  it('follows an imported file that is missing at first', async () => {
    const { root, path } = desk()
    renameSync(path('shared/orders.tools.abl'), path('shared/later.txt'))
    const { registry } = await open(root)
    expect(() => registry.get('desk')).toThrow('ABL3001')
    renameSync(path('shared/later.txt'), path('shared/orders.tools.abl'))
    await until(() => expect(registry.get('desk').name).toBe('desk'))
  })

  it('follows a file of tools that is added to an agent and taken away again', async () => {
    const { root, write, path } = desk()
    const { registry, reloads } = await open(root)
    write('agents/desk/tools/more.tools.abl', orders('More', 'get_more').replace('GET', 'GOT'))
    await until(() => expect(codes(reloads)).toContain('ABL2011'))
    rmSync(path('agents/desk/tools/more.tools.abl'))
    await until(() => expect(registry.agents.get('desk')?.diagnostics).toEqual([]))
  })

  it('follows the settings, and keeps the last good agents while they have errors', async () => {
    const { root, write } = desk()
    const { registry, reloads } = await open(root)
    expect(registry.get('desk').projectConfig?.('PATH')).toBe('orders')
    write('loopengine.config.yml', 'confg: {}\n')
    await until(() => expect(codes(reloads)).toEqual(['SETTINGS_UNKNOWN_KEY']))
    expect(registry.get('desk').projectConfig?.('PATH')).toBe('orders')
    write('loopengine.config.yml', SETTINGS.replace('orders', 'other'))
    await until(() => expect(registry.get('desk').projectConfig?.('PATH')).toBe('other'))
  })

  it('follows settings that are made later', async () => {
    const { root, write } = project({ 'agents/desk/agent.abl': 'PERSONA: "Kind."\n' })
    const { registry } = await open(root)
    expect(registry.get('desk').model).toBeUndefined()
    write('loopengine.config.yml', 'model: offline\n')
    await until(() => expect(registry.get('desk').model).toBe('offline'))
  })

  it('follows the file of a lookup table, wherever it lies', async () => {
    for (const file of ['data/cities.csv', 'agents/desk/cities.csv']) {
      const settings = `${SETTINGS}lookups: { cities: { file: ${file}, key: id } }\n`
      const { root, write } = desk({ 'loopengine.config.yml': settings, [file]: 'id\n1\n' })
      const { registry, reloads } = await open(root)
      expect(registry.get('desk').name).toBe('desk')
      write(file, 'id\n1\n1\n')
      await until(() => expect(codes(reloads)).toContain('SETTINGS_LOOKUP'))
      await registry.close()
    }
  })

  it('does not load anything for other data beside a lookup table', async () => {
    const settings = `${SETTINGS}lookups: { cities: { file: data/cities.csv, key: id } }\n`
    const { root, write } = desk({ 'loopengine.config.yml': settings, 'data/cities.csv': 'id\n1\n' })
    const { registry, reloads } = await open(root)
    write('data/outbox.jsonl', '{}\n')
    write('loopengine.config.yml', settings.replace('orders', 'other'))
    await until(() => expect(registry.get('desk').projectConfig?.('PATH')).toBe('other'))
    expect(reloads).toHaveLength(1)
  })
})
