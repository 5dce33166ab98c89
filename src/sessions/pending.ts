import type { Pending } from '../core/approval.ts'
import { callsOf } from '../core/message.ts'
import type { ToolCall } from '../core/tool.ts'
import type { SessionState } from './state.ts'

/** What a session waits for a person to say; empty when nothing is parked. */
export function pendingOf(state: SessionState): Pending[] {
  const { open } = state
  if (!open) return []
  return callsOf(open.message).flatMap((call): Pending[] => {
    if (open.results.has(call.id)) return []
    const question = open.questions.get(call.id)?.find(one => one.answer === undefined)
    if (question) return [{ id: question.id, kind: 'question', callId: call.id, question: question.question }]
    const waiting = open.waiting.get(call.id)
    if (waiting) return waiting
    const approval = open.approvals.get(call.id)
    if (!approval || approval.answer || open.started.has(call.id)) return []
    return [{ id: approval.id, kind: 'approval', call: approval.call, reason: approval.decision.reason }]
  })
}

/** Calls that had started when their process ended, and that no question held back: nobody knows what they did. */
export function unknownCalls(state: SessionState): ToolCall[] {
  const { open } = state
  if (!open) return []
  return callsOf(open.message).filter(call => {
    const asks = open.questions.get(call.id)?.some(one => one.answer === undefined) === true
    const waiting = asks || open.waiting.has(call.id)
    return open.started.has(call.id) && !open.results.has(call.id) && !waiting
  })
}
