import { type Action, holds } from '../../../../abl/index.ts'
import type { StageCompiler } from '../../compile.ts'
import { type RunAction, readOrTrace } from './mapping-run.ts'

interface BranchCompiler {
  compiler: StageCompiler
  where: string
  compileBlock(actions: readonly Action[]): Promise<RunAction>
}

/** IF, WHEN and ELSE: the first branch that holds, and no other. */
export async function compileBranch(
  { branches }: Extract<Action, { do: 'branch' }>,
  { compiler, where, compileBlock }: BranchCompiler,
): Promise<RunAction> {
  const compiled = await Promise.all(
    branches.map(async ({ when, actions }) => ({
      when: when === undefined ? undefined : await compiler.expression(when, `${where}.IF`),
      block: await compileBlock(actions),
    })),
  )
  return async run => {
    for (const { when, block } of compiled) {
      if (when) {
        const evaluation = when.evaluate(run.scope())
        if (!evaluation.ok) readOrTrace(run, evaluation, when.source)
        if (!holds(evaluation)) continue
      }
      return block(run)
    }
  }
}
