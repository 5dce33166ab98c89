import type { CompiledExpression, OnFail, ProcessSpec } from '../../../abl/index.ts'
import type { ToolContext, ToolError } from '../../../core/tool.ts'
import { onFailOf } from '../on-fail.ts'
import { scopeOf } from '../scope.ts'
import {
  type Computation,
  compileComputation,
  compileTransform,
  compute,
  firstBroken,
  type ProcessProject,
  type StageProblem,
} from '../transform.ts'

export type BeforeEnd =
  | { kind: 'ready'; input: Record<string, unknown> }
  | { kind: 'failed'; error: ToolError }
  /** The tool is not needed: this is its result. */
  | { kind: 'answered'; message: string }

/** `process.before`, ready to run: the transform, then the parameters, then what they must fulfil. */
export interface BeforeStage {
  transform: Computation
  params: Computation
  require: readonly CompiledExpression[]
  onFail: OnFail
}

export async function compileBefore(
  before: ProcessSpec['before'],
  project: ProcessProject,
): Promise<BeforeStage | undefined> {
  if (!before) return undefined
  const { compiler } = project
  return {
    transform: await compileTransform(before.use, 'before', project),
    params: await compileComputation(before.params, compiler, 'process.before.params'),
    require: await Promise.all(before.require.map(text => compiler.expression(text, 'process.before.require'))),
    onFail: before.onFail ?? { kind: 'block', message: '' },
  }
}

/** Lays the computed values over the arguments and demands what must hold of them. Pure but for its trace. */
export function runBefore(stage: BeforeStage, input: Record<string, unknown>, context: ToolContext): BeforeEnd {
  const { laid, problem } = computeInput(stage, input, context)
  if (!problem) return { kind: 'ready', input: laid }
  context.emit({ type: 'trace', stage: 'process.before', message: `${problem.reason} (${stage.onFail.kind})` })
  const end = onFailOf(stage.onFail, problem, 'precondition_failed')
  switch (end.kind) {
    case 'stop':
      return { kind: 'failed', error: end.error }
    case 'answer':
      return { kind: 'answered', message: end.message }
    case 'go_on':
      return { kind: 'ready', input: laid }
    case 'use_original':
      return { kind: 'ready', input }
  }
}

function computeInput(
  { transform, params, require }: BeforeStage,
  input: Record<string, unknown>,
  context: ToolContext,
): { laid: Record<string, unknown>; problem?: StageProblem } {
  const { values, problem } = compute([...transform, ...params], values => scopeOf({ ...input, ...values }, context))
  const laid = { ...input, ...values }
  const broken = problem ?? firstBroken(require, scopeOf(laid, context))
  return broken ? { laid, problem: broken } : { laid }
}
