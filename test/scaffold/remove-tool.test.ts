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
    'rules:\n  - name: a\n    tool: get_order\n  - name: b\n    tool: get_*\n  - name: c\n    tool: get_order\n',
}

function remove(name: string, more: Record<string, string> = {}): Promise<Planned> {
  return planned({ ...FILES, ...more }, plan => planRemoveTool(plan, { name, agent: 'shop' }))
}

describe('planRemoveTool', () => {
  it('takes out the entry, the file and the rules that name the tool exactly', async () => {
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
  ])('is refused while %s names it', async (_what, more, file, line) => {
    await expect(remove('get_order', more)).rejects.toMatchObject({
      code: 'tool_in_use',
      file: `agents/shop/${file}`,
      line,
    })
  })

  it('is not stopped by prose and longer names', async () => {
    const more = { 'agents/shop/tools/more.ts': "export const a = 'not get_order', b = 'get_orders'\n" }
    expect(Object.keys((await remove('get_order', more)).files)).toHaveLength(3)
  })

  it('names the tools that are there when it finds none', async () => {
    await expect(remove('get-ordre')).rejects.toMatchObject({
      code: 'tool_not_found',
      exitCode: 2,
      hint: 'Did you mean `get_order`? Tools in agents/shop/tools/index.ts: get_order, ping.',
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
