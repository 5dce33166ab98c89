import type { Pending } from '../core/approval.ts'
import type { StopReason } from '../core/event.ts'
import { callsOf, type ToolResult } from '../core/message.ts'
import type { OutcomeKind, ToolCall, ToolOutcome } from '../core/tool.ts'
import { executeCall } from './execute-call.ts'
import { gateCall } from './gate-call.ts'
import { planLanes } from './plan-lanes.ts'
import { prepareCall } from './prepare-call.ts'
import { presentOutcome } from './present-outcome.ts'
import type { OpenBatch, ReadyCall, TurnOptions } from './turn.ts'

export type SettledBatch =
  /** Every call has its result, in the order asked. */
  | { kind: 'settled'; results: ToolResult[] }
  | { kind: 'stopped'; stopReason: Extract<StopReason, 'aborted' | 'denied' | 'pending'>; pending: Pending[] }

/**
 * One batch of calls, from what the model asked to the results it is told. Each call in order is found, prepared and
 * gated; only then lanes run (loopengine tools page, "Running tools in parallel").
 */
export async function runBatch(options: TurnOptions, batch: OpenBatch): Promise<SettledBatch> {
  const gated = await gateAll(options, batch)
  if (gated.stop || options.signal.aborted) {
    await skipRest(options, batch, gated.stop ? 'the person stopped the turn' : 'the turn was stopped before it ran')
    return { kind: 'stopped', stopReason: gated.stop ? 'denied' : 'aborted', pending: [] }
  }
  if (gated.pending.length > 0) return { kind: 'stopped', stopReason: 'pending', pending: gated.pending }

  const pending = await runLanes(options, batch, gated.ready)
  if (options.signal.aborted) {
    await skipRest(options, batch, 'the turn was stopped before it ran')
    return { kind: 'stopped', stopReason: 'aborted', pending: [] }
  }
  if (pending.length > 0) return { kind: 'stopped', stopReason: 'pending', pending }
  return { kind: 'settled', results: inOrder(batch) }
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
      await settle(options, batch, { call: verdict.call, ms: 0, kind: 'denied', reason: verdict.reason })
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
    const waiting = await Promise.all(calls.map(call => runOne(options, batch, call, lane)))
    const pending = waiting.flat()
    if (pending.length > 0) return pending
  }
  return []
}

async function runOne(options: TurnOptions, batch: OpenBatch, ready: ReadyCall, lane: number): Promise<Pending[]> {
  options.emit({ type: 'call_start', call: ready.call, lane })
  const executed = await executeCall(options, ready, batch.questions.get(ready.call.id) ?? [])
  if (executed.kind === 'waiting') return executed.pending
  await settle(options, batch, executed.outcome)
  return []
}

async function skipRest(options: TurnOptions, batch: OpenBatch, reason: string): Promise<void> {
  const skipped: OutcomeKind = { kind: 'skipped', reason }
  for (const call of callsOf(batch.message)) {
    if (!batch.results.has(call.id)) await settle(options, batch, { call, ms: 0, ...skipped })
  }
  options.messages.push({ role: 'tool', results: inOrder(batch) })
}

async function settle(options: TurnOptions, batch: OpenBatch, outcome: ToolOutcome): Promise<void> {
  const result = presentOutcome(outcome)
  await options.record({ type: 'outcome', outcome, result })
  batch.results.set(outcome.call.id, result)
  options.emit({ type: 'call_end', outcome })
}

function inOrder(batch: OpenBatch): ToolResult[] {
  return callsOf(batch.message)
    .map((call: ToolCall) => batch.results.get(call.id))
    .filter(result => result !== undefined)
}
