import type { Emit } from '../core/event.ts'
import { callsOf, type ToolResult } from '../core/message.ts'
import type { ToolCall, ToolOutcome } from '../core/tool.ts'
import { unknownCalls } from '../sessions/pending.ts'
import type { SessionLog } from '../sessions/session-log.ts'

/**
 * Closes the batch that a dead process left open. A call that had started may or may not have had its effect: the
 * model and the person are told so, and nobody runs it again unasked.
 */
export async function settleInterrupted(session: SessionLog, emit: Emit): Promise<void> {
  const { open } = session.state
  if (!open) return
  const unknown = unknownCalls(session.state)
  const missing = callsOf(open.message).filter(call => !open.results.has(call.id))
  for (const call of missing) {
    const started = unknown.some(one => one.id === call.id)
    const outcome = started ? unknownOutcome(call) : notRun(call)
    await session.append({ type: 'outcome', outcome, result: resultOf(outcome) })
  }
  if (unknown.length === 0) return
  const names = unknown.map(call => `${call.name} (${call.id})`).join(', ')
  emit({
    type: 'notice',
    code: 'unknown_outcome',
    message: `The last run ended while ${names} ran. Whether it took effect is unknown; nothing was run again.`,
  })
}

function unknownOutcome(call: ToolCall): ToolOutcome {
  const message =
    'Unknown outcome: the process ended while this call ran. It may or may not have taken effect. Check before you repeat it.'
  return { call, ms: 0, kind: 'failed', error: { code: 'unknown_outcome', type: 'tool_error', message } }
}

function notRun(call: ToolCall): ToolOutcome {
  return { call, ms: 0, kind: 'skipped', reason: 'the process ended before it ran' }
}

function resultOf(outcome: ToolOutcome): ToolResult {
  const { id: callId, name } = outcome.call
  if (outcome.kind === 'failed') {
    return { callId, name, kind: 'failed', text: `Failed (${outcome.error.code}): ${outcome.error.message}` }
  }
  return { callId, name, kind: 'skipped', text: 'Not run: the process ended before it ran.' }
}
