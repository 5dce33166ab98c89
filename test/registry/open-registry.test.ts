import { chmodSync, mkdirSync } from 'node:fs'
import { afterEach, describe, expect, it } from 'vitest'
import { type Diagnostic, locate } from '../../src/core/diagnostic.ts'
import type { LoopengineError } from '../../src/core/errors.ts'
import { agentRow } from '../../src/registry/agent-row.ts'
import { assembleAgent } from '../../src/registry/assemble-agent.ts'
import { discoverAgents } from '../../src/registry/discover.ts'
import { ModuleLoader } from '../../src/registry/module-loader.ts'
import { openRegistry } from '../../src/registry/open-registry.ts'
import { readProjectFacts } from '../../src/registry/project-facts.ts'
import { project } from '../helpers/project.ts'

const CONFIG = `export const config = { name: 'shop', systemPrompt: 'You sell.' }\n`
const INDEX = 'agents/shop/index.ts'
const TOOLS = 'agents/shop/tools/index.ts'
const toolText = (name: string, execute = `() => '${name}'`): string =>
  `{ name: '${name}', description: 'Does ${name}.', input_schema: { type: 'object', properties: {} }, execute: ${execute} }`

async function open(files: Record<string, string>) {
  const here = project({ [INDEX]: CONFIG, ...files })
  const registry = await openRegistry(here.root)
  const shop = registry.agents.get('shop')
  return { here, registry, shop, diagnostics: shop?.diagnostics ?? [] }
}

/** `code file:line:column message`. */
function said(diagnostics: readonly Diagnostic[]): string[] {
  return diagnostics.map(one => `${one.code} ${locate(one)} ${one.message}`)
}

async function result(files: Record<string, string>, tool: string, input = {}): Promise<unknown> {
  const { registry, diagnostics } = await open({ 'agents/shop/actauth.yml': 'default_decision: allow\n', ...files })
  expect(said(diagnostics)).toEqual([])
  return registry.get('shop').tools[tool]?.definition.execute(input, {} as never)
}

async function refused(doing: () => unknown): Promise<LoopengineError> {
  try {
    await doing()
  } catch (error) {
    return error as LoopengineError
  }
  throw new Error('It was not refused.')
}

afterEach(() => {
  delete process.env.SHOP_KEY
})

describe('an agent', () => {
  it('is assembled from its files', async () => {
    const { registry } = await open({
      [TOOLS]: `export const tools = [${toolText('sell')}]`,
      'agents/shop/actauth.yml': 'default_decision: allow\n',
    })
    const shop = registry.get('shop')
    expect(shop).toMatchObject({
      name: 'shop',
      systemPrompt: 'You sell.',
      limits: { maxTurns: 25, toolTimeout: 30_000 },
    })
    expect(Object.values(shop.tools).map(({ kind, file, definition }) => `${definition.name} ${kind} ${file}`)).toEqual(
      [`sell local ${TOOLS}`, 'readFile system loopengine', 'system_ask_user system loopengine'],
    )
  })

  it('without tools/index.ts has the system tools only', async () => {
    const { registry } = await open({})
    expect(Object.keys(registry.get('shop').tools)).toEqual(['readFile', 'system_ask_user'])
  })

  it('takes its limits from its config', async () => {
    const { registry } = await open({
      [INDEX]: `export const config = { name: 'shop', systemPrompt: '', maxTurns: 3, execution: { toolTimeout: false }, contextBudgetTokens: 900 }`,
    })
    expect(registry.get('shop').limits).toEqual({ maxTurns: 3, toolTimeout: false, contextBudget: 900 })
  })

  it('takes its tools from its config instead of tools/index.ts when they are there', async () => {
    const { registry } = await open({
      [INDEX]: `export const config = { name: 'shop', systemPrompt: '', tools: [${toolText('own')}] }`,
      [TOOLS]: `export const tools = [${toolText('other')}]`,
    })
    expect(Object.keys(registry.get('shop').tools)).toEqual(['own', 'readFile', 'system_ask_user'])
  })

  it('lets isSafeTool beat the tools, and takes what throws there for not safe', async () => {
    const { registry } = await open({
      [INDEX]: `export const config = { name: 'shop', systemPrompt: '', isSafeTool: call => { if (call.name === 'x') throw new Error('x'); return call.input.read } }`,
    })
    const { isSafe } = registry.get('shop')
    expect([{ read: true }, { read: 'yes' }, {}].map(input => isSafe({ id: '', name: 'readFile', input }))).toEqual([
      true,
      false,
      false,
    ])
    expect(isSafe({ id: '', name: 'x', input: {} })).toBe(false)
  })

  it("goes by the tools' own safe otherwise, and knows no safety of names that every object has", async () => {
    const { registry } = await open({})
    const { isSafe } = registry.get('shop')
    expect(['readFile', 'system_ask_user', 'constructor'].map(name => isSafe({ id: '', name, input: {} }))).toEqual([
      true,
      false,
      false,
    ])
  })

  it('is listed with the folder, model and number of tools', async () => {
    const { here, shop } = await open({
      [INDEX]: `export const config = { name: 'shop', systemPrompt: '', model: 'openai/gpt-x' }`,
    })
    if (!shop) throw new Error('There is no shop.')
    expect(agentRow(here.root, shop)).toMatchObject({
      name: 'shop',
      directory: 'agents/shop',
      model: 'openai/gpt-x',
      tools: 2,
    })
  })
})

describe("a module of the user's", () => {
  it('may import loopengine, and gets the running copy', async () => {
    const text = `import { defineTool, LoopengineError } from 'loopengine'
export const tools = [defineTool({ name: 'sell', description: 'Sells.', input_schema: { type: 'object', properties: {} }, execute: () => LoopengineError.name })]`
    expect(await result({ [TOOLS]: text }, 'sell')).toBe('LoopengineError')
  })

  it('may use paths of tsconfig.json', async () => {
    const files = {
      'tsconfig.json': '{ "compilerOptions": { "paths": { "@lib/*": ["./lib/*"] } } } // with a comment',
      'lib/price.ts': 'export const price: number = 5\n',
      [TOOLS]: `import { price } from '@lib/price'\nexport const tools = [${toolText('sell', '() => price')}]`,
    }
    expect(await result(files, 'sell')).toBe(5)
  })

  it('may import CommonJS, JSON, and TypeScript with or without its ending', async () => {
    const files = {
      'lib/old.cjs': 'module.exports = { old: 1 }\n',
      'lib/data.json': '{ "two": 2 }',
      'lib/three.ts': 'export const three: number = 3\n',
      'lib/four.ts': 'export const four: number = 4\n',
      [TOOLS]: `import { old } from '../../../lib/old.cjs'
import data from '../../../lib/data.json'
import { three } from '../../../lib/three.ts'
import { four } from '../../../lib/four'
export const tools = [${toolText('sum', '() => [old, data.two, three, four]')}]`,
    }
    expect(await result(files, 'sum')).toEqual([1, 2, 3, 4])
  })

  it('may itself be CommonJS', async () => {
    const files = {
      'agents/shop/index.ts': '',
      'agents/desk/index.cjs': `module.exports.config = { name: 'desk', systemPrompt: 'You sit.' }`,
    }
    const { registry } = await open(files)
    expect(registry.get('desk').systemPrompt).toBe('You sit.')
  })

  it('may import a workspace package that is TypeScript', async () => {
    const files = {
      'node_modules/@acme/prices/package.json': '{ "name": "@acme/prices", "exports": "./src/index.ts" }',
      'node_modules/@acme/prices/src/index.ts': 'export const price: number = 7\n',
      [TOOLS]: `import { price } from '@acme/prices'\nexport const tools = [${toolText('sell', '() => price')}]`,
    }
    expect(await result(files, 'sell')).toBe(7)
  })

  it('may wait at its top level, and use import.meta', async () => {
    const text = `const url = await Promise.resolve(import.meta.url)\nexport const tools = [${toolText('where', '() => url')}]`
    expect(await result({ [TOOLS]: text }, 'where')).toMatch(/^file:.*tools\/index\.ts$/)
  })

  it('sees .env while it loads', async () => {
    const files = {
      '.env': 'SHOP_KEY=secret\n',
      [TOOLS]: `const key = process.env.SHOP_KEY\nexport const tools = [${toolText('key', '() => key')}]`,
    }
    expect(await result(files, 'key')).toBe('secret')
  })
})

describe('what the user wrote wrong', () => {
  const cases: [string, Record<string, string>, string[]][] = [
    [
      'a syntax error has its line and column',
      { [INDEX]: 'export const config = {\n  name: "shop",\n  systemPrompt: ??,\n}\n' },
      [expect.stringMatching(/^SYNTAX_ERROR agents\/shop\/index\.ts:3:17 Unexpected token/)],
    ],
    [
      'a syntax error in a tool is found in its own file',
      {
        [TOOLS]: `import { sell } from './sell.ts'\nexport const tools = [sell]`,
        'agents/shop/tools/sell.ts': 'export const sell = \n\n  = 5\n',
      },
      [expect.stringMatching(/^SYNTAX_ERROR agents\/shop\/tools\/sell\.ts:3:3 /)],
    ],
    [
      'a throw while loading has its line',
      { [INDEX]: `${CONFIG}\n\nthrow new Error('no database')\n` },
      ['LOAD_FAILED agents/shop/index.ts:4:1 no database'],
    ],
    [
      'a throw in a helper is found in the helper',
      {
        [TOOLS]: `import '../../../lib/db.ts'\nexport const tools = []`,
        'lib/db.ts': `\nconst connect = (): never => {\n  throw new Error('refused')\n}\nconnect()\n`,
      },
      ['LOAD_FAILED lib/db.ts:3:1 refused'],
    ],
    ['a throw of something that is no error', { [TOOLS]: `throw 'just a text'` }, [`LOAD_FAILED ${TOOLS} just a text`]],
    [
      "an error of ours that the user's own code throws is no timeout",
      {
        [TOOLS]: `import { LoopengineError } from 'loopengine'\nthrow new LoopengineError('mine', 'not ready', { hint: 'Wait.' })`,
      },
      [`LOAD_FAILED ${TOOLS}:2:1 not ready`],
    ],
    [
      'a name that is not defined',
      { [TOOLS]: `export const tools = [missing]` },
      [`LOAD_FAILED ${TOOLS}:1:1 missing is not defined`],
    ],
    [
      'tools that are no list',
      { [TOOLS]: 'export const tools = {}' },
      [`NO_TOOLS_EXPORT ${TOOLS} \`tools\` is not a list.`],
    ],
    ['no tools', { [TOOLS]: 'export const tool = 1' }, [`NO_TOOLS_EXPORT ${TOOLS} The module exports no \`tools\`.`]],
    [
      'a tool without execute',
      { [TOOLS]: `export const tools = [{ name: 'x', description: 'x', input_schema: { type: 'object' } }]` },
      [`TOOL_EXECUTE ${TOOLS} Tool \`x\` has no \`execute\` function.`],
    ],
    [
      'two tools of one name',
      { [TOOLS]: `export const tools = [${toolText('x')}, ${toolText('x')}]` },
      [`TOOL_CLASH ${TOOLS} Tool \`x\` is defined twice in ${TOOLS}.`],
    ],
    [
      'a schema that is none',
      {
        [TOOLS]: `export const tools = [{ ...${toolText('x')}, input_schema: { type: 'object', properties: { a: { type: 'int' } } } }]`,
      },
      [expect.stringMatching(/^TOOL_SCHEMA .*`input_schema` of tool `x` is not a usable JSON Schema/)],
    ],
    [
      'rules in two places',
      {
        [INDEX]: `export const config = { name: 'shop', systemPrompt: '', rules: [] }`,
        'agents/shop/actauth.yml': 'default_decision: allow\n',
      },
      [
        'RULES_TWICE agents/shop/actauth.yml Rules stand in agents/shop/actauth.yml and as `rules` in agents/shop/index.ts.',
      ],
    ],
    ['no config', { [INDEX]: 'export const x = 1\n' }, [expect.stringMatching(/^NO_CONFIG agents\/shop\/index\.ts /)]],
  ]
  for (const [name, files, expected] of cases) {
    it(name, async () => {
      const { diagnostics } = await open({ 'agents/shop/actauth.yml': 'default_decision: allow\n', ...files })
      expect(said(diagnostics)).toEqual(expected)
    })
  }

  const missing: [string, string, string][] = [
    ['stripe', 'npm install stripe', 'stripe'],
    ['@acme/pay/client', 'npm install @acme/pay', '@acme/pay/client'],
    ['lodash/fp', 'npm install lodash', 'lodash/fp'],
  ]
  for (const [name, install, module] of missing) {
    it(`a dependency that is missing (${name}) is named with how to install it`, async () => {
      const { diagnostics } = await open({ [TOOLS]: `import x from '${name}'\nexport const tools = [x]` })
      expect(diagnostics.find(({ code }) => code === 'LOAD_FAILED')).toMatchObject({
        message: expect.stringContaining(module),
        hint: `Install it: ${install}`,
      })
    })
  }

  it('a file that is missing is no package to install', async () => {
    const { diagnostics } = await open({ [TOOLS]: `import { x } from './sell.ts'\nexport const tools = [x]` })
    expect(diagnostics.find(({ code }) => code === 'LOAD_FAILED')?.hint).toBe('Is the path right?')
  })

  it('a module that never ends loading', async () => {
    const here = project({ [INDEX]: `await new Promise(() => {})\n${CONFIG}` })
    const [found] = (await discoverAgents(here.root)).agents
    if (!found) throw new Error('There is no agent.')
    const loader = new ModuleLoader(here.root, { limitMs: 50 })
    const facts = await readProjectFacts(here.root)
    const shared = { root: here.root, loader, facts, agents: ['shop'], strict: false }
    const { diagnostics, agent } = await assembleAgent(shared, found)
    expect(agent).toBeUndefined()
    expect(diagnostics).toMatchObject([
      {
        code: 'LOAD_TIMEOUT',
        file: INDEX,
        message: 'The module was not loaded after 0.05 s.',
        hint: expect.stringContaining('top level'),
      },
    ])
  })

  it('rules that cannot be read deny everything, and the agent can still be talked to', async () => {
    const here = project({ [INDEX]: CONFIG })
    mkdirSync(here.path('agents/shop/actauth.yml'))
    const shop = (await openRegistry(here.root)).get('shop')
    expect(said(shop.diagnostics)).toEqual([
      "ACTAUTH_UNREADABLE agents/shop/actauth.yml The rules can't be read: EISDIR.",
    ])
    expect(
      shop.gate.decide({ name: 'readFile', input: {} }, { tenant: 'default', environment: 'production' }),
    ).toMatchObject({
      decision: 'deny',
    })
  })

  it('an .env that cannot be read is one clear error', async () => {
    const here = project({ [INDEX]: CONFIG })
    mkdirSync(here.path('.env'))
    expect(await refused(() => openRegistry(here.root))).toMatchObject({ code: 'file_failed' })
  })

  it('never keeps the other agents from loading', async () => {
    const { registry } = await open({
      [INDEX]: 'syntax error here',
      'agents/desk.ts': `export const config = { name: 'desk', systemPrompt: '' }`,
    })
    expect(registry.get('desk').name).toBe('desk')
    expect([...registry.agents.keys()]).toEqual(['desk', 'shop'])
  })

  it('is left in the file: nothing is written while loading', async () => {
    const here = project({ [INDEX]: CONFIG })
    const before = here.files()
    chmodSync(here.path('agents/shop'), 0o555)
    await openRegistry(here.root)
    chmodSync(here.path('agents/shop'), 0o755)
    expect(here.files()).toEqual(before)
  })
})

describe('looking for an agent', () => {
  const two = { 'agents/help-desk/index.ts': `export const config = { name: 'help_desk', systemPrompt: '' }` }

  it('does not mind -, _ and case', async () => {
    const { registry } = await open(two)
    expect(['help-desk', 'help_desk', 'HelpDesk'].map(name => registry.get(name).name)).toEqual(
      Array(3).fill('help_desk'),
    )
  })

  it('that is not there names the nearest one and the list, with exit code 2', async () => {
    const { registry } = await open(two)
    expect(await refused(() => registry.get('shp'))).toMatchObject({
      code: 'agent_not_found',
      exitCode: 2,
      message: 'Agent `shp` not found.',
      hint: 'Did you mean `shop`? Agents here: help-desk, shop.',
    })
  })

  it('where there are none says so', async () => {
    const registry = await openRegistry(project().root)
    expect(await refused(() => registry.get('shop'))).toMatchObject({ hint: 'There are no agents here.' })
  })

  it('that is broken shows its errors with their place', async () => {
    const { registry } = await open({ [TOOLS]: 'export const tools = {}' })
    const error = await refused(() => registry.get('shop'))
    expect(error).toMatchObject({ code: 'agent_broken', exitCode: 1, file: TOOLS })
    expect(error.message).toContain('NO_TOOLS_EXPORT')
  })

  it('that is there twice names both files', async () => {
    const here = project({ 'agents/shop.ts': CONFIG, [INDEX]: CONFIG })
    expect(await refused(() => openRegistry(here.root, { only: 'shop' }))).toMatchObject({
      code: 'agent_twice',
      message: 'Agent `shop` is defined in agents/shop.ts and in agents/shop/index.ts.',
    })
  })

  it('loads that one only', async () => {
    const here = project({
      [INDEX]: CONFIG,
      'agents/loud/index.ts': `globalThis.loud = true\n${CONFIG.replace('shop', 'loud')}`,
    })
    const registry = await openRegistry(here.root, { only: 'shop' })
    expect([...registry.agents.keys()]).toEqual(['shop'])
    expect((globalThis as { loud?: boolean }).loud).toBeUndefined()
    expect((await registry.find('loud'))?.name).toBe('loud')
  })

  it('is never an object that every object has', async () => {
    const { registry } = await open({})
    expect(await refused(() => registry.get('constructor'))).toMatchObject({ code: 'agent_not_found' })
  })
})
