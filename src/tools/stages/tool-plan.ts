import type { CommonProperties, TypeSpec } from '../../abl/index.ts'
import type { Directive, Prepared, ToolContext } from '../../core/tool.ts'
import type { ToolPolicies } from '../../policies/policy-store.ts'
import type { Attempted, Executor } from '../bindings/binding.ts'
import type { AfterStage } from './execute/after.ts'
import type { SessionReads } from './execute/cache-key.ts'
import type { MappingStage } from './execute/mapping/mapping.ts'
import type { MappingRun } from './execute/mapping/mapping-run.ts'
import type { BeforeStage } from './prepare/before.ts'
import type { CompiledParameter } from './prepare/fill-parameters.ts'
import type { WritingTool } from './session-writer.ts'

/** How the arguments of a tool become final: by its declared parameters, or as a tool in code prepares its own. */
export type ArgumentStage =
  | { kind: 'parameters'; parameters: readonly CompiledParameter[] }
  | { kind: 'code'; prepare(input: Record<string, unknown>, context: ToolContext): Promise<Prepared> }

/** What came back, and what the tool itself wants done after the call. */
export interface Ran extends Attempted {
  directives?: Directive[]
}

/** Everything that surrounds the calls of one tool, compiled once. A stage that the tool does not declare is absent. */
export interface ToolPlan extends WritingTool {
  properties: CommonProperties
  arguments: ArgumentStage
  before?: BeforeStage
  /** Every attempt, each in its time. */
  run(input: Record<string, unknown>, context: ToolContext): Promise<Ran>
  limits: ToolPolicies
  /** For the key of the cache. */
  reads: SessionReads
  after?: AfterStage
  returns?: TypeSpec
  strict: boolean
  onResult?: MappingStage
  onError?: MappingStage
  agentTool: MappingRun['agentTool']
  /** Milliseconds for one attempt. */
  attemptLimit: number | false
  /** Of a declared tool that is bound. */
  executor?: Executor
}
