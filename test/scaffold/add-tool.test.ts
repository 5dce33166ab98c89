import { describe, expect, it } from 'vitest'
import { type NewTool, planAddTool } from '../../src/scaffold/add-tool.ts'
import { source } from '../helpers/source.ts'
import { CONFIG, type Planned, planned } from './plan-files.ts'

const SHOP = { 'agents/shop/index.ts': CONFIG }
const ORDER: NewTool = {
  name: 'get-order',
  agent: 'shop',
  description: 'Look up an order by its id',
  parameters: ['orderId:string:The order id', 'limit?:number', 'state:open|closed', 'tags:string[]', 'day:date?'],
  safe: false,
}

function add(files: Record<string, string>, tool: Partial<NewTool> = {}): Promise<Planned> {
  return planned(files, plan => planAddTool(plan, { ...ORDER, ...tool }))
}

describe('planAddTool', () => {
  it('plans the file, the entry and the rule', async () => {
    const { files, notes } = await add(SHOP)
    expect(files['agents/shop/tools/get_order.ts']).toBe(source`
      import { defineTool } from 'loopengine'

      /** Look up an order by its id. */
      export const getOrder = defineTool({
        name: 'get_order',
        description: 'Look up an order by its id',
        input_schema: {
          type: 'object',
          properties: {
            orderId: { type: 'string', description: 'The order id' },
            limit: { type: 'number' },
            state: { type: 'string', enum: ['open', 'closed'] },
            tags: { type: 'array', items: { type: 'string' } },
            day: { type: 'string', format: 'date' },
          },
          required: ['orderId', 'state', 'tags'],
        },
        execute: async ({ orderId, limit, state, tags, day }) => {
          // The work goes here. What is returned is told to the model, as JSON.
          return { orderId, limit, state, tags, day }
        },
      })
    `)
    expect(files['agents/shop/tools/index.ts']).toBe(source`
      import type { ToolDefinition } from 'loopengine'
      import { getOrder } from './get_order.js'

      export const tools: ToolDefinition[] = [getOrder]
    `)
    expect(files['agents/shop/actauth.yml']).toBe(source`
      default_decision: deny
      rules:
        - name: get-order-ask
          scope: "*/*"
          tool: get_order
          decision: ask
    `)
    expect(notes).toEqual(['Write what it does in agents/shop/tools/get_order.ts.'])
  })

  it('allows a safe tool, and says so', async () => {
    const { files, allowed } = await add(SHOP, { safe: true, parameters: [] })
    expect(files['agents/shop/tools/get_order.ts']).toContain('properties: {} },\n  execute: async () => {')
    expect(files['agents/shop/tools/get_order.ts']).toContain('\n  safe: true,\n})')
    expect(files['agents/shop/actauth.yml']).toContain('name: get-order-allow')
    expect(allowed).toEqual(['shop get_order'])
  })

  it('takes the decision that is given', async () => {
    const { files, allowed } = await add(SHOP, { safe: true, decision: 'deny' })
    expect(files['agents/shop/actauth.yml']).toContain('decision: deny\n')
    expect(allowed).toEqual([])
  })

  it('writes like its neighbours', async () => {
    const neighbour =
      'import { defineTool } from "loopengine";\r\n\r\nexport const ping = defineTool({\r\n\tname: "ping",\r\n});\r\n'
    const index = 'import { ping } from "./ping.ts";\r\n\r\nexport const tools = [\r\n\tping,\r\n];\r\n'
    const { files } = await add({
      ...SHOP,
      'agents/shop/tools/ping.ts': neighbour,
      'agents/shop/tools/index.ts': index,
    })
    const file = files['agents/shop/tools/get_order.ts'] ?? ''
    expect(file).toContain('import { defineTool } from "loopengine";\r\n\r\n')
    expect(file).toContain('\r\n\tname: "get_order",\r\n')
    expect(file).toMatch(/\r\n\}\);\r\n$/)
    expect(file.replaceAll('\r\n', '')).not.toContain('\n')
    expect(files['agents/shop/tools/index.ts']).toContain('import { getOrder } from "./get_order.ts";\r\n')
  })

  it.each(['', '// nothing yet\n'])(
    'makes the index when it holds %j',
    async text => {
      const { files } = await add({ ...SHOP, 'agents/shop/tools/index.ts': text })
      expect(files['agents/shop/tools/index.ts']?.startsWith(text)).toBe(true)
    },
    20_000,
  )

  it('uses the folder of a flat agent', async () => {
    const { files } = await add({ 'agents/shop.ts': CONFIG })
    expect(Object.keys(files)).toEqual([
      'agents/shop/tools/get_order.ts',
      'agents/shop/tools/index.ts',
      'agents/shop/actauth.yml',
    ])
  })

  it('adds to a subagent', async () => {
    const { files } = await add(
      { ...SHOP, 'agents/shop/subagents/returns/index.ts': CONFIG },
      { agent: 'shop/returns' },
    )
    expect(Object.keys(files)).toContain('agents/shop/subagents/returns/tools/get_order.ts')
  })

  it('follows the kind of the index', async () => {
    const index = "import { ping } from './ping.js'\nexport const tools = [ping]\n"
    const { files } = await add({ ...SHOP, 'agents/shop/tools/index.js': index })
    expect(Object.keys(files)).toContain('agents/shop/tools/get_order.js')
  })

  it('leaves rules to the person that are kept in the config', async () => {
    const config = CONFIG.replace("systemPrompt: 'x'", "systemPrompt: 'x', rules: []")
    const { files, notes } = await add({ 'agents/shop/index.ts': config })
    expect(Object.keys(files)).not.toContain('agents/shop/actauth.yml')
    expect(notes[0]).toContain('"name":"get-order-ask"')
  })

  it('gives names that no variable may have as one input', async () => {
    const { files } = await add(SHOP, { name: 'delete', parameters: ['class:string'] })
    const file = files['agents/shop/tools/delete.ts'] ?? ''
    expect(file).toContain('export const deleteTool = defineTool({')
    expect(file).toContain('execute: async (input) => {')
    expect(file).toContain('return input\n')
  })

  it('keeps hostile words inside their literals', async () => {
    const description = 'It\'s */ `$\u007bx}` "quoted" \\ \u2028 end'
    const { files } = await add(SHOP, { description, parameters: ["a:string:it's"] })
    const file = files['agents/shop/tools/get_order.ts'] ?? ''
    expect(file).toContain('/** It\'s *\\/ `$\u007bx}` "quoted" \\')
    expect(file).toContain(`a: { type: 'string', description: "it's" }`)
  })

  it.each([
    ['a config with tools', { 'agents/shop/index.ts': CONFIG.replace("'x'", "'x', tools: []") }, 'TOOLS_IN_CONFIG'],
    ['a file of that name', { ...SHOP, 'agents/shop/tools/getOrder.ts': '' }, 'NAME_TAKEN'],
    [
      'a listed tool',
      { ...SHOP, 'agents/shop/tools/index.ts': 'export const tools = [{ name: "get_order" }]\n' },
      'NAME_TAKEN',
    ],
    ['a subagent', { ...SHOP, 'agents/shop/subagents/get-order/index.ts': CONFIG }, 'NAME_TAKEN'],
    ['a rule of that name', { ...SHOP, 'agents/shop/actauth.yml': 'rules:\n  - name: get-order-ask\n' }, 'NAME_TAKEN'],
    [
      'an index that cannot be edited',
      { ...SHOP, 'agents/shop/tools/index.ts': 'export * from "./all.js"\n' },
      'REEXPORT',
    ],
    ['two definitions', { ...SHOP, 'agents/shop.ts': CONFIG }, 'agent_twice'],
    ['no such agent', { 'agents/other/index.ts': CONFIG }, 'agent_not_found'],
  ])('refuses %s', async (_what, files, code) => {
    await expect(add(files)).rejects.toMatchObject({ code })
  })

  it('refuses a name that an .abl file declares with a binding of its own', async () => {
    const abl =
      'TOOLS:\n  get_order(id: string) -> object\n    type: http\n    endpoint: "https://example.org/x"\n    method: GET\n'
    await expect(add({ ...SHOP, 'agents/shop/tools/x.tools.abl': abl })).rejects.toMatchObject({ code: 'NAME_TAKEN' })
  })

  it.each([
    [{ name: '2fast' }, 'tool_name'],
    [{ name: 'con' }, 'tool_name'],
    [{ name: 'index' }, 'tool_name'],
    [{ name: 'system_ask_user' }, 'tool_name'],
    [{ name: 'x'.repeat(70) }, 'tool_name'],
    [{ parameters: ['a:strin'] }, 'parameter'],
    [{ parameters: ['a b:string'] }, 'parameter'],
    [{ parameters: ['a', 'a'] }, 'parameter'],
  ])('calls %j wrong usage', async (tool, code) => {
    await expect(add(SHOP, tool)).rejects.toMatchObject({ code, exitCode: 2 })
  })
})
