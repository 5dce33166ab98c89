import type { Matcher } from './matcher.ts'
import { type EvaluationError, EvaluationProblem } from './problem.ts'

/** What names mean while an expression or a template is evaluated (docs/abl.md, "Names"). */
export interface Scope {
  /** The call's arguments; also what `input.*` reads. */
  parameters?: Readonly<Record<string, unknown>>
  session?: Readonly<Record<string, unknown>>
  /** The value of a variable of the project, undefined when nothing declares or sets it. */
  config?(name: string): string | undefined
  result?: unknown
  error?: unknown
}

/** One evaluation: what it may read and how much it may still cost. */
export interface Run {
  scope: Scope
  /** The innermost last: what `this` and `@index` mean inside `{{#each}}`. */
  locals: Readonly<Record<string, unknown>>[]
  now(): Date
  uniqueId(length: number): string
  matcher: Matcher | undefined
  /** Names of the session and the input that had no value. */
  missing: Set<string>
  deadline: number
  spent: number
}

export interface RunOptions {
  now?(): Date
  uniqueId?(length: number): string
  /** Milliseconds. @default 50 */
  timeLimit?: number
}

export const TIME_LIMIT_MS = 50
export const LONGEST_TEXT = 100_000

const ALPHABET = 'abcdefghijklmnopqrstuvwxyz0123456789'

export function startRun(scope: Scope, matcher: Matcher | undefined, options: RunOptions = {}): Run {
  return {
    scope,
    locals: [],
    now: options.now ?? (() => new Date()),
    uniqueId: options.uniqueId ?? randomText,
    matcher,
    missing: new Set(),
    deadline: performance.now() + (options.timeLimit ?? TIME_LIMIT_MS),
    spent: 0,
  }
}

/** Accounts for `amount` steps; ends the evaluation when its time is over. */
export function spend(run: Run, amount = 1): void {
  const before = run.spent
  run.spent += amount
  if (before >> 8 === run.spent >> 8 || performance.now() <= run.deadline) return
  throw new EvaluationProblem('The evaluation took too long.', 'time_limit')
}

/** The text itself, unless it is longer than any result may be. */
export function limited(text: string): string {
  if (text.length <= LONGEST_TEXT) return text
  throw new EvaluationProblem(`A text may have at most ${LONGEST_TEXT} characters.`)
}

/** Runs `evaluate` and turns what it throws into an error that is returned. */
export function contained<T>(evaluate: () => T): { ok: true; value: T } | { ok: false; error: EvaluationError } {
  try {
    return { ok: true, value: evaluate() }
  } catch (error) {
    if (error instanceof EvaluationProblem) return { ok: false, error: { code: error.code, message: error.message } }
    if (error instanceof RangeError)
      return { ok: false, error: { code: 'evaluation_error', message: 'A value is nested too deep.' } }
    throw error
  }
}

function randomText(length: number): string {
  const bytes = crypto.getRandomValues(new Uint8Array(length))
  return Array.from(bytes, byte => ALPHABET[byte % ALPHABET.length]).join('')
}
