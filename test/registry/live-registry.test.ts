import { appendFileSync, renameSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { type LiveRegistry, openLiveRegistry, type Reload } from '../../src/registry/live-registry.ts'
import { project, type TestProject } from '../helpers/project.ts'

const CONFIG = `export const config = { name: 'sea', systemPrompt: 'You help sailors.' }\n`
const RULES = 'default_decision: ask\n'
const tool = (name: string, description = 'Says a thing'): string =>
  `export const ${name} = { name: '${name}', description: '${description}', input_schema: { type: 'object' }, execute: () => 1 }\n`
const index = (...names: string[]): string =>
  `${names.map(name => `import { ${name} } from './${name}.ts'`).join('\n')}\nexport const tools = [${names.join(', ')}]\n`

function sea(more: Record<string, string> = {}): TestProject {
  return project({
    'agents/sea/index.ts': CONFIG,
    'agents/sea/actauth.yml': RULES,
    'agents/sea/tools/index.ts': index('tide'),
    'agents/sea/tools/tide.ts': tool('tide'),
    ...more,
  })
}

let live: LiveRegistry | undefined

afterEach(async () => {
  await live?.close()
  live = undefined
})

async function open(root: string, only?: string): Promise<{ registry: LiveRegistry; reloads: Reload[] }> {
  const registry = await openLiveRegistry(root, only === undefined ? {} : { only })
  const reloads: Reload[] = []
  registry.onReload(reload => reloads.push(reload))
  live = registry
  return { registry, reloads }
}

const tools = (registry: LiveRegistry, name = 'sea'): string[] =>
  Object.values(registry.get(name).tools)
    .filter(({ kind }) => kind !== 'system')
    .map(({ definition }) => definition.name)

const description = (registry: LiveRegistry): string | undefined =>
  registry.get('sea').tools.tide?.definition.description

const until = (check: () => void): Promise<void> => vi.waitFor(check, { timeout: 10_000, interval: 10 })

describe('a live registry', () => {
  it('swaps in an edited tool', async () => {
    const { root, write } = sea()
    const { registry } = await open(root)
    write('agents/sea/tools/tide.ts', tool('tide', 'Says another thing'))
    await until(() => expect(description(registry)).toBe('Says another thing'))
  })

  it('keeps the agent that a turn began with', async () => {
    const { root, write } = sea()
    const { registry } = await open(root)
    const before = registry.get('sea')
    write('agents/sea/tools/tide.ts', tool('tide', 'Says another thing'))
    await until(() => expect(description(registry)).toBe('Says another thing'))
    expect(before.tools.tide?.definition.description).toBe('Says a thing')
  })

  it('follows a helper that a tool imports two levels down', async () => {
    const { root, write } = sea({
      'agents/sea/tools/tide.ts': `import { text } from '../lib/one.ts'\n${tool('tide').replace("'Says a thing'", 'text')}`,
      'agents/sea/lib/one.ts': `export { text } from './two.mjs'\n`,
      'agents/sea/lib/two.mjs': `export const text = 'first'\n`,
    })
    const { registry } = await open(root)
    expect(description(registry)).toBe('first')
    write('agents/sea/lib/two.mjs', `export const text = 'second'\n`)
    await until(() => expect(description(registry)).toBe('second'))
  })

  it('follows a helper outside agents/', async () => {
    const { root, write } = sea({
      'agents/sea/tools/tide.ts': `import { text } from '../../../lib/text.ts'\n${tool('tide').replace("'Says a thing'", 'text')}`,
      'lib/text.ts': `export const text = 'first'\n`,
    })
    const { registry } = await open(root)
    write('lib/text.ts', `export const text = 'second'\n`)
    await until(() => expect(description(registry)).toBe('second'))
  })

  it('keeps the state of modules outside agents/ while tools are edited, across agents too', async () => {
    const counting = `import { next } from '../../lib/count.ts'\nexport const config = { name: 'NAME', systemPrompt: String(next()) }\n`
    const { root, write } = project({
      'agents/sea/index.ts': counting.replace('NAME', 'sea'),
      'agents/sky/index.ts': counting.replace('NAME', 'sky'),
      'lib/count.ts': `let n = 0\nexport const next = () => ++n\n`,
    })
    const { registry } = await open(root)
    expect([registry.get('sea').systemPrompt, registry.get('sky').systemPrompt]).toEqual(['1', '2'])
    write('agents/sea/index.ts', `${counting.replace('NAME', 'sea')}\n`)
    await until(() => expect(registry.get('sea').systemPrompt).toBe('3'))
  })

  it('follows the rules', async () => {
    const { root, write } = sea()
    const { registry } = await open(root)
    const decision = (): string =>
      registry.get('sea').gate.decide({ name: 'tide', input: {} }, { tenant: 'default', environment: 'production' })
        .decision
    expect(decision()).toBe('ask')
    write('agents/sea/actauth.yml', 'default_decision: allow\n')
    await until(() => expect(decision()).toBe('allow'))
  })

  it('denies everything while the rules are broken, and picks up the repair', async () => {
    const { root, write } = sea({ 'agents/sea/actauth.yml': 'default_decision: allow\n' })
    const { registry } = await open(root)
    const decision = (): string =>
      registry.get('sea').gate.decide({ name: 'tide', input: {} }, { tenant: 'default', environment: 'production' })
        .decision
    write('agents/sea/actauth.yml', 'default_decision: perhaps\n')
    await until(() => expect(decision()).toBe('deny'))
    write('agents/sea/actauth.yml', 'default_decision: allow\n')
    await until(() => expect(decision()).toBe('allow'))
  })

  it('follows .env', async () => {
    const { root, write } = sea({
      'agents/sea/index.ts': CONFIG.replace("'You help sailors.'", 'String(process.env.SEA_WORDS)'),
    })
    const { registry } = await open(root)
    write('.env', 'SEA_WORDS=ahoy\n')
    await until(() => expect(registry.get('sea').systemPrompt).toBe('ahoy'))
    delete process.env.SEA_WORDS
  })

  it('keeps the last good agent while its code is broken, says where, and picks up the repair', async () => {
    const { root, write } = sea()
    const { registry, reloads } = await open(root)
    write('agents/sea/tools/tide.ts', `${tool('tide', 'New')}const oops = (\n`)
    await until(() => expect(reloads.at(-1)?.kept).toEqual(['sea']))
    expect(description(registry)).toBe('Says a thing')
    expect(reloads.at(-1)?.diagnostics[0]).toMatchObject({ code: 'SYNTAX_ERROR', file: 'agents/sea/tools/tide.ts' })
    write('agents/sea/tools/tide.ts', tool('tide', 'Mended'))
    await until(() => expect(description(registry)).toBe('Mended'))
  })

  it('picks up the file that a failing import waited for', async () => {
    const { root, write } = sea()
    const { registry, reloads } = await open(root)
    write('agents/sea/tools/index.ts', index('tide', 'wind'))
    await until(() => expect(reloads.at(-1)?.kept).toEqual(['sea']))
    write('agents/sea/tools/wind.ts', tool('wind'))
    await until(() => expect(tools(registry)).toEqual(['tide', 'wind']))
  })

  it('adds, renames and removes agents', async () => {
    const { root, write, path } = sea()
    const { registry } = await open(root)
    write('agents/sky/index.ts', CONFIG.replace('sea', 'sky'))
    await until(() => expect([...registry.agents.keys()].sort()).toEqual(['sea', 'sky']))
    renameSync(path('agents/sky'), path('agents/air'))
    write('agents/air/index.ts', CONFIG.replace('sea', 'air'))
    await until(() => expect([...registry.agents.keys()].sort()).toEqual(['air', 'sea']))
    rmSync(path('agents/air'), { recursive: true })
    await until(() => expect([...registry.agents.keys()]).toEqual(['sea']))
    expect(() => registry.get('air')).toThrow(/not found/)
  })

  it('loads a burst of saves once', async () => {
    const { root, write } = sea()
    const { registry, reloads } = await open(root)
    for (let n = 0; n < 20; n++) write('agents/sea/tools/tide.ts', tool('tide', `Text ${n}`))
    await until(() => expect(description(registry)).toBe('Text 19'))
    expect(reloads).toHaveLength(1)
  })

  it('ignores the data that tools write beside their code', async () => {
    const { root, write } = sea({ 'agents/sea/data/log.json': '{}' })
    const { registry, reloads } = await open(root)
    write('agents/sea/data/log.json', '{"a":1}')
    write('agents/sea/tools/tide.ts', tool('tide', 'After'))
    await until(() => expect(description(registry)).toBe('After'))
    expect(reloads).toHaveLength(1)
  })

  it('follows a data file that a module imports', async () => {
    const { root, write } = sea({
      'agents/sea/index.ts': `import words from './words.json'\n${CONFIG.replace("'You help sailors.'", 'words.prompt')}`,
      'agents/sea/words.json': '{"prompt":"one"}',
    })
    const { registry } = await open(root)
    write('agents/sea/words.json', '{"prompt":"two"}')
    await until(() => expect(registry.get('sea').systemPrompt).toBe('two'))
  })

  it('assembles only the named agent, and others when they are looked for', async () => {
    const { root } = sea({ 'agents/sky/index.ts': CONFIG.replace('sea', 'sky') })
    const { registry } = await open(root, 'sea')
    expect([...registry.agents.keys()]).toEqual(['sea'])
    expect((await registry.find('sky'))?.name).toBe('sky')
  })

  it('reload() loads everything anew', async () => {
    const { root } = sea()
    const { registry } = await open(root)
    const before = registry.get('sea')
    expect((await registry.reload()).swapped).toEqual(['sea'])
    expect(registry.get('sea')).not.toBe(before)
  })
})

describe('ways of saving that a live registry follows', () => {
  const ways: Record<string, (file: string, text: string) => void> = {
    'one write': (file, text) => writeFileSync(file, text),
    'a temporary file renamed over it': (file, text) => {
      writeFileSync(`${file}.tmp`, text)
      renameSync(`${file}.tmp`, file)
    },
    'the old one moved away, a new one written': (file, text) => {
      renameSync(file, `${file}~`)
      writeFileSync(file, text)
      rmSync(`${file}~`)
    },
    'truncated, then written': (file, text) => {
      truncateSync(file)
      writeFileSync(file, text)
    },
    'two writes': (file, text) => {
      writeFileSync(file, text.slice(0, 20))
      appendFileSync(file, text.slice(20))
    },
    'removed and made anew': (file, text) => {
      rmSync(file)
      writeFileSync(file, text)
    },
  }

  it.each(Object.entries(ways))('%s', async (_name, save) => {
    const { root, path } = sea()
    const { registry } = await open(root)
    for (const text of ['First', 'Second']) {
      save(path('agents/sea/tools/tide.ts'), tool('tide', text))
      await until(() => expect(description(registry)).toBe(text))
    }
  })

  it('a file that stays empty for a moment does not take the agent down', async () => {
    const { root, path, write } = sea()
    const { registry, reloads } = await open(root)
    truncateSync(path('agents/sea/tools/tide.ts'))
    await new Promise(resolve => setTimeout(resolve, 100))
    write('agents/sea/tools/tide.ts', tool('tide', 'Whole'))
    await until(() => expect(description(registry)).toBe('Whole'))
    expect(reloads.flatMap(({ kept }) => kept)).toEqual([])
  })
})
