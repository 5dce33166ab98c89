import { describe, expect, it } from 'vitest'
import { formatDiagnostic } from '../../src/core/diagnostic.ts'
import { openRegistry } from '../../src/registry/open-registry.ts'
import { project } from '../helpers/project.ts'
import { source } from '../helpers/source.ts'

const RULES = { 'agents/desk/actauth.yml': 'default_decision: allow\n' }
const DESK = source`
  AGENT: desk
  GOAL: "Answers questions about orders."
  PERSONA: |
    You are short and kind.
  EXECUTION:
    model: offline
    tool_timeout: 1200
  TOOLS:
    file: "./tools/orders.tools.abl" [get_order]
`
const ORDERS = source`
  TOOLS:
    base_url: "https://shop.example/v1"
    get_order(id: string) -> {id: string}
      description: "Gets an order."
      type: http
      method: GET
      endpoint: "/orders/{id}"
    drop_order(id: string)
      description: "Drops an order."
      type: http
      method: DELETE
      endpoint: "/orders/{id}"
`
const CONFIG = "export const config = { name: 'desk', systemPrompt: 'You sell.' }\n"

async function open(files: Record<string, string>, options = {}) {
  const here = project({ ...RULES, ...files })
  const registry = await openRegistry(here.root, options)
  const desk = registry.agents.get('desk')
  const problems = [...new Set([...registry.diagnostics, ...(desk?.diagnostics ?? [])])].map(formatDiagnostic)
  return { here, registry, desk, problems }
}

describe('an agent that is all in the tool language', () => {
  it('is found and runs on what its file says', async () => {
    const { registry, desk, problems } = await open({
      'agents/desk/agent.abl': DESK,
      'agents/desk/tools/orders.tools.abl': ORDERS,
    })
    expect(problems).toEqual([])
    expect(registry.get('desk')).toMatchObject({
      name: 'desk',
      systemPrompt: 'You are short and kind.\n\nGoal: Answers questions about orders.',
      model: 'offline',
      limits: { toolTimeout: 1200 },
    })
    expect(desk?.declarations).toEqual([
      expect.stringContaining('agents/desk/agent.abl'),
      expect.stringContaining('agents/desk/tools/orders.tools.abl'),
    ])
  })

  it('takes the name of its folder when it gives none', async () => {
    const { registry, problems } = await open({ 'agents/desk/agent.abl': 'PERSONA: "Kind."\n' })
    expect(problems).toEqual([])
    expect(registry.get('desk')).toMatchObject({ name: 'desk', model: undefined, limits: { toolTimeout: 30_000 } })
  })

  it('is told that its name is another one than its folder', async () => {
    const { problems } = await open({ 'agents/desk/agent.abl': '# desk\nAGENT: till\nPERSONA: "Kind."\n' })
    expect(problems).toEqual([
      expect.stringMatching(/^agents\/desk\/agent\.abl:2:1 CONFIG_NAME error `AGENT` is `till`/),
    ])
  })

  it('is told that it says nothing of itself', async () => {
    const { problems } = await open({ 'agents/desk/agent.abl': 'AGENT: desk\n' })
    expect(problems).toEqual([
      expect.stringContaining('agents/desk/agent.abl CONFIG_PROMPT error The agent has neither'),
    ])
  })

  it('can be a subagent, whose goal tells its parent when to use it', async () => {
    const { registry, problems } = await open({
      'agents/desk/index.ts': CONFIG,
      'agents/desk/subagents/returns/agent.abl': 'GOAL: "Handles returns."\n',
      'agents/desk/subagents/returns/actauth.yml': 'default_decision: allow\n',
    })
    expect(problems).toEqual([])
    const { tools, subagents } = registry.get('desk')
    expect(tools.returns).toMatchObject({ kind: 'agent', file: 'agents/desk/subagents/returns/agent.abl' })
    expect(tools.returns?.definition.description).toBe('Handles returns.')
    expect(Object.keys(subagents)).toEqual(['returns'])
  })

  it('as a subagent without a goal is an error that says so', async () => {
    const { problems } = await open({
      'agents/desk/index.ts': CONFIG,
      'agents/desk/subagents/returns/agent.abl': 'PERSONA: "Kind."\n',
      'agents/desk/subagents/returns/actauth.yml': 'default_decision: allow\n',
    })
    expect(problems).toEqual([expect.stringMatching(/returns\/agent\.abl SUBAGENT_DESCRIPTION error .*GOAL/)])
  })
})

describe('an agent with a module and a declaration', () => {
  it('has the model and the limits that the declaration gives', async () => {
    const declaration = 'EXECUTION:\n  model: offline\n  tool_timeout: 700\n'
    const { registry, problems } = await open({ 'agents/desk/index.ts': CONFIG, 'agents/desk/agent.abl': declaration })
    expect(problems).toEqual([])
    expect(registry.get('desk')).toMatchObject({
      systemPrompt: 'You sell.',
      model: 'offline',
      limits: { toolTimeout: 700 },
    })
  })

  it('belongs to a flat module too', async () => {
    const declaration = 'EXECUTION:\n  model: offline\n'
    const { registry, problems } = await open({ 'agents/desk.ts': CONFIG, 'agents/desk/agent.abl': declaration })
    expect(problems).toEqual([])
    expect(registry.get('desk').model).toBe('offline')
  })

  for (const [what, config, declaration, at, key] of [
    ['the persona', '', 'PERSONA: "Kind."\n', '1:1', '`systemPrompt`'],
    ['the goal', '', '\nGOAL: "Sell."\n', '2:1', '`systemPrompt`'],
    ['the model', ", model: 'offline'", 'EXECUTION:\n  model: offline\n', '2:3', '`model`'],
    [
      'the time limit',
      ', execution: { toolTimeout: 5 }',
      'EXECUTION:\n  tool_timeout: 7\n',
      '2:3',
      '`execution.toolTimeout`',
    ],
  ] as const) {
    it(`may not say ${what} twice`, async () => {
      const { problems } = await open({
        'agents/desk/index.ts': CONFIG.replace(' }', `${config} }`),
        'agents/desk/agent.abl': declaration,
      })
      expect(problems).toEqual([
        expect.stringContaining(
          `agents/desk/agent.abl:${at} AGENT_SAID_TWICE error ${key} in agents/desk/index.ts and`,
        ),
      ])
    })
  }

  it('may not have two names', async () => {
    const { problems } = await open({ 'agents/desk/index.ts': CONFIG, 'agents/desk/agent.abl': 'AGENT: till\n' })
    expect(problems).toEqual([expect.stringContaining('agents/desk/agent.abl:1:1 CONFIG_NAME')])
  })
})

describe('the declared tools of an agent', () => {
  const tool = (property: string): string =>
    `TOOLS:\n  look(id: string)\n    description: "Looks."\n    type: http\n    method: GET\n    endpoint: "https://a.example/{id}"\n    ${property}\n`

  it('are found in tools/ without an import, and a mistake keeps the agent from running', async () => {
    const { problems, registry } = await open({
      'agents/desk/index.ts': CONFIG,
      'agents/desk/tools/a.tools.abl': tool('auth: nobody'),
    })
    expect(problems).toEqual([expect.stringMatching(/^agents\/desk\/tools\/a\.tools\.abl:7:11 ABL2011 error/)])
    expect(() => registry.get('desk')).toThrow("can't run")
  })

  for (const [property, name] of [
    ['headers:\n      X-Key: "{{config.KEYS}}"', 'variable `KEYS`'],
    ['auth_profile: des', 'auth profile `des`'],
    ['tls_profile: ban', 'TLS profile `ban`'],
    [
      'parameters:\n      id:\n        source: lookup\n        table: citis\n        key: session.city',
      'lookup table `citis`',
    ],
    ['process:\n      before:\n        use: cent', 'transform `cent`'],
    ['on_result:\n      do:\n        - CALL: loook', 'tool `loook`'],
    ['on_result:\n      do:\n        - HANDOFF: nobody', 'agent `nobody`'],
  ]) {
    it(`may name only what the project declares: ${name}`, async () => {
      const settings = source`
        config: { KEY: { env: KEY } }
        auth_profiles: { desk: { type: bearer, value: { env: KEY } } }
        tls_profiles: { bank: { cert: { env: C }, key: { env: K } } }
        lookups: { cities: { key: id, rows: [] } }
        transforms: { cents: { before: { a: "1" } } }
      `
      const { problems } = await open({
        'agents/desk/index.ts': CONFIG,
        'agents/desk/tools/a.tools.abl': tool(String(property)),
        'loopengine.config.yml': settings,
      })
      expect(problems).toEqual([expect.stringMatching(/^agents\/desk\/tools\/a\.tools\.abl:\d+:\d+ ABL3007 error /)])
      expect(problems[0]).toContain(`There is no ${name}`)
      expect(problems[0]).toContain('(')
    })
  }

  it('are judged strictly when asked to', async () => {
    const files = { 'agents/desk/index.ts': CONFIG, 'agents/desk/tools/a.tools.abl': tool('retyr: 3') }
    expect((await open(files)).problems).toEqual([expect.stringContaining('ABL2007 warning')])
    expect((await open(files, { strict: true })).problems).toEqual([expect.stringContaining('ABL2007 error')])
  })
})

describe('the settings of a project', () => {
  const INDEX = { 'agents/desk/index.ts': CONFIG }

  it('give the model, the time limit and the values that agents do not give themselves', async () => {
    const settings = 'model: offline\ntools: { timeout: 900 }\nconfig: { REGION: { value: EU } }\n'
    const { registry } = await open({ ...INDEX, 'loopengine.config.yml': settings })
    const desk = registry.get('desk')
    expect(desk).toMatchObject({ model: 'offline', limits: { toolTimeout: 900 } })
    expect([desk.projectConfig?.('REGION'), desk.projectConfig?.('HOME')]).toEqual(['EU', undefined])
  })

  it('keep every agent from running while they have errors, told at their line', async () => {
    const { registry, problems } = await open({ ...INDEX, 'loopengine.config.yml': 'version: 1\nmodle: offline\n' })
    expect(problems).toEqual([expect.stringContaining('loopengine.config.yml:2:1 SETTINGS_UNKNOWN_KEY error')])
    expect(() => registry.get('desk')).toThrow('loopengine.config.yml:2:1')
  })

  it('tell one mistake once, not a second time for each name that they could not give', async () => {
    const tools =
      'TOOLS:\n  look()\n    description: "Looks."\n    type: http\n    method: GET\n    endpoint: "https://{{config.HOST}}/"\n'
    const { problems } = await open({
      ...INDEX,
      'agents/desk/tools/a.tools.abl': tools,
      'loopengine.config.yml': 'modle: x\n',
    })
    expect(problems).toHaveLength(1)
  })

  it('may name only expressions in transforms', async () => {
    const settings = 'transforms:\n  cents:\n    before:\n      amount: amount *\n'
    const { problems } = await open({ ...INDEX, 'loopengine.config.yml': settings })
    expect(problems).toEqual([expect.stringContaining('loopengine.config.yml:4:15 SETTINGS_TRANSFORM error')])
  })
})

describe('a compaction that holds for all tools', () => {
  const TOOLS = source`
    export const tools = [{
      name: 'list',
      description: 'Lists.',
      input_schema: { type: 'object', properties: {} },
      execute: () => 'all',
    }]
  `
  const compacted = async (files: Record<string, string>): Promise<unknown> => {
    const { desk, problems } = await open({ 'agents/desk/tools/index.ts': TOOLS, ...files })
    expect(problems).toEqual([])
    return desk?.agent?.tools.list?.definition.compact
  }

  it('reaches tools in code that say nothing themselves: from the config', async () => {
    const config = source`
      export const config = {
        name: 'desk',
        systemPrompt: 'You sell.',
        execution: { compaction: { max_description_length: 20 } },
      }
    `
    expect(await compacted({ 'agents/desk/index.ts': config })).toBeTypeOf('function')
  })

  it('and from the settings of the project', async () => {
    const settings = 'version: 1\ntools:\n  compaction: { max_description_length: 20 }\n'
    expect(await compacted({ 'agents/desk/index.ts': CONFIG, 'loopengine.config.yml': settings })).toBeTypeOf(
      'function',
    )
  })

  it('is none where nobody wants one', async () => {
    expect(await compacted({ 'agents/desk/index.ts': CONFIG })).toBeUndefined()
  })
})
