import type { GivenAnswer, Pending } from '../core/approval.ts'
import { LoopengineError } from '../core/errors.ts'
import { didYouMean } from '../core/nearest.ts'
import { grantKey } from '../loop/call-demand.ts'
import { pendingOf } from '../sessions/pending.ts'
import type { SessionLog } from '../sessions/session-log.ts'
import type { SessionStore, StoredSession } from '../sessions/session-store.ts'

export type PendingAnswer = { kind: 'approval'; answer: GivenAnswer } | { kind: 'question'; text: string }

export interface WaitingRequest {
  sessionId: string
  agent: string
  request: Pending
}

/** Everything in the project that waits for a person, the oldest session first. */
export async function listPending(store: SessionStore): Promise<WaitingRequest[]> {
  const { sessions } = await store.list()
  const all = sessions.reverse().flatMap(({ id, state }) => {
    return pendingOf(state).map(request => ({ sessionId: id, agent: state.agent, request }))
  })
  // A call that waits for its agent shows what that agent waits for: said once, by the agent's own session.
  return all.filter(({ sessionId, request }) => sessionOfRequest(request.id) === sessionId)
}

/** The session that a request belongs to: its id up to the last dot. */
export function sessionOfRequest(id: string): string {
  const dot = id.lastIndexOf('.')
  if (dot > 0) return id.slice(0, dot)
  throw new LoopengineError('request_not_found', `\`${id}\` is no id of an approval or a question.`, {
    exitCode: 2,
    hint: '`loopengine approvals list` shows what waits.',
  })
}

/**
 * Writes a person's answer into the session, once: an answer that was given before stands, and the turn that died
 * before using it may still go on.
 * @throws LoopengineError `request_not_found` (2), `wrong_answer` (2).
 */
export async function answerPending(session: SessionLog, id: string, given: PendingAnswer): Promise<void> {
  const waiting = pendingOf(session.state)
  const request = waiting.find(one => one.id === id)
  if (!request) {
    if (isAnsweredButUnused(session, id)) return
    throw notWaiting(session, id, waiting)
  }
  if (request.kind !== given.kind) throw wrongKind(request)
  if (given.kind === 'question') {
    await session.append({ type: 'question', step: 'answered', id, text: given.text, later: true })
    return
  }
  const grants = grantsOf(session, id, given.answer)
  await session.append({ type: 'approval', step: 'answered', id, answer: given.answer, ...(grants ? { grants } : {}) })
}

/** The session whose turn goes on when this one is answered: its own, or that of the agent that runs this one. */
export async function rootSession(store: SessionStore, id: string): Promise<StoredSession> {
  const session = await store.read(id)
  return session.state.parent ? rootSession(store, session.state.parent.session) : session
}

function isAnsweredButUnused({ state: { open } }: SessionLog, id: string): boolean {
  if (!open) return false
  return [...open.approvals].some(([callId, approval]) => {
    return approval.id === id && approval.answer !== undefined && !open.started.has(callId) && !open.results.has(callId)
  })
}

function grantsOf(session: SessionLog, id: string, answer: GivenAnswer): string[] | undefined {
  if (answer.kind !== 'approve' || answer.remember !== 'session') return undefined
  const asked = [...(session.state.open?.approvals.values() ?? [])].find(approval => approval.id === id)
  return asked && [grantKey(asked.call, asked.decision)]
}

function notWaiting(session: SessionLog, id: string, waiting: Pending[]): LoopengineError {
  const ids = waiting.map(one => one.id)
  const hint =
    ids.length > 0
      ? `Waiting here: ${ids.join(', ')}. ${didYouMean(id, ids)}`
      : 'Nothing waits in this session any more.'
  return new LoopengineError(
    'request_not_found',
    `\`${id}\` does not wait in session ${session.id}: it was answered, or never asked.`,
    {
      exitCode: 2,
      hint: hint.trim(),
    },
  )
}

function wrongKind(request: Pending): LoopengineError {
  const how =
    request.kind === 'question' ? `approvals answer ${request.id} TEXT` : `approvals approve|deny ${request.id}`
  return new LoopengineError(
    'wrong_answer',
    `\`${request.id}\` is ${request.kind === 'question' ? 'a question' : 'an approval'}.`,
    {
      exitCode: 2,
      hint: `Use \`loopengine ${how}\`.`,
    },
  )
}
