import { LoopengineError } from '../core/errors.ts'
import type { DecisionWord } from '../core/rule.ts'
import type { ChangePlan } from '../edit/change-set/change-plan.ts'
import { addPermission } from './add-permission.ts'
import { writeAgentFiles } from './agent-files.ts'
import { type AgentPlace, agentsIn, locateAgent } from './agent-place.ts'
import { listedTools } from './listed-tools.ts'
import { checkAgentName, foldName } from './tool-name.ts'

export interface NewAgent {
  name: string
  prompt: string
  model?: string | undefined
}

export interface NewSubagent extends NewAgent {
  /** The agent it belongs to: `shop`, or `shop/returns`. */
  parent: string
  /** What the parent's model is told about it. */
  toolDescription: string
  decision: DecisionWord
}

export const DEFAULT_PROMPT =
  'Answer briefly. Use your tools where they help, and say so when you cannot find something out.'

/**
 * Plans `agents/<name>/` with its config, rules that deny everything and an empty list of tools.
 * @throws LoopengineError `agent_name` (2), `NAME_TAKEN`
 */
export async function planAddAgent(plan: ChangePlan, { name, prompt, model }: NewAgent): Promise<void> {
  checkAgentName(name)
  const agents = await agentsIn(plan, 'agents')
  const like = await styleSource(plan, [...agents.values()].flat())
  await refuseTaken(plan, 'agents', name, agents)
  await writeAgentFiles(plan, { directory: `agents/${name}`, name, prompt, model, like })
  plan.note(`Give it tools with \`loopengine add-tool NAME --agent ${name}\`.`)
}

/**
 * Plans `subagents/<name>/` below its parent, and the parent's rule for it.
 * @throws LoopengineError `agent_name`, `agent_not_found` (2), `NAME_TAKEN`
 */
export async function planAddSubagent(plan: ChangePlan, agent: NewSubagent): Promise<void> {
  const { name, prompt, model, toolDescription, decision } = agent
  checkAgentName(name)
  const parent = await locateAgent(plan, agent.parent)
  const folder = `${parent.directory}/subagents`
  await refuseTaken(plan, folder, name, await agentsIn(plan, folder))
  await refuseToolOfName(plan, parent, name)
  const like = await plan.readText(parent.configFile)
  await writeAgentFiles(plan, { directory: `${folder}/${name}`, name, prompt, model, toolDescription, like })
  await addPermission(plan, parent, name.replaceAll('-', '_'), decision)
  plan.note(`Give it tools with \`loopengine add-tool NAME --agent ${parent.name}/${name}\`.`)
}

async function refuseTaken(
  plan: ChangePlan,
  folder: string,
  name: string,
  agents: ReadonlyMap<string, string[]>,
): Promise<void> {
  const entries = [...agents.keys(), ...(await plan.list(folder)).map(entry => entry.replace(/\.[cm]?[jt]s$/, ''))]
  const twin = entries.find(entry => foldName(entry) === foldName(name))
  if (twin === undefined) return
  throw new LoopengineError('NAME_TAKEN', `\`${folder}/${twin}\` is there already.`, { hint: 'Choose another name.' })
}

/** A subagent is a tool of its parent: the two share one set of names. */
async function refuseToolOfName(plan: ChangePlan, parent: AgentPlace, name: string): Promise<void> {
  const twin = (await listedTools(plan, parent)).find(({ tool }) => foldName(tool) === foldName(name))
  if (!twin) return
  const message = `Agent \`${parent.name}\` has a tool \`${twin.tool}\` already.`
  throw new LoopengineError('NAME_TAKEN', message, { hint: 'Choose another name: a subagent is a tool of its parent.' })
}

async function styleSource(plan: ChangePlan, files: string[]): Promise<string | undefined> {
  const file = files.sort().at(-1)
  return file === undefined ? undefined : plan.readText(file)
}
