import type { Agent } from '../core/agent.ts'
import { countTokens } from '../core/count-tokens.ts'
import { LoopengineError } from '../core/errors.ts'
import type { Message } from '../core/message.ts'
import type { ModelTool } from '../core/model.ts'

/** What the model is sent for the last answer of a turn. Token counts are estimates. */
export interface ModelInput {
  turn: number
  system: string
  messages: Message[]
  tools: ModelTool[]
  tokens: { system: number; messages: number; tools: number; total: number }
}

/**
 * The input of a turn's last model call: the conversation as the session keeps it, with the agent's prompt and tools as
 * its files stand now. Turns count from 1; without one, the last.
 * @throws LoopengineError `no_such_turn` (2)
 */
export function modelInput(
  agent: Pick<Agent, 'systemPrompt' | 'tools'>,
  conversation: readonly Message[],
  turn?: number,
): ModelInput {
  const starts = conversation.flatMap(({ role }, at) => (role === 'user' ? [at] : []))
  const wanted = turn ?? starts.length
  if (!Number.isInteger(wanted) || wanted < 1 || wanted > starts.length) {
    throw new LoopengineError('no_such_turn', `There is no turn ${wanted}: the session has ${starts.length}.`, {
      exitCode: 2,
    })
  }
  const upTo = conversation.slice(0, starts[wanted] ?? conversation.length)
  const messages = upTo.at(-1)?.role === 'assistant' ? upTo.slice(0, -1) : upTo
  const tools = Object.values(agent.tools).map(({ definition: { name, description, input_schema } }) => {
    return { name, description, input_schema }
  })
  const system = agent.systemPrompt
  const tokens = {
    system: countTokens(system),
    messages: countTokens(JSON.stringify(messages)),
    tools: countTokens(JSON.stringify(tools)),
  }
  return {
    turn: wanted,
    system,
    messages,
    tools,
    tokens: { ...tokens, total: tokens.system + tokens.messages + tokens.tools },
  }
}
