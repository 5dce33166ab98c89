import type { Agent } from '../core/agent.ts'
import type { Emit } from '../core/event.ts'
import type { Model } from '../core/model.ts'
import type { ToolCall, ToolOutcome } from '../core/tool.ts'
import { runCall } from '../loop/run-call.ts'
import type { AgentRun, AgentRunEnd, TurnOptions, TurnSession } from '../loop/turn.ts'
import type { SessionLog } from '../sessions/session-log.ts'
import type { ConversationOptions } from './conversation.ts'
import { converse, resume } from './converse.ts'
import { keepVariables } from './keep-variables.ts'
import { mergeVariables } from './merge-variables.ts'
import { runChild } from './run-child.ts'
import { scratchSession } from './scratch-session.ts'
import { maskedApprover, withoutSecrets } from './without-secrets.ts'

export interface CallToolOptions extends Omit<ConversationOptions, 'model' | 'session' | 'agent' | 'variables'> {
  agent: Agent
  call: ToolCall
  /** Its variables are there for the tool, and kept when the tool changes them; a session that has not begun keeps nothing. */
  session: SessionLog | undefined
  variables: Record<string, unknown> | undefined
}

/**
 * One tool through the gate, without a model and without a place in any conversation. Agents that the tool runs have
 * their own models, and sessions that end with the call: what waits for a person in them is not parked.
 */
export async function callTool(options: CallToolOptions): Promise<ToolOutcome> {
  const { call, session, emit } = options
  const turn = turnOfCall(options)
  const scratch = scratchSession()
  const runAgent = async (run: AgentRun): Promise<AgentRunEnd> =>
    runChild({ ...options, session: await scratch.open(), model: NO_MODEL }, run, { converse, resume })
  try {
    const outcome = await runCall({ ...turn, runAgent }, call)
    if (session && session.state.lines > 0) await keepVariables(session, turn.session, { tool: call.name, emit })
    return withoutSecrets(options.agent)(outcome)
  } finally {
    await scratch.drop()
  }
}

/** The turn that a single call stands in. */
export function turnOfCall(options: CallToolOptions): TurnOptions {
  const { agent, session, scope, user, approver, signal } = options
  const masked = withoutSecrets(agent)
  const emit: Emit = event => options.emit(masked(event))
  const known = session?.state
  const turnSession: TurnSession = {
    id: session?.id ?? 'call',
    variables: mergeVariables(known?.variables ?? {}, options.variables),
    grants: new Set(known?.grants),
    requests: known?.requests ?? 0,
  }
  const asked = approver && maskedApprover(approver, masked)
  const turn = {
    session: turnSession,
    messages: [],
    scope,
    user,
    approver: asked,
    signal,
    emit,
    record: async () => {},
  }
  return { ...turn, agent: { ...agent, client: NO_MODEL } }
}

const NO_MODEL: Model = {
  id: 'none',
  stream: () => {
    throw new TypeError('A single call has no model.')
  },
}
