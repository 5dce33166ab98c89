import type { Pending } from './approval.ts'
import type { Usage } from './model.ts'
import type { DecisionWord } from './rule.ts'
import type { Question, ToolCall, ToolOutcome } from './tool.ts'

export type StopReason = 'end_turn' | 'max_turns' | 'denied' | 'pending' | 'aborted' | 'error'

/** An error as it is printed, sent and logged. */
export interface ErrorRecord {
  code: string
  message: string
  hint?: string
  file?: string
  line?: number
  column?: number
}

/**
 * Everything that happens in a turn, in order: the same objects as NDJSON, as server-sent events and as the `events`
 * array of a message (protocol/loop-event.schema.json). A turn ends with exactly one `turn_end`.
 */
export type LoopEvent =
  | { type: 'turn_start'; sessionId: string; agent: string; model: string }
  | { type: 'text_delta'; text: string }
  | { type: 'reasoning_delta'; text: string }
  /** The call is ready and allowed and starts now. `lane` counts the batch's lanes from 0; calls of one lane run side by side. */
  | { type: 'call_start'; call: ToolCall; lane: number }
  | { type: 'progress'; callId: string; note: string }
  /** What a stage of a call did: only for people who look closely. */
  | { type: 'trace'; callId: string; stage: string; message: string }
  | { type: 'approval_request'; id: string; call: ToolCall; rule: string | null; reason: string }
  | { type: 'approval_answer'; id: string; decision: Exclude<DecisionWord, 'ask'>; reason?: string }
  | { type: 'question'; id: string; callId: string; question: Question }
  /** Also for calls that never started: refused, unknown, badly formed. */
  | { type: 'call_end'; outcome: ToolOutcome }
  /** Another agent takes the conversation over, with its own tools and rules. */
  | { type: 'agent_change'; from: string; to: string }
  /** Something the person should know that ends nothing (a retry, a recovered session). */
  | { type: 'notice'; code: string; message: string }
  | { type: 'error'; error: ErrorRecord }
  | {
      type: 'turn_end'
      text: string
      stopReason: StopReason
      sessionId: string
      pending: Pending[]
      usage: Usage
    }

export type Emit = (event: LoopEvent) => void
