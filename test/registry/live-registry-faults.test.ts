import { describe, expect, it, vi } from 'vitest'
import { type LiveRegistry, openLiveRegistry, type Reload } from '../../src/registry/live-registry.ts'
import { project } from '../helpers/project.ts'

const FILES = {
  'agents/sea/index.ts': `import { port } from '../../lib/port.ts'\nexport const config = { name: 'sea', systemPrompt: port }\n`,
  'agents/sea/actauth.yml':
    'default_decision: deny\nrules:\n  - name: read\n    scope: "*/*"\n    tool: tide\n    decision: allow\n',
  'agents/sea/tools/index.ts': `import { tide } from './tide.ts'\nexport const tools = [tide]\n`,
  'agents/sea/tools/tide.ts': `import { text } from './text.ts'\nexport const tide = { name: 'tide', description: text, input_schema: { type: 'object' }, execute: () => 1 }\n`,
  'agents/sea/tools/text.ts': `export const text = 'The tide'\n`,
  'lib/port.ts': `export const port = 'You know the port.'\n`,
}

async function withRegistry(
  root: string,
  work: (registry: LiveRegistry, reloads: Reload[]) => Promise<void>,
): Promise<void> {
  const registry = await openLiveRegistry(root)
  const reloads: Reload[] = []
  registry.onReload(reload => reloads.push(reload))
  try {
    await work(registry, reloads)
  } finally {
    await registry.close()
  }
}

describe('a live registry under faults', () => {
  const sources = Object.keys(FILES).filter(file => file.endsWith('.ts'))

  it.each(sources)(
    'the last good agent stays at every truncation of %s',
    async file => {
      const { root, write } = project(FILES)
      const whole = FILES[file as keyof typeof FILES]
      await withRegistry(root, async registry => {
        for (let length = whole.length - 1; length >= 0; length--) {
          write(file, whole.slice(0, length))
          await registry.settled()
          const { systemPrompt, tools } = registry.get('sea')
          expect([length, systemPrompt, tools.tide?.definition.description]).toEqual([
            length,
            'You know the port.',
            'The tide',
          ])
        }
        write(file, whole)
        await registry.settled()
        expect(registry.agents.get('sea')?.diagnostics).toEqual([])
      })
    },
    120_000,
  )

  it('no truncation of the rules ever allows more', async () => {
    const { root, write } = project(FILES)
    const whole = FILES['agents/sea/actauth.yml']
    const scope = { tenant: 'default', environment: 'production' }
    await withRegistry(root, async registry => {
      for (let length = whole.length - 1; length >= 0; length--) {
        write('agents/sea/actauth.yml', whole.slice(0, length))
        await registry.settled()
        const { gate } = registry.get('sea')
        expect([length, gate.decide({ name: 'other', input: {} }, scope).decision]).toEqual([length, 'deny'])
      }
    })
  }, 120_000)

  it('a bad edit is said once, with its file and line', async () => {
    const { root, write } = project(FILES)
    await withRegistry(root, async (registry, reloads) => {
      write('agents/sea/tools/text.ts', `export const text = 'The tide'\nthrow new Error('no water')\n`)
      await registry.settled()
      expect(reloads.flatMap(({ diagnostics }) => diagnostics)).toMatchObject([
        { code: 'LOAD_FAILED', file: 'agents/sea/tools/text.ts', message: 'no water', range: { start: { line: 2 } } },
      ])
    })
  })

  it('a thousand files changed at once are all loaded', async () => {
    const many = Array.from({ length: 1000 }, (_, n) => `agents/sea/tools/part${n}.ts`)
    const text = (value: string): string => `export const part = '${value}'\n`
    const joined = `${many.map((_, n) => `import { part as p${n} } from './part${n}.ts'`).join('\n')}
export const text = [${many.map((_, n) => `p${n}`).join(', ')}].join('')\n`
    const parts = (value: string): [string, string][] => many.map(file => [file, text(value)])
    const { root, write } = project({ ...FILES, 'agents/sea/tools/text.ts': joined, ...Object.fromEntries(parts('a')) })
    await withRegistry(root, async registry => {
      const description = (): string | undefined => registry.get('sea').tools.tide?.definition.description
      expect(description()).toBe('a'.repeat(1000))
      for (const [file, content] of parts('b')) write(file, content)
      await vi.waitFor(() => expect(description()).toBe('b'.repeat(1000)), { timeout: 100_000, interval: 50 })
    })
  }, 120_000)

  it('an agent that came without any event is there when the next turn asks', async () => {
    const { root, write } = project(FILES)
    await withRegistry(root, async (registry, reloads) => {
      write('agents/sky/index.ts', `export const config = { name: 'sky', systemPrompt: 'You fly.' }\n`)
      await registry.settled()
      expect([...registry.agents.keys()].toSorted()).toEqual(['sea', 'sky'])
      expect(reloads.map(({ swapped }) => swapped)).toEqual([['sky']])
    })
  })

  it('a switch of branches (files gone, others come) ends at what is on disk', async () => {
    const { root, write, path } = project(FILES)
    const { rmSync } = await import('node:fs')
    await withRegistry(root, async registry => {
      rmSync(path('agents/sea/tools'), { recursive: true })
      write('agents/sea/tools/index.ts', `import { wind } from './wind.ts'\nexport const tools = [wind]\n`)
      write(
        'agents/sea/tools/wind.ts',
        `export const wind = { name: 'wind', description: 'The wind', input_schema: { type: 'object' }, execute: () => 1 }\n`,
      )
      await vi.waitFor(() => expect(Object.keys(registry.get('sea').tools)).toContain('wind'), { timeout: 10_000 })
      expect(Object.keys(registry.get('sea').tools)).not.toContain('tide')
    })
  })
})
