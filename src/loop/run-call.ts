import type { ToolCall, ToolOutcome } from '../core/tool.ts'
import { executeCall } from './execute-call.ts'
import { gateCall } from './gate-call.ts'
import { prepareCall } from './prepare-call.ts'
import type { TurnOptions } from './turn.ts'

/** One call through prepare, gate and execution, without a model. What nobody is there to decide ends `denied`. */
export async function runCall(options: TurnOptions, call: ToolCall): Promise<ToolOutcome> {
  const outcome = await settleCall(options, call)
  options.emit({ type: 'call_end', outcome })
  return outcome
}

async function settleCall(options: TurnOptions, call: ToolCall): Promise<ToolOutcome> {
  const prepared = await prepareCall(options, call)
  if (prepared.kind === 'outcome') return { call, ms: 0, ...prepared.outcome }
  const verdict = await gateCall(options, prepared)
  if (verdict.kind === 'pending') return { call: prepared.call, ms: 0, kind: 'denied', reason: APPROVAL_REQUIRED }
  if (verdict.kind === 'denied') return { call: verdict.call, ms: 0, kind: 'denied', reason: verdict.reason }
  options.emit({ type: 'call_start', call: verdict.ready.call, lane: 0 })
  const executed = await executeCall(options, verdict.ready, [])
  if (executed.kind === 'done') return executed.outcome
  return { call: verdict.ready.call, ms: 0, kind: 'denied', reason: APPROVAL_REQUIRED }
}

/** The reason of a call that waits for a person where none can be asked. */
export const APPROVAL_REQUIRED = 'approval_required'
