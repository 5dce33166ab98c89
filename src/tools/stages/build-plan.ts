import type { BindingSpec, CommonProperties, TypeSpec } from '../../abl/index.ts'
import type { ToolProject } from '../bindings/binding.ts'
import type { Authority } from './authority.ts'
import type { StageCompiler } from './compile.ts'
import { compileAfter } from './execute/after.ts'
import { sessionReads } from './execute/cache-key.ts'
import { compileMapping } from './execute/mapping/mapping.ts'
import { compileBefore } from './prepare/before.ts'
import type { ToolPlan } from './tool-plan.ts'

/** What the plans of one agent share. */
export interface PlanSetting {
  project: ToolProject
  authority: Authority
  agentTool: ToolPlan['agentTool']
  strict: boolean
}

/** What a plan is made from, beside its texts: these are settled by the kind of the tool. */
export interface PlanParts
  extends Pick<ToolPlan, 'name' | 'properties' | 'arguments' | 'run' | 'limits' | 'attemptLimit'> {
  parameterNames: readonly string[]
  binding?: BindingSpec
  returns?: TypeSpec
  executor?: ToolPlan['executor']
}

/** Compiles what surrounds the calls of one tool. Problems are in the compiler's diagnostics. */
export async function buildPlan(
  { parameterNames, binding, ...parts }: PlanParts,
  { project, ...setting }: PlanSetting,
  compiler: StageCompiler,
): Promise<ToolPlan> {
  const { process, onResult, onError, contextAccess }: CommonProperties = parts.properties
  const { cache } = parts.limits
  const transforms = project.settings.transforms
  return {
    ...parts,
    ...setting,
    before: await compileBefore(process?.before, { compiler, transforms }),
    after: await compileAfter(process?.after, { compiler, transforms }),
    onResult: await compileMapping(onResult, 'on_result', compiler),
    onError: await compileMapping(onError, 'on_error', compiler),
    reads: cache ? await sessionReads(binding, { reads: contextAccess?.read ?? [], parameters: parameterNames }) : [],
  }
}
