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

/** The tools that an agent's ABL files declare. */
export async function declaredTools(plan: ChangePlan, agent: AgentPlace): Promise<{ tool: string; file: string }[]> {
  const found = []
  for (const file of await ablFiles(plan, agent)) {
    const { tools } = parseAbl((await plan.readText(file)) ?? '', { file })
    found.push(...tools.map(({ name }) => ({ tool: name, file })))
  }
  return found
}
