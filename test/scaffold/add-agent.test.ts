import { describe, expect, it } from 'vitest'
import { planAddAgent, planAddSubagent } from '../../src/scaffold/add-agent.ts'
import { source } from '../helpers/source.ts'
import { CONFIG, planned } from './plan-files.ts'

const SHOP = { 'agents/shop/index.ts': CONFIG }
const RETURNS = {
  parent: 'shop',
  name: 'returns-desk',
  prompt: 'Handle returns.',
  toolDescription: 'Handles returns',
  decision: 'ask',
} as const

describe('planAddAgent', () => {
  it('plans a config, an empty list of tools and rules that deny', async () => {
    const { files } = await planned(SHOP, plan =>
      planAddAgent(plan, { name: 'helper', prompt: "It's you.", model: 'offline' }),
    )
    expect(files).toEqual({
      'agents/helper/index.ts': source`
        import type { AgentConfig } from 'loopengine'

        export const config: AgentConfig = {
          name: 'helper',
          systemPrompt: "It's you.",
          model: 'offline',
        }
      `,
      'agents/helper/tools/index.ts': source`
        import type { ToolDefinition } from 'loopengine'

        export const tools: ToolDefinition[] = []
      `,
      'agents/helper/actauth.yml': '# What no rule names is denied.\ndefault_decision: deny\nrules: []\n',
    })
  })

  it('writes a prompt of several lines as a template, and a long one on its own line', async () => {
    const several = await planned({}, plan => planAddAgent(plan, { name: 'a', prompt: 'One `x` $\u007by}\r\n  two' }))
    expect(several.files['agents/a/index.ts']).toContain('systemPrompt: `One \\`x\\` \\$\u007by}\n  two`,\n')
    const long = await planned({}, plan => planAddAgent(plan, { name: 'a', prompt: 'word '.repeat(20).trim() }))
    expect(long.files['agents/a/index.ts']).toContain("systemPrompt:\n    'word word")
  })

  it('writes like the agents that are there', async () => {
    const like =
      'import type { AgentConfig } from "loopengine";\n\nexport const config: AgentConfig = {\n    name: "shop",\n};\n'
    const { files } = await planned({ 'agents/shop/index.ts': like }, plan =>
      planAddAgent(plan, { name: 'b', prompt: 'x' }),
    )
    expect(files['agents/b/index.ts']).toBe(
      'import type { AgentConfig } from "loopengine";\n\nexport const config: AgentConfig = {\n    name: "b",\n    systemPrompt: "x",\n};\n',
    )
  })

  it.each(['shop', 'Shop', 's-hop', 's_hop'])('refuses %j beside `shop`', async name => {
    const adding = planned(SHOP, plan => planAddAgent(plan, { name, prompt: 'x' }))
    await expect(adding).rejects.toMatchObject({ code: 'NAME_TAKEN' })
  })

  it('refuses a name beside a flat agent, and beside a folder without one', async () => {
    for (const file of ['agents/shop.ts', 'agents/shop/notes.md']) {
      const adding = planned({ [file]: '' }, plan => planAddAgent(plan, { name: 'shop', prompt: 'x' }))
      await expect(adding).rejects.toMatchObject({ code: 'NAME_TAKEN' })
    }
  })

  it.each(['../x', 'a/b', 'con', 'index', '9lives', '', 'a b'])('calls %j wrong usage', async name => {
    const adding = planned(SHOP, plan => planAddAgent(plan, { name, prompt: 'x' }))
    await expect(adding).rejects.toMatchObject({ code: 'agent_name', exitCode: 2 })
  })
})

describe('planAddSubagent', () => {
  it('plans it below its parent, with what the parent is told and may do', async () => {
    const { files } = await planned(SHOP, plan => planAddSubagent(plan, RETURNS))
    expect(files['agents/shop/subagents/returns-desk/index.ts']).toContain("  toolDescription: 'Handles returns',\n}")
    expect(files['agents/shop/actauth.yml']).toContain(
      '- name: returns-desk-ask\n    scope: "*/*"\n    tool: returns_desk\n',
    )
  })

  it('goes down several steps', async () => {
    const deep = { ...SHOP, 'agents/shop/subagents/a/index.ts': CONFIG }
    const { files } = await planned(deep, plan => planAddSubagent(plan, { ...RETURNS, parent: 'shop/a' }))
    expect(Object.keys(files)).toContain('agents/shop/subagents/a/subagents/returns-desk/index.ts')
  })

  it('refuses the name of a tool of its parent', async () => {
    const files = {
      ...SHOP,
      'agents/shop/tools/index.ts': "import { r } from './r.js'\nexport const tools = [r]\n",
      'agents/shop/tools/r.ts': "export const r = { name: 'returns_desk' }\n",
    }
    const adding = planned(files, plan => planAddSubagent(plan, RETURNS))
    await expect(adding).rejects.toMatchObject({ code: 'NAME_TAKEN' })
  })
})
