import { LoopengineError } from '../core/errors.ts'
import type { ToolCall, ToolOutcome } from '../core/tool.ts'
import { executeCall } from './execute-call.ts'
import { failureOf } from './failure.ts'
import { gateCall } from './gate-call.ts'
import { prepareCall } from './prepare-call.ts'
import type { NestedCall, TurnOptions, TurnRecord } from './turn.ts'

/** How deep calls may make calls. */
const MAX_DEPTH = 8

/** The reason of a call that waits for a person where none can be asked. */
export const APPROVAL_REQUIRED = 'approval_required'

/** The same turn, whose tools may call other tools of the agent (`ToolContext.call`). */
export function withNestedCalls(options: TurnOptions, depth = 0): TurnOptions {
  return { ...options, callTool: nested => nestedCall(options, nested, depth + 1) }
}

/** One call through prepare, gate and execution, outside any batch. Never rejects. */
export async function nestedCall(options: TurnOptions, nested: NestedCall, depth: number): Promise<ToolOutcome> {
  const { id, name, input, signal } = nested
  const call: ToolCall = { id, name, input }
  try {
    if (depth > MAX_DEPTH) throw tooDeep(name)
    const turn = withNestedCalls({ ...options, signal, record: answeredOnly(options.record) }, depth)
    const outcome = await settle(turn, call)
    options.emit({ type: 'call_end', outcome })
    return outcome
  } catch (error) {
    return { call, ms: 0, ...failureOf(error) }
  }
}

async function settle(turn: TurnOptions, call: ToolCall): Promise<ToolOutcome> {
  const prepared = await prepareCall(turn, call)
  if (prepared.kind === 'outcome') return { call, ms: 0, ...prepared.outcome }
  const verdict = await gateCall(turn, prepared)
  if (verdict.kind === 'pending') return { call: prepared.call, ms: 0, kind: 'denied', reason: APPROVAL_REQUIRED }
  if (verdict.kind === 'denied') {
    const { reason, code } = verdict
    return { call: verdict.call, ms: 0, kind: 'denied', reason, ...(code === undefined ? {} : { code }) }
  }
  turn.emit({ type: 'call_start', call: verdict.ready.call, lane: 0 })
  const executed = await executeCall(turn, verdict.ready, [])
  if (executed.kind === 'done') return executed.outcome
  return { call: verdict.ready.call, ms: 0, kind: 'denied', reason: APPROVAL_REQUIRED }
}

/** A call inside a call can't be parked: what it asks is kept only together with the answer. */
function answeredOnly(record: TurnOptions['record']): TurnOptions['record'] {
  let asked: TurnRecord | undefined
  return async entry => {
    if (entry.type === 'approval' || entry.type === 'question') {
      asked = entry
    } else if (entry.type === 'approval_answer' || entry.type === 'question_answer') {
      if (asked) await record(asked)
      await record(entry)
      asked = undefined
    }
  }
}

function tooDeep(name: string): LoopengineError {
  return new LoopengineError('call_depth', `Tool \`${name}\` was not run: calls make each other ${MAX_DEPTH} deep.`)
}
