import { setMaxListeners } from 'node:events'
import type { Pending } from '../core/approval.ts'
import { toErrorRecord } from '../core/error-record.ts'
import type { StopReason } from '../core/event.ts'
import { type AssistantMessage, callsOf, textOf } from '../core/message.ts'
import { addUsage, type FinishReason, NO_USAGE, type Usage } from '../core/model.ts'
import { askModel } from './ask-model.ts'
import { followDirectives, takeOver } from './follow-directives.ts'
import { inStep } from './in-step.ts'
import { withNestedCalls } from './nested-call.ts'
import { runBatch } from './run-batch.ts'
import { modelTalk } from './stream-model.ts'
import type { OpenBatch, TurnOptions, TurnResult } from './turn.ts'

/**
 * The ReAct loop: ask the model, run the calls it wants, tell it their outcomes, until it wants none. Resolves for
 * every end a turn can have and never rejects; the last event is always `turn_end`.
 */
export async function runTurn(options: TurnOptions): Promise<TurnResult> {
  const { agent, session, emit, signal } = options
  // Every running call listens to it, and a lane may have many.
  setMaxListeners(0, signal)
  emit({ type: 'turn_start', sessionId: session.id, agent: agent.name, model: agent.client.id })
  const said: Said = { text: '', usage: NO_USAGE }
  const result = await loop(options, said).catch((error: unknown): TurnResult => {
    return { ...said, stopReason: 'error', pending: [], error: toErrorRecord(error) }
  })
  if (result.error) emit({ type: 'error', error: result.error })
  const { text, stopReason, pending, usage } = result
  emit({ type: 'turn_end', text, stopReason, sessionId: session.id, pending, usage })
  return result
}

/** What the model said last, and what it took so far. */
interface Said {
  text: string
  usage: Usage
}

async function loop(given: TurnOptions, said: Said): Promise<TurnResult> {
  const { session, messages, signal, record } = given
  let agent = given.agent
  let options = withNestedCalls({ ...given, agent: inStep(agent, session.step) })
  let handoffs = 0
  const end = (stopReason: StopReason, pending: Pending[] = []): TurnResult => ({ ...said, stopReason, pending })
  const keep = async (message: AssistantMessage): Promise<void> => {
    await record({ type: 'message', message })
    messages.push(message)
  }
  let talk = modelTalk(options)

  let batch = given.batch
  for (let step = 0; ; step++) {
    if (batch) {
      const ended = await runBatch(options, batch)
      if (ended.kind === 'stopped') return end(ended.stopReason)
      if (ended.kind === 'pending') return end('pending', ended.pending)
      if (ended.directives.length > 0) {
        const { said: told, ends, handoff } = followDirectives(options, ended.directives)
        if (told.length > 0) said.text = told.join('\n\n')
        if (ends && handoff === undefined) {
          if (told.length > 0) await keep({ role: 'assistant', parts: [{ type: 'text', text: said.text }] })
          return end('end_turn')
        }
        if (handoff !== undefined) {
          agent = await takeOver(options, handoff, ++handoffs)
          delete session.step
        }
        options = withNestedCalls({ ...given, agent: inStep(agent, session.step) })
        talk = modelTalk(options)
      }
    }
    if (signal.aborted) return end('aborted')
    if (step === agent.limits.maxTurns) return end('max_turns')

    const answer = await askModel(options, talk)
    said.usage = addUsage(said.usage, answer.usage)
    said.text = toldText(options, textOf(answer.message))
    if (answer.message.parts.length > 0) await keep(answer.message)
    if (answer.kind === 'aborted') return end('aborted')
    if (answer.kind === 'failed') return { ...end('error'), error: toErrorRecord(answer.error) }
    tellIfCut(options, answer.reason)
    if (callsOf(answer.message).length === 0) return end('end_turn')
    batch = freshBatch(answer.message)
  }
}

/** As the person reads it. */
function toldText({ privacy }: TurnOptions, text: string): string {
  const told = privacy?.told()
  return told ? told.push(text) + told.end() : text
}

const CUT: Partial<Record<FinishReason, string>> = {
  length: 'The model reached its limit of output tokens: its answer is cut off.',
  filtered: 'The provider withheld a part of the answer.',
}

/** An answer that is not whole must not pass for one. */
function tellIfCut({ emit }: TurnOptions, reason: FinishReason): void {
  const message = CUT[reason]
  if (message !== undefined) emit({ type: 'notice', code: `answer_${reason}`, message })
}

function freshBatch(message: AssistantMessage): OpenBatch {
  return { message, results: new Map(), approvals: new Map(), questions: new Map(), directives: new Map() }
}
