const MARKER = Symbol.for('loopengine.error')

export interface LoopengineErrorOptions {
  /** The way out, as one sentence. */
  hint?: string
  /** The process exit code that fits when a command ends with this error. @default 1 */
  exitCode?: number
  file?: string
  line?: number
  column?: number
  cause?: unknown
}

/**
 * An error meant for a person: what, with which value, and what to do. Recognised by a marker, so that it holds across
 * the copies of a bundle. Exit codes follow the table in the README (1 failed, 2 usage, 3 approval, 4 refused, 75 locked).
 */
export class LoopengineError extends Error {
  readonly [MARKER] = true
  readonly code: string
  readonly hint: string | undefined
  readonly exitCode: number
  readonly file: string | undefined
  readonly line: number | undefined
  readonly column: number | undefined

  constructor(code: string, message: string, options: LoopengineErrorOptions = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause })
    this.name = 'LoopengineError'
    this.code = code
    this.hint = options.hint
    this.exitCode = options.exitCode ?? 1
    this.file = options.file
    this.line = options.line
    this.column = options.column
  }
}

export function isLoopengineError(error: unknown): error is LoopengineError {
  return typeof error === 'object' && error !== null && MARKER in error
}

/** A wrong word on the command line, or a value that is missing without a terminal: exit code 2. */
export function usageError(code: string, message: string, hint?: string): LoopengineError {
  return new LoopengineError(code, message, { exitCode: 2, ...(hint === undefined ? {} : { hint }) })
}

/** The message of anything that was thrown, be it an error, a text, an object, or something that can't be shown. */
export function messageOf(error: unknown): string {
  try {
    if (typeof error !== 'object' || error === null) return String(error)
    const { message } = error as { message?: unknown }
    return typeof message === 'string' ? message : (JSON.stringify(error) ?? String(error))
  } catch {
    return 'something was thrown that has no message'
  }
}

/** The `code` of a Node system error (`ENOENT`, `ENOSPC`), else undefined. */
export function systemCode(error: unknown): string | undefined {
  const code = error instanceof Error ? (error as NodeJS.ErrnoException).code : undefined
  return typeof code === 'string' ? code : undefined
}
