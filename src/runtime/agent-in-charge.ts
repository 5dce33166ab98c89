import type { Agent } from '../core/agent.ts'
import { LoopengineError } from '../core/errors.ts'
import { getOwn } from '../core/json.ts'
import type { StoredSession } from '../sessions/session-store.ts'
import type { ConversationOptions } from './conversation.ts'

/** Another agent that this one may run or hand over to: a subagent of its own, or an agent of the project. */
export async function findOther(
  { findAgent }: Pick<ConversationOptions, 'findAgent'>,
  agent: Agent,
  name: string,
): Promise<Agent> {
  const found = getOwn(agent.subagents, name) ?? (await findAgent?.(name))
  if (found) return found
  throw new LoopengineError('agent_not_found', `There is no agent \`${name}\` that \`${agent.name}\` could run.`)
}

/** The agent that the session's conversation was handed over to; the given one when it never was. */
export async function agentInCharge(
  options: Pick<ConversationOptions, 'agent' | 'findAgent'> & { session: StoredSession },
): Promise<Agent> {
  let { agent } = options
  for (const name of options.session.state.handovers) agent = await findOther(options, agent, name)
  return agent
}
