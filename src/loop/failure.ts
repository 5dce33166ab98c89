import { isLoopengineError, messageOf } from '../core/errors.ts'
import { isRecord } from '../core/json.ts'
import type { OutcomeKind } from '../core/tool.ts'
import { isToolFailure } from '../core/tool-failure.ts'

/** What a tool threw, as an outcome; the causes are told too (`fetch failed` alone helps nobody). */
export function failureOf(error: unknown): Extract<OutcomeKind, { kind: 'failed' }> {
  const message = [...new Set(messages(error))].filter(one => one !== '').join(': ')
  const told = message || 'The tool failed without a message.'
  if (!isToolFailure(error)) {
    const code = isLoopengineError(error) ? error.code : 'tool_error'
    return { kind: 'failed', error: { code, type: 'tool_error', message: told } }
  }
  const { code, type, status, details, problems } = error
  return {
    kind: 'failed',
    error: {
      code,
      type,
      message: told,
      ...(status === undefined ? {} : { status }),
      ...(details === undefined ? {} : { details }),
      ...(problems === undefined ? {} : { problems }),
    },
  }
}

/** A call that ran out of time, or was stopped with the turn. `effects`: whether it may have done something. */
export function cutShort(
  end: 'timeout' | 'aborted',
  { limit, effects }: { limit: number | false; effects: boolean },
): OutcomeKind {
  const maybe = effects ? ' The call may still have had an effect.' : ''
  const error =
    end === 'timeout'
      ? { code: 'tool_timeout', type: 'tool_timeout', message: `No result within ${limit} ms.${maybe}` }
      : { code: 'aborted', type: 'tool_error', message: `The turn was stopped while the call ran.${maybe}` }
  return { kind: 'failed', error }
}

const DEEPEST_CAUSE = 4

function messages(error: unknown, depth = 0): string[] {
  const cause = error instanceof AggregateError && error.message === '' ? error.errors[0] : causeOf(error)
  const message = messageOf(error)
  if (cause === undefined || cause === null || depth === DEEPEST_CAUSE) return [message]
  return [message, ...messages(cause, depth + 1).filter(inner => !message.includes(inner))]
}

function causeOf(error: unknown): unknown {
  try {
    return isRecord(error) ? error.cause : undefined
  } catch {
    return undefined
  }
}
