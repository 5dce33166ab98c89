import type { ToolContext } from '../../../core/tool.ts'
import { isToolFailure, ToolFailure } from '../../../core/tool-failure.ts'
import { toolOutput } from '../../../core/tool-output.ts'
import { toolErrorOf } from '../failure.ts'
import { scopeOf } from '../scope.ts'
import type { ToolPlan } from '../tool-plan.ts'
import { runMapping } from './mapping/mapping.ts'

export interface FailedCall {
  input: Record<string, unknown>
  context: ToolContext
  error: unknown
}

/** `on_error`: a failed call ends as its tool wants it, with a value where it returns one; else it throws on. */
export async function concludeFailure(plan: ToolPlan, { input, context, error }: FailedCall): Promise<unknown> {
  if (!plan.onError) throw error
  const told = toolErrorOf(error)
  const { directives, returned } = await runMapping(plan.onError, {
    tool: plan,
    context,
    agentTool: plan.agentTool,
    scope: () => ({ ...scopeOf(input, context), error: { ...told, tool: plan.name }, result: told.details }),
  })
  const own = isToolFailure(error) ? (error.directives ?? []) : []
  const all = [...own, ...directives]
  if (returned) return toolOutput(returned.value, { directives: all })
  throw new ToolFailure({ ...told, directives: all, cause: error })
}
