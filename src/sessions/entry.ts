import type { GivenAnswer, Pending } from '../core/approval.ts'
import type { StopReason } from '../core/event.ts'
import type { Json } from '../core/json.ts'
import type { Message, ToolResult } from '../core/message.ts'
import type { Usage } from '../core/model.ts'
import type { Decision, Scope } from '../core/rule.ts'
import type { Question, ToolCall, ToolOutcome, User } from '../core/tool.ts'

/** The version of the log format that this code writes; older is read, newer is refused. */
export const LOG_VERSION = 1

/** What one line of a session's log says. The state of a session is a pure fold of these (docs/sessions.md). */
export type Entry =
  | { type: 'session'; v: number; agent: string; loopengine: string; parent?: ParentCall }
  | { type: 'message'; message: Message }
  /** These calls start now: from here on they may have had an effect. */
  | { type: 'calls'; callIds: string[] }
  | { type: 'outcome'; outcome: ToolOutcome; result: ToolResult }
  | { type: 'approval'; step: 'asked'; id: string; call: ToolCall; decision: Decision; fingerprint: string }
  | { type: 'approval'; step: 'answered'; id: string; answer: GivenAnswer; grants?: string[] }
  | { type: 'question'; step: 'asked'; id: string; callId: string; question: Question }
  /** `later`: the call did not run any more when the answer came; it starts again from the top. */
  | { type: 'question'; step: 'answered'; id: string; text: string; later?: true }
  /** How a result of an earlier turn stands in the history from here on. */
  | { type: 'compaction'; callId: string; text: string }
  | { type: 'variable'; variables: Record<string, Json> }
  | { type: 'note'; note: 'turn_start'; facts: TurnFacts }
  /** A call waits because the agent that it runs does. */
  | { type: 'note'; note: 'waiting'; callId: string; pending: Pending[] }
  | { type: 'note'; note: 'turn_end'; stopReason: StopReason; usage: Usage }

/** The call that this session's agent works for, when it is a tool of another one. */
export interface ParentCall {
  session: string
  callId: string
}

/** What a turn began with: a turn that was parked goes on with the same. */
export interface TurnFacts {
  scope: Scope
  model: string
  user?: User
}

/** One line: its entry, its number from 0, when it was written (ISO 8601) and the turn it belongs to (from 1). */
export type Line = { seq: number; at: string; turn: number } & (Entry | UnknownEntry)

/** A type that a later version added: kept, and passed over. */
export interface UnknownEntry {
  type: 'unknown'
  original: string
}
