import type { Agent } from '../core/agent.ts'
import type { Approver } from '../core/approval.ts'
import type { Emit } from '../core/event.ts'
import type { Model } from '../core/model.ts'
import type { Scope } from '../core/rule.ts'
import type { User } from '../core/tool.ts'
import type { ParentCall } from '../sessions/entry.ts'
import type { SessionLog } from '../sessions/session-log.ts'

/** What one turn of one session needs, whatever channel it came through. */
export interface ConversationOptions {
  agent: Agent
  model: Model
  /** Open for writing; the caller closes it. */
  session: SessionLog
  scope: Scope
  user?: User
  /** Set before the turn, beside the variables that the session has. */
  variables?: Record<string, unknown>
  approver: Approver
  signal: AbortSignal
  /** Another agent of the project, for tools that run one; absent: only subagents can be run. */
  findAgent?(name: string): Promise<Agent | undefined>
  /** The model of an agent that runs for a tool. @default the model of this conversation */
  modelFor?(agent: Agent): Promise<Model>
  /** Set when this agent works for a call of another one. */
  parent?: { call: ParentCall; depth: number }
  emit: Emit
}
