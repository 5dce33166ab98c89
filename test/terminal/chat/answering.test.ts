import { describe, expect, it } from 'vitest'
import type { Agent } from '../../../src/core/agent.ts'
import { openRegistry } from '../../../src/registry/open-registry.ts'
import { newSessionId } from '../../../src/sessions/session-id.ts'
import { SessionStore } from '../../../src/sessions/session-store.ts'
import { answering } from '../../../src/terminal/chat/chat-state.ts'
import { fixedAgent } from '../../../src/terminal/live-agent.ts'
import { project } from '../../helpers/project.ts'

const config = (name: string, more = ''): string =>
  `export const config = { name: '${name}', systemPrompt: 'You help.', toolDescription: 'Helps.', ${more} }\n`
const tool = (name: string): string =>
  `export const tools = [{ name: '${name}', description: 'Does.', input_schema: { type: 'object' }, execute: () => 1 }]\n`
const rules = (name: string): string =>
  `default_decision: deny\nrules:\n  - { name: ${name}, scope: "*/*", tool: x, decision: allow }\n`

const FILES = {
  'agents/desk/index.ts': config('desk', "steps: { pay: { instructions: 'Pay.', tools: [] } }"),
  'agents/desk/tools/index.ts': tool('look'),
  'agents/desk/actauth.yml': rules('of-the-desk'),
  'agents/desk/subagents/billing/index.ts': config('billing'),
  'agents/desk/subagents/billing/tools/index.ts': tool('bill'),
  'agents/desk/subagents/billing/actauth.yml': rules('of-billing'),
}

async function chatAfter(change: {
  handovers?: string[]
  step?: string
}): Promise<{ agent: Agent; tools: string[]; rules: string[] }> {
  const { root } = project(FILES)
  const agent = fixedAgent(await openRegistry(root), 'desk')
  const session = await new SessionStore(root, {}).open(newSessionId())
  Object.assign(session.state, change)
  const found = await answering({ agent, session })
  await session.close()
  const policy = await agent.policy(found.agent)
  const names = policy?.kind === 'sound' ? policy.rules.map(({ rule }) => rule.name) : []
  return { agent: found.agent, tools: Object.keys(found.tools), rules: names }
}

describe('who answers in a chat', () => {
  it('is the agent that it was started with', async () => {
    const { agent, tools, rules } = await chatAfter({})
    expect(agent.name).toBe('desk')
    expect(tools).toContain('look')
    expect(rules).toEqual(['of-the-desk'])
  })

  it('is the agent that took the conversation over, with its own tools and rules', async () => {
    const { agent, tools, rules } = await chatAfter({ handovers: ['billing'] })
    expect(agent.name).toBe('billing')
    expect(tools).toContain('bill')
    expect(rules).toEqual(['of-billing'])
  })

  it('has the tools of the step that holds', async () => {
    const { tools } = await chatAfter({ step: 'pay' })
    expect(tools).toEqual([])
  })
})
