import { describe, expect, it } from 'vitest'
import { planRemoveTool } from '../../src/scaffold/remove-tool.ts'
import { CONFIG, type Planned, planned } from './plan-files.ts'

const FILES = {
  'agents/shop/index.ts': CONFIG,
  'agents/shop/tools/index.ts':
    "import { getOrder } from './orders.js'\nimport { ping } from './ping.js'\n\nexport const tools = [getOrder, ping]\n",
  'agents/shop/tools/orders.ts': "export const getOrder = defineTool({ name: 'get_order' })\n",
  'agents/shop/tools/ping.ts': "export const ping = defineTool({ name: 'ping' })\nexport const pong = 1\n",
  'agents/shop/actauth.yml':
    'rules:\n  - name: get-order-ask\n    tool: get_order\n  - name: b\n    tool: get_*\n  - name: get_order-always-2\n    tool: get_order\n',
}

function remove(name: string, more: Record<string, string> = {}): Promise<Planned> {
  return planned({ ...FILES, ...more }, plan => planRemoveTool(plan, { name, agent: 'shop' }))
}

describe('planRemoveTool', () => {
  it('takes out the entry, the file and the rules that were written with it', async () => {
    const { files } = await remove('get-order')
    expect(files).toEqual({
      'agents/shop/tools/index.ts': "import { ping } from './ping.js'\n\nexport const tools = [ping]\n",
      'agents/shop/tools/orders.ts': undefined,
      'agents/shop/actauth.yml': 'rules:\n  - name: b\n    tool: get_*\n',
    })
  })

  it('keeps a file that exports more than the tool', async () => {
    const { files, notes } = await remove('ping')
    expect(Object.keys(files)).toEqual(['agents/shop/tools/index.ts'])
    expect(notes).toEqual(['agents/shop/tools/ping.ts stays: it exports more than this tool.'])
  })

  it.each([
    [
      'its config',
      { 'agents/shop/index.ts': `${CONFIG}export const steps = { a: { tools: ['get_order'] } }\n` },
      'index.ts',
      4,
    ],
    ['another tool', { 'agents/shop/tools/more.ts': "context.call('get_order', {})\n" }, 'tools/more.ts', 1],
    [
      'an .abl file',
      { 'agents/shop/agent.abl': 'AGENT: shop\n# get_order\nTOOLS:\n  get_order() -> object\n' },
      'agent.abl',
      4,
    ],
    [
      'a skill',
      { 'agents/shop/skills/x/SKILL.md': '---\nallowed-tools: ping, get_order\n---\nget_order\n' },
      'skills/x/SKILL.md',
      2,
    ],
    [
      'the text of a skill',
      { 'agents/shop/skills/x/more/how.md': 'First\ncall get_order.\n' },
      'skills/x/more/how.md',
      2,
    ],
    [
      'an eval',
      { 'agents/shop/evals/a.eval.yml': 'cases:\n  - expect: { tools: [get_order] }\n' },
      'evals/a.eval.yml',
      2,
    ],
    [
      'a rule with a name of its own',
      { 'agents/shop/actauth.yml': 'rules:\n  - name: orders-by-day\n    tool: get_order\n' },
      'actauth.yml',
      2,
    ],
  ])('is refused while %s names it', async (_what, more, file, line) => {
    await expect(remove('get_order', more)).rejects.toMatchObject({
      code: 'tool_in_use',
      file: `agents/shop/${file}`,
      line,
    })
  })

  it('is not stopped by prose and longer names', async () => {
    const more = {
      'agents/shop/tools/more.ts': "export const a = 'not get_order', b = 'get_orders'\n",
      'agents/shop/evals/a.eval.yml': '# get_order\n',
      'agents/shop/README.md': 'get_order\n',
      'agents/shop/subagents/desk/tools/get_order.ts': "export const getOrder = defineTool({ name: 'get_order' })\n",
    }
    expect(Object.keys((await remove('get_order', more)).files)).toHaveLength(3)
  })

  it('lets a skill use a plain word that is also a tool', async () => {
    const skill = { 'agents/shop/skills/x/SKILL.md': 'Send a ping.\n' }
    expect((await remove('ping', skill)).notes).toHaveLength(1)
    await expect(remove('ping', { 'agents/shop/skills/x/SKILL.md': 'Call `ping`.\n' })).rejects.toMatchObject({
      code: 'tool_in_use',
    })
  })

  it('is refused when the rules cannot be read', async () => {
    await expect(remove('get_order', { 'agents/shop/actauth.yml': 'rules: [\n' })).rejects.toMatchObject({
      code: 'SYNTAX_ERROR',
      file: 'agents/shop/actauth.yml',
    })
  })

  it('names the tools that are there when it finds none', async () => {
    await expect(remove('get-ordre')).rejects.toMatchObject({
      code: 'tool_not_found',
      exitCode: 2,
      hint: 'Did you mean `get_order`? Tools that can be removed: get_order, ping.',
    })
  })

  it('is refused when the index hides the tool in an expression', async () => {
    const index = FILES['agents/shop/tools/index.ts'].replace('[getOrder', '[audit(getOrder)')
    await expect(remove('get_order', { 'agents/shop/tools/index.ts': index })).rejects.toMatchObject({
      code: 'NESTED_IN_EXPRESSION',
      line: 4,
    })
  })
})
