import type { Agent } from '../core/agent.ts'
import type { Approver, Pending } from '../core/approval.ts'
import { toErrorRecord } from '../core/error-record.ts'
import { LoopengineError } from '../core/errors.ts'
import type { Emit } from '../core/event.ts'
import { type Message, textOf } from '../core/message.ts'
import type { AgentRun, AgentRunEnd, TurnResult } from '../loop/turn.ts'
import { childSessionId } from '../sessions/session-id.ts'
import type { SessionLog } from '../sessions/session-log.ts'
import { findOther } from './agent-in-charge.ts'
import type { ConversationOptions } from './conversation.ts'

/** How deep agents may run agents. */
const MAX_DEPTH = 8

/** The two ways to go through a turn, handed in: they stand above this file. */
interface Turns {
  converse(options: ConversationOptions & { text: string }): Promise<TurnResult>
  resume(options: ConversationOptions): Promise<TurnResult>
}

/**
 * Runs another agent for one call (loopengine tools page, "Agent as a tool"). It has a session of its own, so that a
 * parked approval of it outlives the process; it keeps its own rules, under the caller's tenant and environment.
 */
export async function runChild(options: ConversationOptions, run: AgentRun, turns: Turns): Promise<AgentRunEnd> {
  try {
    const agent = await findOther(options, options.agent, run.agent)
    const depth = (options.parent?.depth ?? 0) + 1
    if (depth > MAX_DEPTH) throw tooDeep(run.agent)
    const session = await options.session.sibling(
      childSessionId(options.session.id, run.callId, { agent: agent.name, request: run.request }),
    )
    try {
      return await runIn(session, agent, { options, run, turns, depth })
    } finally {
      await session.close()
    }
  } catch (error) {
    return { kind: 'failed', error: toErrorRecord(error) }
  }
}

interface Work {
  options: ConversationOptions
  run: AgentRun
  turns: Turns
  depth: number
}

async function runIn(session: SessionLog, agent: Agent, { options, run, turns, depth }: Work): Promise<AgentRunEnd> {
  const { state } = session
  const before = finalText(state.messages)
  if (state.lastStop === 'end_turn' && before !== undefined) return { kind: 'answered', text: before }
  const child: ConversationOptions = {
    ...options,
    agent,
    model: (await options.modelFor?.(agent)) ?? options.model,
    session,
    approver: childApprover(options.approver, run),
    signal: run.signal,
    emit: childEvents(agent.name, options.emit, run),
    parent: { call: { session: options.session.id, callId: run.callId }, depth },
  }
  return endOf(
    state.open ? await turns.resume(child) : await turns.converse({ ...child, text: run.request }),
    agent.name,
  )
}

/** The caller's person sees what concerns them, and one note a call; the rest stays inside. */
function childEvents(name: string, emit: Emit, { progress, waiting }: AgentRun): Emit {
  const waits = (pending: Pending[]): void => void waiting(pending).catch(() => {})
  return event => {
    switch (event.type) {
      case 'approval_request':
        waits([{ id: event.id, kind: 'approval', call: event.call, reason: event.reason }])
        return emit(event)
      case 'question':
        waits([{ id: event.id, kind: 'question', callId: event.callId, question: event.question }])
        return emit(event)
      case 'approval_answer':
        waits([])
        return emit(event)
      case 'notice':
        return emit(event)
      case 'call_end':
        return progress(`${name}: ${event.outcome.call.name} ${event.outcome.kind}`)
    }
  }
}

/** Once its question has an answer the child runs again: a crash then leaves an unknown outcome, and nothing that waits. */
function childApprover(approver: Approver, { waiting }: AgentRun): Approver {
  return {
    approve: (request, signal) => approver.approve(request, signal),
    answer: async (request, signal) => {
      const answer = await approver.answer(request, signal)
      if (answer.kind === 'answer') await waiting([])
      return answer
    },
  }
}

function endOf(result: TurnResult, name: string): AgentRunEnd {
  const failed = (code: string, message: string): AgentRunEnd => ({ kind: 'failed', error: { code, message } })
  switch (result.stopReason) {
    case 'end_turn':
      return { kind: 'answered', text: result.text }
    case 'pending':
      return { kind: 'pending', pending: result.pending }
    case 'error':
      return { kind: 'failed', error: result.error ?? { code: 'unknown_error', message: `Agent \`${name}\` failed.` } }
    case 'max_turns':
      return failed('max_turns', `Agent \`${name}\` used all of its model calls. It said last: ${result.text}`)
    case 'denied':
      return failed('denied', `The person stopped agent \`${name}\`.`)
    case 'aborted':
      return failed('aborted', `Agent \`${name}\` was stopped.`)
  }
}

function finalText(messages: readonly Message[]): string | undefined {
  const last = messages.at(-1)
  return last?.role === 'assistant' ? textOf(last) : undefined
}

function tooDeep(name: string): LoopengineError {
  return new LoopengineError('agent_depth', `Agent \`${name}\` was not run: agents run each other ${MAX_DEPTH} deep.`)
}
