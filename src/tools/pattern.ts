import { createContext, Script } from 'node:vm'
import { RE2JS } from 're2js'

/** What the validator needs of a regular expression. */
export interface Pattern {
  test(text: string): boolean
  /** The validator keeps one matcher for equal texts, so it must be the pattern's own. */
  toString(): string
}

/** A pattern that RE2 can't say gets this long for one text; then the text counts as not matching. */
const LIMIT_MS = 100

/**
 * A `pattern` of a schema as a matcher that can't blow up, whoever wrote it: RE2 is linear. What RE2 can't say (a
 * look-ahead, a back-reference) runs in JavaScript's own engine against a clock.
 * @throws SyntaxError when it is no regular expression.
 */
export function safePattern(pattern: string, flags: string): Pattern {
  const test = linearTest(pattern) ?? timedTest(new RegExp(pattern, flags))
  return { test, toString: () => `/${pattern}/${flags}` }
}

function linearTest(pattern: string): Pattern['test'] | undefined {
  // RE2JS reads a named back-reference as plain letters.
  if (pattern.includes('\\k')) return undefined
  try {
    const compiled = RE2JS.compile(RE2JS.translateRegExp(pattern))
    return text => compiled.matcher(text).find()
  } catch {
    return undefined
  }
}

const SCRIPT = new Script('expression.test(text)')

function timedTest(expression: RegExp): Pattern['test'] {
  const scope = createContext({ expression, text: '' })
  return text => {
    scope.text = text
    try {
      return SCRIPT.runInContext(scope, { timeout: LIMIT_MS }) === true
    } catch {
      return false
    }
  }
}
