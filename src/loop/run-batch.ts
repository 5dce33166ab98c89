import type { Pending } from '../core/approval.ts'
import type { StopReason } from '../core/event.ts'
import { callsOf, type ToolResult } from '../core/message.ts'
import type { Directive, ToolCall, ToolOutcome } from '../core/tool.ts'
import { executeCall, type Shown } from './execute-call.ts'
import { withKnownSteps } from './follow-directives.ts'
import { gateCall } from './gate-call.ts'
import { planLanes } from './plan-lanes.ts'
import { prepareCall } from './prepare-call.ts'
import { presentOutcome } from './present-outcome.ts'
import type { OpenBatch, ReadyCall, TurnOptions } from './turn.ts'

export type BatchEnd =
  | { kind: 'settled'; directives: Directive[] }
  | { kind: 'stopped'; stopReason: Extract<StopReason, 'aborted' | 'denied'> }
  | { kind: 'pending'; pending: Pending[] }

/**
 * One batch of calls, from what the model asked to the results it is told. Each call in order is found, prepared and
 * gated; only then lanes run (loopengine tools page, "Running tools in parallel"). However it ends, unless it waits for
 * a person, the conversation then holds a result for every call, in the order asked.
 */
export async function runBatch(options: TurnOptions, batch: OpenBatch): Promise<BatchEnd> {
  let end: BatchEnd = { kind: 'settled', directives: [] }
  try {
    end = await runPhases(options, batch)
    return end
  } finally {
    if (end.kind !== 'pending') options.messages.push({ role: 'tool', results: inOrder(batch) })
  }
}

async function runPhases(options: TurnOptions, batch: OpenBatch): Promise<BatchEnd> {
  const gated = await gateAll(options, batch)
  if (gated.stop) return stopped(options, batch, 'denied')
  if (options.signal.aborted) return stopped(options, batch, 'aborted')
  if (gated.pending.length > 0) return { kind: 'pending', pending: gated.pending }

  const pending = await runLanes(options, batch, gated.ready)
  if (options.signal.aborted) return stopped(options, batch, 'aborted')
  if (pending.length > 0) return { kind: 'pending', pending }
  const directives = callsOf(batch.message).flatMap(({ id }) => batch.directives.get(id) ?? [])
  return { kind: 'settled', directives }
}

interface Gated {
  ready: ReadyCall[]
  pending: Pending[]
  stop: boolean
}

async function gateAll(options: TurnOptions, batch: OpenBatch): Promise<Gated> {
  const gated: Gated = { ready: [], pending: [], stop: false }
  for (const call of callsOf(batch.message)) {
    if (batch.results.has(call.id)) continue
    if (gated.stop || options.signal.aborted) break
    const prepared = await prepareCall(options, call)
    if (prepared.kind === 'outcome') {
      await settle(options, batch, { call, ms: 0, ...prepared.outcome })
      continue
    }
    const verdict = await gateCall(options, prepared, batch.approvals.get(call.id))
    if (verdict.kind === 'ready') gated.ready.push(verdict.ready)
    else if (verdict.kind === 'pending') gated.pending.push(verdict.pending)
    else {
      const { call, reason, code } = verdict
      await settle(options, batch, { call, ms: 0, kind: 'denied', reason, ...(code === undefined ? {} : { code }) })
      gated.stop = verdict.stop
    }
  }
  return gated
}

/** Lane by lane; a call that waits for an answer holds back the lanes after it, for batch order is always kept. */
async function runLanes(options: TurnOptions, batch: OpenBatch, ready: ReadyCall[]): Promise<Pending[]> {
  const lanes = planLanes(ready, ({ call }) => options.agent.isSafe(call))
  for (const [lane, calls] of lanes.entries()) {
    if (options.signal.aborted) return []
    await options.record({ type: 'calls', callIds: calls.map(({ call }) => call.id) })
    // Also when one of them can't be kept, the others are waited for: nothing runs on behind the end of a turn.
    const ends = await Promise.allSettled(calls.map(call => runOne(options, batch, call, lane)))
    const pending = ends.flatMap(end => {
      if (end.status === 'rejected') throw end.reason
      return end.value
    })
    if (pending.length > 0) return pending
  }
  return []
}

async function runOne(options: TurnOptions, batch: OpenBatch, ready: ReadyCall, lane: number): Promise<Pending[]> {
  options.emit({ type: 'call_start', call: ready.call, lane })
  const executed = await executeCall(options, ready, batch.questions.get(ready.call.id) ?? [])
  if (executed.kind === 'waiting') return executed.pending
  await settle(options, batch, executed.outcome, executed.shown)
  return []
}

async function stopped(options: TurnOptions, batch: OpenBatch, stopReason: 'aborted' | 'denied'): Promise<BatchEnd> {
  const reason = stopReason === 'denied' ? 'the person stopped the turn' : 'the turn was stopped before it ran'
  for (const call of callsOf(batch.message)) {
    if (!batch.results.has(call.id)) await settle(options, batch, { call, ms: 0, kind: 'skipped', reason })
  }
  return { kind: 'stopped', stopReason }
}

async function settle(options: TurnOptions, batch: OpenBatch, ended: ToolOutcome, shown?: Shown): Promise<void> {
  const outcome = withKnownSteps(ended, options.agent)
  const result = presentOutcome(outcome, shown)
  await options.record({ type: 'outcome', outcome, result })
  batch.results.set(outcome.call.id, result)
  if (outcome.directives) batch.directives.set(outcome.call.id, outcome.directives)
  options.emit({ type: 'call_end', outcome })
}

/** A call without a result here is one whose outcome could not be kept. */
function inOrder(batch: OpenBatch): ToolResult[] {
  return callsOf(batch.message).map(call => batch.results.get(call.id) ?? presentOutcome(lost(call)))
}

function lost(call: ToolCall): ToolOutcome {
  const message = 'The turn ended with an error before the outcome was kept. The call may have had an effect.'
  return { call, ms: 0, kind: 'failed', error: { code: 'unknown_outcome', type: 'tool_error', message } }
}
