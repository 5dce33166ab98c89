import type { Agent } from '../core/agent.ts'
import type { Approver } from '../core/approval.ts'
import type { Emit } from '../core/event.ts'
import type { Model } from '../core/model.ts'
import type { Scope } from '../core/rule.ts'
import type { User } from '../core/tool.ts'
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
  emit: Emit
}
