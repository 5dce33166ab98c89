import { type CompiledExpression, holds, type NamedValue, type Scope } from '../../abl/index.ts'
import { getOwn } from '../../core/json.ts'
import type { Transform } from '../../settings/settings.ts'
import type { StageCompiler } from './compile.ts'

/** Names with the expressions that give their values. */
export type Computation = readonly { name: string; expression: CompiledExpression }[]

/** Why a stage did not hold. `config_missing` fails the call whatever `on_fail` says. */
export interface StageProblem {
  reason: string
  config?: true
}

export interface Computed {
  values: Record<string, unknown>
  problem?: StageProblem
}

/** What a stage of `process` may use of the project. */
export interface ProcessProject {
  compiler: StageCompiler
  transforms: Readonly<Record<string, Transform>>
}

export async function compileComputation(
  values: readonly NamedValue[],
  compiler: StageCompiler,
  where: string,
): Promise<Computation> {
  return Promise.all(
    values.map(async ({ name, value }) => ({ name, expression: await compiler.expression(value, `${where}.${name}`) })),
  )
}

/** One side of a transform that the project's settings declare; an unknown name is a diagnostic. */
export async function compileTransform(
  name: string | undefined,
  side: 'before' | 'after',
  { compiler, transforms }: ProcessProject,
): Promise<Computation> {
  if (name === undefined) return []
  const transform = getOwn(transforms, name)
  if (!transform) {
    const names = Object.keys(transforms)
    const hint = names.length === 0 ? 'there are no transforms' : `transforms: ${names.join(', ')}`
    compiler.problem({ code: 'ABL3007', message: `There is no transform \`${name}\`.`, hint })
  }
  const values = Object.entries(transform?.[side] ?? {}).map(([key, value]) => ({ name: key, value }))
  return compileComputation(values, compiler, `transforms.${name}.${side}`)
}

/** Computes in order; `scopeWith` says what the values so far mean for the next. Stops at the first that fails. */
export function compute(
  computation: Computation,
  scopeWith: (values: Readonly<Record<string, unknown>>) => Scope,
): Computed {
  const values: Record<string, unknown> = Object.create(null)
  for (const { name, expression } of computation) {
    const evaluation = expression.evaluate(scopeWith(values))
    if (!evaluation.ok) {
      const { code, message } = evaluation.error
      const reason = `\`${name}\` = ${expression.source}: ${message}`
      return { values, problem: code === 'config_missing' ? { reason, config: true } : { reason } }
    }
    values[name] = evaluation.value
  }
  return { values }
}

/** The first condition that does not hold. */
export function firstBroken(conditions: readonly CompiledExpression[], scope: Scope): StageProblem | undefined {
  for (const condition of conditions) {
    const evaluation = condition.evaluate(scope)
    if (holds(evaluation)) continue
    const missing = !evaluation.ok && evaluation.error.code === 'config_missing'
    const why = evaluation.ok ? '' : `: ${evaluation.error.message}`
    return { reason: `\`${condition.source}\` does not hold${why}`, ...(missing ? { config: true } : {}) }
  }
  return undefined
}
