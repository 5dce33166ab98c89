import type { Emit } from '../core/event.ts'
import { callsOf } from '../core/message.ts'
import type { ToolCall, ToolOutcome } from '../core/tool.ts'
import { presentOutcome } from '../loop/present-outcome.ts'
import { unknownCalls } from '../sessions/pending.ts'
import type { SessionLog } from '../sessions/session-log.ts'

/**
 * Closes the batch that a dead process left open: calls that had started have an unknown outcome, the others were not
 * run. The model and the person are told, and nobody runs anything again unasked.
 */
export async function settleInterrupted(session: SessionLog, emit: Emit): Promise<void> {
  await settleUnknown(session, emit)
  const { open } = session.state
  if (!open) return
  const missing = callsOf(open.message).filter(call => !open.results.has(call.id))
  for (const call of missing)
    await settle(session, { call, ms: 0, kind: 'skipped', reason: 'the process ended before it ran' })
}

/** The same for the calls that had started only: what waits for a person goes on waiting. */
export async function settleUnknown(session: SessionLog, emit: Emit): Promise<void> {
  const unknown = unknownCalls(session.state)
  if (unknown.length === 0) return
  for (const call of unknown) await settle(session, unknownOutcome(call))
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

async function settle(session: SessionLog, outcome: ToolOutcome): Promise<void> {
  await session.append({ type: 'outcome', outcome, result: presentOutcome(outcome) })
}
