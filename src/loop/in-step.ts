import type { Agent } from '../core/agent.ts'
import { getOwn } from '../core/json.ts'

/** The agent as it is in a step of the conversation: told the step's instructions, with the step's tools only. */
export function inStep<A extends Agent>(agent: A, name: string | undefined): A {
  const step = name === undefined ? undefined : getOwn(agent.config.steps ?? {}, name)
  if (!step) return agent
  const systemPrompt = `${agent.systemPrompt}\n\n${step.instructions}`
  if (!step.tools) return { ...agent, systemPrompt }
  const kept = new Set(step.tools)
  return {
    ...agent,
    systemPrompt,
    tools: Object.fromEntries(Object.entries(agent.tools).filter(([tool]) => kept.has(tool))),
  }
}
