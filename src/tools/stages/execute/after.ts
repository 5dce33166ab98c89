import type { OnFail, ProcessSpec } from '../../../abl/index.ts'
import type { ToolContext } from '../../../core/tool.ts'
import { ToolFailure } from '../../../core/tool-failure.ts'
import { onFailOf } from '../on-fail.ts'
import { scopeOf } from '../scope.ts'
import { type Computation, compileComputation, compileTransform, compute, type ProcessProject } from '../transform.ts'

/** `process.after`, ready to run: the transform's result, then the tool's own. */
export interface AfterStage {
  steps: readonly Computation[]
  onFail: OnFail
}

export async function compileAfter(
  after: ProcessSpec['after'],
  project: ProcessProject,
): Promise<AfterStage | undefined> {
  if (!after) return undefined
  const transform = await compileTransform(after.use, 'after', project)
  const result = await compileComputation(after.result, project.compiler, 'process.after.result')
  const steps = [transform, result].filter(step => step.length > 0)
  return { steps, onFail: after.onFail ?? { kind: 'use_original' } }
}

export interface AfterCall {
  input: Readonly<Record<string, unknown>>
  result: unknown
  context: ToolContext
}

/** The result that takes the place of the raw one. @throws ToolFailure where `on_fail` blocks the call. */
export function runAfter({ steps, onFail }: AfterStage, { input, result, context }: AfterCall): unknown {
  let current = result
  for (const step of steps) {
    const read = current
    const { values, problem } = compute(step, () => ({ ...scopeOf(input, context), result: read }))
    if (!problem) {
      current = { ...values }
      continue
    }
    context.emit({ type: 'trace', stage: 'process.after', message: `${problem.reason} (${onFail.kind})` })
    const end = onFailOf(onFail, problem, 'invalid_response')
    if (end.kind === 'stop') throw new ToolFailure(end.error)
    return end.kind === 'answer' ? end.message : result
  }
  return current
}
