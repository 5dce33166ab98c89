import { basename } from 'node:path'
import { ChangePlan } from '../edit/change-set/change-plan.ts'
import { toolFilesOf } from '../scaffold/abl-tool/tool-files.ts'
import { agentsIn, locateAgent } from '../scaffold/agent-place.ts'
import { removableTools } from '../scaffold/remove-tool.ts'
import { toolNames } from '../scaffold/tool-name.ts'
import type { Given } from '../terminal/questions.ts'

/** The agents of a project and their subagents, by the names that `--agent` takes, sorted. */
export async function agentNames(root: string): Promise<string[]> {
  return (await namesBelow(new ChangePlan(root, ''), 'agents', '')).sort()
}

async function namesBelow(plan: ChangePlan, folder: string, prefix: string): Promise<string[]> {
  const names = [...(await agentsIn(plan, folder)).keys()]
  const below = await Promise.all(
    names.map(name => namesBelow(plan, `${folder}/${name}/subagents`, `${prefix}${name}/`)),
  )
  return [...names.map(name => prefix + name), ...below.flat()]
}

/** The question for an agent of this project: the only one is taken without asking. */
export function chosenAgent<Q extends object>(question: Q, names: string[]): Q & { choices: string[] } {
  return { ...question, choices: names, fallback: () => (names.length === 1 ? names[0] : undefined) }
}

/** The same for one or more of them. */
export function chosenAgents<Q extends object>(question: Q, names: string[]): Q & { choices: string[] } {
  return { ...question, choices: names, fallback: () => (names.length === 1 ? names : undefined) }
}

/** The tools that `remove-tool` can take from an agent. */
export async function toolChoices(root: string, agent: string): Promise<string[]> {
  const plan = new ChangePlan(root, '')
  return removableTools(plan, await locateAgent(plan, agent))
}

/** The question for a file of ABL tools: the only one of the agent is the default, else one named after the tool. */
export async function ablFileChoice<Q extends object>(
  question: Q,
  root: string,
): Promise<Q & { fallback(given: Given): string | undefined }> {
  const files = new Map<string, string[]>()
  for (const name of await agentNames(root)) {
    const plan = new ChangePlan(root, '')
    files.set(name, await toolFilesOf(plan, await locateAgent(plan, name)))
  }
  const fallback = ({ agent, name }: Given) => {
    const [only, second] = files.get(String(agent)) ?? []
    return only !== undefined && second === undefined ? basename(only) : `${toolNames(String(name)).tool}.tools.abl`
  }
  return { ...question, fallback }
}
