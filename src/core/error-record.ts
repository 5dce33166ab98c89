import { isLoopengineError, messageOf } from './errors.ts'
import type { ErrorRecord } from './event.ts'

/** Anything that was thrown, as it is printed, sent and logged: without a stack. */
export function toErrorRecord(error: unknown): ErrorRecord {
  if (!isLoopengineError(error)) return { code: 'unknown_error', message: messageOf(error) }
  const { code, message, hint, file, line, column } = error
  return {
    code,
    message,
    ...(hint === undefined ? {} : { hint }),
    ...(file === undefined ? {} : { file }),
    ...(line === undefined ? {} : { line }),
    ...(column === undefined ? {} : { column }),
  }
}
