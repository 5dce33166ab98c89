import { agentsWith, type InstalledAbility, installedAbilities } from '../abilities/installed-abilities.ts'
import { ChangePlan } from '../edit/change-set/change-plan.ts'
import { foldName } from '../scaffold/tool-name.ts'

/** The names of the abilities of a project, each once. */
export async function abilityNames(root: string): Promise<string[]> {
  return [...new Set((await installedAbilities(new ChangePlan(root, ''))).map(({ name }) => name))]
}

/** The agents that have an ability, by the names that `--agent` takes. */
export async function agentsHaving(root: string, name: string): Promise<string[]> {
  return (await agentsWith(new ChangePlan(root, ''), name)).map(({ agent }) => agent.name)
}

/** The ability in each of the chosen agents, as the plan stands; those without it are left out. */
export async function abilityIn(
  plan: ChangePlan,
  name: string,
  agents: readonly string[],
): Promise<InstalledAbility[]> {
  const wanted = agents.map(foldName)
  return (await agentsWith(plan, name)).filter(({ agent }) => wanted.includes(foldName(agent.name)))
}
