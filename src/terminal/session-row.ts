import { pendingOf } from '../sessions/pending.ts'
import type { StoredSession } from '../sessions/session-store.ts'

/** A session as `sessions list` shows it. */
export interface SessionRow {
  id: string
  agent: string
  /** ISO 8601, UTC. */
  startedAt: string
  changedAt: string
  /** Messages of the person. */
  messages: number
  /** Approvals and questions that wait. */
  pending: number
}

export function sessionRow({ id, state }: StoredSession): SessionRow {
  const { agent, startedAt, changedAt, messages } = state
  const said = messages.filter(({ role }) => role === 'user').length
  return { id, agent, startedAt, changedAt, messages: said, pending: pendingOf(state).length }
}
