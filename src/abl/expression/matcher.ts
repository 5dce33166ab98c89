import { EvaluationProblem } from './problem.ts'

/** Whether `pattern` is found in `text`. Throws an `EvaluationProblem` for a pattern that cannot be used. */
export type Matcher = (pattern: string, text: string) => boolean

const LONGEST_PATTERN = 200
const LONGEST_SUBJECT = 10_000
/** Instructions times characters: about 50 ms at the engine's slowest. */
const MOST_WORK = 1_500_000
const KEPT_PATTERNS = 200

let loading: Promise<Matcher> | undefined

/** The regular-expression engine, loaded when the first expression needs it. It takes linear time for any pattern. */
export function loadMatcher(): Promise<Matcher> {
  loading ??= import('re2js').then(({ RE2JS }) => createMatcher(pattern => RE2JS.compile(pattern)))
  return loading
}

interface Pattern {
  programSize(): number
  matcher(text: string): { find(): boolean }
}

function createMatcher(compile: (pattern: string) => Pattern): Matcher {
  const kept = new Map<string, Pattern>()
  return (pattern, text) => {
    if (pattern.length > LONGEST_PATTERN)
      throw new EvaluationProblem(`A pattern may have at most ${LONGEST_PATTERN} characters.`)
    if (text.length > LONGEST_SUBJECT)
      throw new EvaluationProblem(`\`matches\` reads at most ${LONGEST_SUBJECT} characters.`)
    const compiled = kept.get(pattern) ?? compilePattern(compile, pattern)
    if (kept.size >= KEPT_PATTERNS) kept.clear()
    kept.set(pattern, compiled)
    if (compiled.programSize() * text.length > MOST_WORK) {
      throw new EvaluationProblem(`The pattern \`${pattern}\` is too large for a text of ${text.length} characters.`)
    }
    return compiled.matcher(text).find()
  }
}

function compilePattern(compile: (pattern: string) => Pattern, pattern: string): Pattern {
  try {
    return compile(pattern)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new EvaluationProblem(`\`${pattern}\` is no regular expression that can be used: ${reason}`)
  }
}
