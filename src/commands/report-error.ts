import { toErrorRecord } from '../core/error-record.ts'
import { isLoopengineError } from '../core/errors.ts'
import { isRecord } from '../core/json.ts'
import { errorText } from '../terminal/error-text.ts'
import { parseError } from './parse-error.ts'

/**
 * Prints what ended a command, and returns the exit code: one message on stderr, or with `json` one document on stdout,
 * on one line, as it may end a stream of objects.
 * A stack is shown only when `DEBUG` is set.
 */
export function reportError(thrown: unknown, { json }: { json: boolean }): number {
  const quiet = quietExit(thrown)
  if (quiet !== undefined) return quiet
  const error = parseError(thrown) ?? thrown
  const record = toErrorRecord(error)
  if (json) process.stdout.write(`${JSON.stringify({ error: record })}\n`)
  else process.stderr.write(`${errorText(record, process.stderr)}\n`)
  if (process.env.DEBUG && error instanceof Error) process.stderr.write(`${error.stack}\n`)
  return isLoopengineError(error) ? error.exitCode : 1
}

/** Endings that need no words: `exit(code)` of a command, and Ctrl-C in a prompt. */
function quietExit(thrown: unknown): number | undefined {
  if (!isRecord(thrown)) return undefined
  if (thrown.name === 'ExitPromptError') return 130
  if (thrown.code !== 'EEXIT' || !isRecord(thrown.oclif)) return undefined
  return typeof thrown.oclif.exit === 'number' ? thrown.oclif.exit : 1
}
