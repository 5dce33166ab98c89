import type { TurnSession } from './turn.ts'

/** The next id of an approval or a question: the session's id, a dot, a number; never used twice in a session. */
export function nextRequestId(session: TurnSession): string {
  session.requests++
  return `${session.id}.${session.requests}`
}
