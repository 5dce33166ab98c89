import { parseAbl } from '../abl/index.ts'
import { LoopengineError } from '../core/errors.ts'
import type { ChangePlan } from '../edit/change-set/change-plan.ts'
import { type AgentPlace, agentsIn } from './agent-place.ts'
import { listedTools } from './listed-tools.ts'
import { foldName } from './tool-name.ts'
import { ablFiles } from './tool-owners.ts'

/** Who has a tool's name already: folded name to the file, or the folder of the subagent. */
export type TakenNames = Map<string, string>

/**
 * The names that a new tool of an agent can't have. `declared`: ABL declarations without a binding count too; a tool of
 * code with such a name would complete them.
 */
export async function takenNames(
  plan: ChangePlan,
  agent: AgentPlace,
  { declared }: { declared: boolean },
): Promise<TakenNames> {
  const taken: TakenNames = new Map()
  const folder = `${agent.directory}/tools`
  for (const { tool, path } of await listedTools(plan, agent)) taken.set(foldName(tool), path ?? agent.toolsIndex)
  for (const name of await plan.list(folder)) {
    if (CODE.test(name)) taken.set(foldName(name.replace(CODE, '')), `${folder}/${name}`)
  }
  for (const name of (await agentsIn(plan, `${agent.directory}/subagents`)).keys()) {
    taken.set(foldName(name), `${agent.directory}/subagents/${name}`)
  }
  for (const file of await ablFiles(plan, agent)) {
    for (const { name, binding } of parseAbl((await plan.readText(file)) ?? '', { file }).tools) {
      if (declared || binding !== undefined) taken.set(foldName(name), file)
    }
  }
  return taken
}

const CODE = /\.[cm]?[jt]sx?$/

/** @throws LoopengineError `NAME_TAKEN` */
export function refuseTaken(taken: TakenNames, tool: string): void {
  const file = taken.get(foldName(tool))
  if (file !== undefined) throw nameTaken(tool, file)
}

export function nameTaken(tool: string, file: string): LoopengineError {
  const message = `The tool \`${tool}\` is there already: ${file}.`
  return new LoopengineError('NAME_TAKEN', message, { hint: 'Choose another name, or change that one.', file })
}
