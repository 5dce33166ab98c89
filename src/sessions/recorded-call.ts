import { LoopengineError, usageError } from '../core/errors.ts'
import { callsOf } from '../core/message.ts'
import type { ToolCall } from '../core/tool.ts'
import type { StoredSession } from './session-store.ts'

/**
 * `SESSION#CALL` in its two parts.
 * @throws LoopengineError `invalid_value` (2)
 */
export function splitCallReference(reference: string): { session: string; call: string } {
  const at = reference.indexOf('#')
  if (at > 0 && at < reference.length - 1) return { session: reference.slice(0, at), call: reference.slice(at + 1) }
  throw usageError(
    'invalid_value',
    `Expected \`--from SESSION#CALL\`, got \`${reference}\`.`,
    'CALL is the id of a call, or its number in the session: `#1` is the first. `loopengine sessions list` shows the sessions.',
  )
}

/**
 * A call as the model made it in a session: by its id, or by its number from 1.
 * @throws LoopengineError `call_not_found` (2) with the calls that there are.
 */
export function recordedCall({ id, state }: StoredSession, wanted: string): ToolCall {
  const calls = state.messages.flatMap(message => (message.role === 'assistant' ? callsOf(message) : []))
  const byNumber = /^\d+$/.test(wanted) ? calls[Number(wanted) - 1] : undefined
  const found = calls.find(call => call.id === wanted) ?? byNumber
  if (found) return found
  const list = calls.map((call, at) => `${at + 1} ${call.name} (${call.id})`).join(', ')
  throw new LoopengineError('call_not_found', `Session ${id} has no call \`${wanted}\`.`, {
    exitCode: 2,
    hint: list ? `Its calls: ${list}.` : 'It has no calls.',
  })
}
