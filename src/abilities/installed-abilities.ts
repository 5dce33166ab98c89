import { usageError } from '../core/errors.ts'
import { didYouMean } from '../core/nearest.ts'
import type { ChangePlan } from '../edit/change-set/change-plan.ts'
import { type AgentPlace, agentsIn, locateAgent } from '../scaffold/agent-place.ts'
import { shortName } from './ability.ts'
import { type AbilityEntry, readProvenance } from './provenance.ts'

export interface InstalledAbility {
  agent: AgentPlace
  name: string
  entry: AbilityEntry
}

/** Every ability of every agent, subagents too, sorted by agent and name. @throws LoopengineError `provenance_invalid` */
export async function installedAbilities(plan: ChangePlan): Promise<InstalledAbility[]> {
  const found: InstalledAbility[] = []
  for (const agent of await allAgents(plan, 'agents', '')) {
    const { abilities } = await readProvenance(plan, agent)
    found.push(...Object.entries(abilities).map(([name, entry]) => ({ agent, name, entry })))
  }
  return found
}

/** The agents that have an ability, which may be named without its scope when that is clear. */
export async function agentsWith(plan: ChangePlan, name: string): Promise<InstalledAbility[]> {
  const all = await installedAbilities(plan)
  const exact = all.filter(ability => ability.name === name)
  if (exact.length > 0) return exact
  const short = all.filter(ability => shortName(ability.name) === name)
  const names = [...new Set(short.map(ability => ability.name))]
  if (names.length < 2) return short
  throw usageError('ability_ambiguous', `\`${name}\` may be ${names.join(' or ')}.`, 'Give the whole name.')
}

/** @returns the error for an ability that no agent has */
export function notInstalled(name: string, known: readonly string[]): Error {
  const list = known.length > 0 ? `Installed: ${known.join(', ')}.` : 'No ability is installed.'
  return usageError(
    'ability_not_installed',
    `The ability \`${name}\` is not installed.`,
    `${didYouMean(name, [...known, ...known.map(shortName)])} ${list}`.trim(),
  )
}

async function allAgents(plan: ChangePlan, folder: string, prefix: string): Promise<AgentPlace[]> {
  const agents: AgentPlace[] = []
  for (const name of [...(await agentsIn(plan, folder)).keys()].sort()) {
    const agent = await locateAgent(plan, prefix + name)
    agents.push(agent, ...(await allAgents(plan, `${agent.directory}/subagents`, `${prefix}${name}/`)))
  }
  return agents
}
