import { type Compilation, matcherFor } from '../expression/compile.ts'
import type { EvaluationError } from '../expression/problem.ts'
import { contained, type RunOptions, type Scope, startRun } from '../expression/run.ts'
import { type NameUse, namesIn } from '../expression/walk.ts'
import type { Place } from './escape.ts'
import { fillParts } from './fill.ts'
import { parseTemplate } from './parse.ts'

/** The result of one filling. `missing` names what the session or the input did not have: it became empty text. */
export type Filled = { ok: true; text: string; missing: string[] } | { ok: false; error: EvaluationError }

/** A template ready to be filled many times. Filling never throws and changes nothing. */
export interface CompiledTemplate {
  source: string
  names: readonly NameUse[]
  fill(scope: Scope, place: Place, options?: RunOptions): Filled
}

export async function compileTemplate(source: string): Promise<Compilation<CompiledTemplate>> {
  const { parts, expressions, problems } = parseTemplate(source)
  if (!parts) return { ok: false, problems }
  const matcher = await matcherFor(expressions.map(({ expression }) => expression))
  const fill: CompiledTemplate['fill'] = (scope, place, options) => {
    const run = startRun(scope, matcher, options)
    const outcome = contained(() => fillParts(run, parts, place))
    return outcome.ok ? { ok: true, text: outcome.value, missing: [...run.missing] } : outcome
  }
  return { ok: true, value: { source, names: expressions.flatMap(({ expression }) => namesIn(expression)), fill } }
}

/** Compiles and fills in one go; a text that is no template is an `evaluation_error`. */
export async function fillTemplate(source: string, scope: Scope, place: Place): Promise<Filled> {
  const compiled = await compileTemplate(source)
  if (compiled.ok) return compiled.value.fill(scope, place)
  const message = compiled.problems.find(problem => problem.severity !== 'warning')?.message ?? 'This is no template.'
  return { ok: false, error: { code: 'evaluation_error', message } }
}
