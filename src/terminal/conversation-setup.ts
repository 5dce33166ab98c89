import type { Agent } from '../core/agent.ts'
import type { Approver } from '../core/approval.ts'
import type { Emit } from '../core/event.ts'
import type { Model } from '../core/model.ts'
import type { Scope } from '../core/rule.ts'
import type { User } from '../core/tool.ts'

/** Who talks to which agent, from where: what `run`, `chat` and `approvals` hand to a turn. */
export interface ConversationSetup {
  agent: Agent
  model: Model
  scope: Scope
  user?: User | undefined
  variables?: Record<string, unknown> | undefined
  approver: Approver
  emit: Emit
}
