import type { Agent } from '../core/agent.ts'
import type { Model } from '../core/model.ts'
import type { ToolCall, ToolOutcome } from '../core/tool.ts'
import { runCall } from '../loop/run-call.ts'
import type { TurnSession } from '../loop/turn.ts'
import type { SessionLog } from '../sessions/session-log.ts'
import type { ConversationOptions } from './conversation.ts'
import { keepVariables } from './keep-variables.ts'
import { mergeVariables } from './merge-variables.ts'

export interface CallToolOptions extends Omit<ConversationOptions, 'model' | 'session' | 'agent' | 'variables'> {
  agent: Agent
  call: ToolCall
  /** Its variables are there for the tool, and kept when the tool changes them; a session that has not begun keeps nothing. */
  session: SessionLog | undefined
  variables: Record<string, unknown> | undefined
}

/** One tool through the gate, without a model and without a place in any conversation. */
export async function callTool(options: CallToolOptions): Promise<ToolOutcome> {
  const { agent, call, session, scope, user, approver, signal, emit } = options
  const known = session?.state
  const turnSession: TurnSession = {
    id: session?.id ?? 'call',
    variables: mergeVariables(known?.variables ?? {}, options.variables),
    grants: new Set(known?.grants),
    requests: known?.requests ?? 0,
  }
  const turn = { session: turnSession, messages: [], scope, user, approver, signal, emit, record: async () => {} }
  const outcome = await runCall({ ...turn, agent: { ...agent, client: NO_MODEL } }, call)
  if (session && session.state.lines > 0) await keepVariables(session, turnSession, { tool: call.name, emit })
  return outcome
}

const NO_MODEL: Model = {
  id: 'none',
  stream: () => {
    throw new TypeError('A single call has no model.')
  },
}
