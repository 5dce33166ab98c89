import type { Expression, TextProblem } from './ast.ts'
import { evaluateIn } from './evaluate.ts'
import { loadMatcher, type Matcher } from './matcher.ts'
import { parseExpression } from './parse.ts'
import type { EvaluationError } from './problem.ts'
import { contained, type RunOptions, type Scope, startRun } from './run.ts'
import { isTruthy } from './values.ts'
import { type NameUse, namesIn, patternsIn } from './walk.ts'

/** The result of one evaluation. `missing` names what the session or the input did not have. */
export type Evaluation = { ok: true; value: unknown; missing: string[] } | { ok: false; error: EvaluationError }

/** An expression ready to be evaluated many times. Evaluating never throws and changes nothing. */
export interface CompiledExpression {
  source: string
  names: readonly NameUse[]
  evaluate(scope: Scope, options?: RunOptions): Evaluation
}

export type Compilation<T> = { ok: true; value: T } | { ok: false; problems: TextProblem[] }

/** Prepares an expression; the regular-expression engine is loaded only when it uses `matches`. */
export async function compileExpression(source: string): Promise<Compilation<CompiledExpression>> {
  const { expression, problems } = parseExpression(source)
  if (!expression) return { ok: false, problems }
  const matcher = await matcherFor([expression])
  return {
    ok: true,
    value: {
      source,
      names: namesIn(expression),
      evaluate: (scope, options) => evaluate({ expression, matcher }, scope, options),
    },
  }
}

/** Compiles and evaluates in one go; a text that is no expression is an `evaluation_error`. */
export async function evaluateExpression(source: string, scope: Scope, options?: RunOptions): Promise<Evaluation> {
  const compiled = await compileExpression(source)
  if (compiled.ok) return compiled.value.evaluate(scope, options)
  const message = compiled.problems.find(problem => problem.severity !== 'warning')?.message ?? 'This is no expression.'
  return { ok: false, error: { code: 'evaluation_error', message } }
}

/** Whether a condition's value counts as true. */
export function holds(evaluation: Evaluation): boolean {
  return evaluation.ok && isTruthy(evaluation.value)
}

export async function matcherFor(expressions: readonly Expression[]): Promise<Matcher | undefined> {
  return expressions.some(expression => patternsIn(expression).length > 0) ? loadMatcher() : undefined
}

function evaluate(
  compiled: { expression: Expression; matcher: Matcher | undefined },
  scope: Scope,
  options?: RunOptions,
): Evaluation {
  const run = startRun(scope, compiled.matcher, options)
  const outcome = contained(() => evaluateIn(run, compiled.expression))
  return outcome.ok ? { ...outcome, missing: [...run.missing] } : outcome
}
