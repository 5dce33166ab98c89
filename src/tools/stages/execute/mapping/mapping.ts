import type { ResultMapping, Scope } from '../../../../abl/index.ts'
import type { Directive, ToolContext } from '../../../../core/tool.ts'
import type { StageCompiler } from '../../compile.ts'
import { sessionWriter, type WritingTool } from '../../session-writer.ts'
import { compileActions } from './actions.ts'
import { assign, type CompiledAssignment, compileAssignments } from './assign.ts'
import type { MappingRun, RunAction } from './mapping-run.ts'

/** `on_result` or `on_error`, ready to run. */
export interface MappingStage {
  stage: MappingRun['stage']
  set: CompiledAssignment[]
  actions: RunAction
}

export interface MappingCall {
  tool: WritingTool
  context: ToolContext
  /** `result` or `error` beside the names of every stage. */
  scope(): Scope
  agentTool: MappingRun['agentTool']
}

export interface Mapped {
  directives: Directive[]
  /** Of RETURN: takes the place of the result. */
  returned?: { value: unknown }
}

export async function compileMapping(
  mapping: ResultMapping | undefined,
  stage: MappingRun['stage'],
  compiler: StageCompiler,
): Promise<MappingStage | undefined> {
  if (!mapping) return undefined
  const set = await compileAssignments(mapping.set, compiler, `${stage}.set`)
  return { stage, set, actions: await compileActions(mapping.actions, compiler, `${stage}.do`) }
}

/** Assignments first, then the actions in order. What can't be evaluated is traced; the rest goes on. */
export async function runMapping({ stage, set, actions }: MappingStage, call: MappingCall): Promise<Mapped> {
  const { tool, context, scope, agentTool } = call
  const writer = sessionWriter(tool, context, stage)
  const run: MappingRun = { stage, context, scope, writer, directives: [], ended: false, agentTool }
  assign(run, set)
  await actions(run)
  if (run.next !== undefined) run.directives.push({ do: 'step', name: run.next })
  return { directives: run.directives, ...(run.returned ? { returned: run.returned } : {}) }
}
