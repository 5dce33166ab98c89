import type { Action } from '../../../../abl/index.ts'
import { messageOf } from '../../../../core/errors.ts'
import type { ToolOutcome } from '../../../../core/tool.ts'
import type { StageCompiler } from '../../compile.ts'
import { compileAssignments, valuesOf } from './assign.ts'
import { type MappingRun, note, type RunAction } from './mapping-run.ts'

/** CALL: another tool of the agent, through its own stages and the same gate. What it did not give is not written. */
export async function compileCall(
  action: Extract<Action, { do: 'call' }>,
  compiler: StageCompiler,
  where: string,
): Promise<RunAction> {
  const inputs = await compileAssignments(action.with, compiler, `${where}.WITH`)
  return async run => keep(run, action, await run.context.call(action.tool, valuesOf(run, inputs)))
}

/** DELEGATE: another agent works on a request and comes back; a subagent through its tool, and so through the gate. */
export async function compileDelegate(
  action: Extract<Action, { do: 'delegate' }>,
  compiler: StageCompiler,
  where: string,
): Promise<RunAction> {
  const inputs = await compileAssignments(action.with, compiler, `${where}.WITH`)
  return async run => {
    const { context } = run
    const given = valuesOf(run, inputs).request
    const request = given === undefined ? (context.userText ?? '') : String(given)
    const tool = run.agentTool(action.agent)
    if (tool !== undefined) return keep(run, action, await context.call(tool, { request }))
    await askAgent(run, action, request)
  }
}

/** The tool has done its work: an agent that waits for a person may not start the call again from the top. */
async function askAgent(
  run: MappingRun,
  { agent, as }: { agent: string; as?: string },
  request: string,
): Promise<void> {
  try {
    const text = await run.context.runAgent(agent, request, { park: false })
    if (as !== undefined) run.writer.set(as, text)
  } catch (error) {
    note(run, `Agent \`${agent}\` did not answer: ${messageOf(error)}`)
  }
}

function keep(run: MappingRun, { as }: { as?: string }, outcome: ToolOutcome): void {
  if (outcome.directives) run.directives.push(...outcome.directives)
  if (outcome.kind === 'ok') {
    if (as !== undefined) run.writer.set(as, outcome.value)
    return
  }
  const why = outcome.kind === 'failed' ? outcome.error.message : 'reason' in outcome ? outcome.reason : 'it waits'
  note(run, `The call of \`${outcome.call.name}\` ended ${outcome.kind}: ${why}`)
}
