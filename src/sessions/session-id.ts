import { createHash, randomBytes } from 'node:crypto'
import { usageError } from '../core/errors.ts'

const SESSION_ID = /^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$/

/** Windows keeps these for devices, whatever their ending. */
const DEVICE = /^(con|prn|aux|nul|com\d|lpt\d)$/i

/** A new id: the time in UTC, so that a folder sorts by age, and 40 random bits. */
export function newSessionId(now: Date = new Date()): string {
  const time = now.toISOString().replaceAll(/[-:]/g, '').slice(0, 15).replace('T', '-')
  return `${time}-${randomBytes(5).toString('hex')}`
}

/** An id that a person or a script gave: never a path. */
export function checkSessionId(id: string): string {
  if (SESSION_ID.test(id) && !DEVICE.test(id)) return id
  throw usageError(
    'session_id',
    `\`${id}\` can't be a session's id.`,
    'Use letters, digits, - and _, at most 64. `loopengine sessions list` shows the ids there are.',
  )
}

/**
 * The session of an agent that works on one request of a call of another session: the same at every start of that call,
 * and another one for another request.
 */
export function childSessionId(parent: string, callId: string, work: { agent: string; request: string }): string {
  const hash = createHash('sha256')
    .update(JSON.stringify([parent, callId, work.agent, work.request]))
    .digest('hex')
  return `${parent.slice(0, 40)}-${hash.slice(0, 10)}`
}

/** The id for a value of `sessionIdFor`, which comes from a request and is never used as it is. */
export function hashedSessionId(value: string): string {
  return `h-${createHash('sha256').update(value).digest('hex').slice(0, 40)}`
}
