import type { Decision } from './rule.ts'
import type { Question, ToolCall } from './tool.ts'

/** A call that waits for a person. `id` is the session's id, a dot, and a number: it survives restarts. */
export interface ApprovalRequest {
  id: string
  call: ToolCall
  decision: Decision
  /** Whose call it is: the agent of the conversation, or one that works for it. `directory` is absolute. */
  agent?: { name: string; directory: string }
}

export type ApprovalAnswer =
  /** `remember` lets the same rule's asks for this tool pass until the session, or only the turn, ends. */
  | { kind: 'approve'; remember?: 'session' | 'turn'; input?: Record<string, unknown> }
  /** `stop` ends the turn; otherwise the model is told the reason and goes on. */
  | { kind: 'deny'; reason?: string; stop?: boolean }
  /** Nobody is there to answer: the turn is parked, or the call refused where nothing can be parked. */
  | { kind: 'unavailable' }

/** An answer that somebody gave. */
export type GivenAnswer = Exclude<ApprovalAnswer, { kind: 'unavailable' }>

export interface QuestionRequest {
  id: string
  callId: string
  question: Question
}

export type QuestionAnswer = { kind: 'answer'; text: string } | { kind: 'unavailable' }

/**
 * The person's side of a turn. Contract: both methods settle when `signal` aborts; a rejection counts as
 * `unavailable`, so a broken terminal never approves anything.
 */
export interface Approver {
  approve(request: ApprovalRequest, signal: AbortSignal): Promise<ApprovalAnswer>
  answer(request: QuestionRequest, signal: AbortSignal): Promise<QuestionAnswer>
}

/** What a parked turn waits for. */
export type Pending =
  | { id: string; kind: 'approval'; call: ToolCall; reason: string }
  | { id: string; kind: 'question'; callId: string; question: Question }

/** Nobody to ask, ever: for library calls and scripts that give no approver. */
export const nobody: Approver = {
  approve: async () => ({ kind: 'unavailable' }),
  answer: async () => ({ kind: 'unavailable' }),
}
