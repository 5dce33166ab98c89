import { parseAbl } from '../abl/index.ts'
import type { ChangePlan } from '../edit/change-set/change-plan.ts'
import type { AgentPlace } from './agent-place.ts'

/** The ABL files of an agent. */
export async function ablFiles(plan: ChangePlan, agent: AgentPlace): Promise<string[]> {
  const own = (await plan.list(agent.directory))
    .filter(name => name.endsWith('.abl'))
    .map(name => `${agent.directory}/${name}`)
  const tools = (await plan.list(`${agent.directory}/tools`)).filter(name => name.endsWith('.abl'))
  return [...own, ...tools.map(name => `${agent.directory}/tools/${name}`)]
}

/** The ABL file that declares a tool of this name with a binding of its own. */
export async function declaredInAbl(plan: ChangePlan, agent: AgentPlace, tool: string): Promise<string | undefined> {
  for (const file of await ablFiles(plan, agent)) {
    const { tools } = parseAbl((await plan.readText(file)) ?? '', { file })
    if (tools.some(({ name, binding }) => name === tool && binding !== undefined)) return file
  }
  return undefined
}
