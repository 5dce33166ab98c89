import type { Pending } from '../core/approval.ts'
import { toErrorRecord } from '../core/error-record.ts'
import type { StopReason } from '../core/event.ts'
import { type AssistantMessage, callsOf, textOf } from '../core/message.ts'
import { addUsage, NO_USAGE } from '../core/model.ts'
import { runBatch } from './run-batch.ts'
import { streamModel } from './stream-model.ts'
import type { OpenBatch, TurnOptions, TurnResult } from './turn.ts'

/**
 * The ReAct loop: ask the model, run the calls it wants, tell it their outcomes, until it wants none. Resolves for
 * every end a turn can have and never rejects; the last event is always `turn_end`.
 */
export async function runTurn(options: TurnOptions): Promise<TurnResult> {
  const { agent, session, emit } = options
  emit({ type: 'turn_start', sessionId: session.id, agent: agent.name, model: agent.client.id })
  const result = await loop(options).catch((error: unknown): TurnResult => {
    return { text: '', stopReason: 'error', pending: [], usage: NO_USAGE, error: toErrorRecord(error) }
  })
  if (result.error) emit({ type: 'error', error: result.error })
  const { text, stopReason, pending, usage } = result
  emit({ type: 'turn_end', text, stopReason, sessionId: session.id, pending, usage })
  return result
}

async function loop(options: TurnOptions): Promise<TurnResult> {
  const { agent, messages, signal, record } = options
  let usage = NO_USAGE
  let text = ''
  const end = (stopReason: StopReason, pending: Pending[] = []): TurnResult => ({ text, stopReason, pending, usage })

  let batch = options.batch
  for (let step = 0; ; step++) {
    if (batch) {
      const settled = await runBatch(options, batch)
      if (settled.kind === 'stopped') return end(settled.stopReason, settled.pending)
      messages.push({ role: 'tool', results: settled.results })
    }
    if (signal.aborted) return end('aborted')
    if (step === agent.limits.maxTurns) return end('max_turns')

    const answer = await streamModel(options)
    usage = addUsage(usage, answer.usage)
    text = textOf(answer.message)
    if (answer.message.parts.length > 0) {
      messages.push(answer.message)
      await record({ type: 'message', message: answer.message })
    }
    if (answer.kind === 'aborted') return end('aborted')
    if (answer.kind === 'failed') return { ...end('error'), error: toErrorRecord(answer.error) }
    if (callsOf(answer.message).length === 0) return end('end_turn')
    batch = freshBatch(answer.message)
  }
}

function freshBatch(message: AssistantMessage): OpenBatch {
  return { message, results: new Map(), approvals: new Map(), questions: new Map() }
}
