import { LoopengineError } from '../core/errors.ts'
import type { ChangePlan } from '../edit/change-set/change-plan.ts'
import { BUILT_IN_DECISIONS } from '../permissions/built-in-decisions.ts'
import type { AgentPlace } from '../scaffold/agent-place.ts'
import { takenNames } from '../scaffold/taken-names.ts'
import { foldName } from '../scaffold/tool-name.ts'
import { agentRules } from './agent-rules.ts'
import type { Arrival } from './placement.ts'

/**
 * Refuses what would meet something of the agent's: tool names, rule names, files. `own`: paths in the agent's folder that
 * the ability has already. @throws LoopengineError `ability_collision` that lists every one
 */
export async function refuseCollisions(
  plan: ChangePlan,
  agent: AgentPlace,
  { ability, arrival, own }: { ability: string; arrival: Arrival; own: readonly string[] },
): Promise<void> {
  const problems = [
    ...(await takenTools(plan, agent, arrival, own)),
    ...(await takenRules(plan, agent, arrival)),
    ...(await takenFiles(plan, agent, arrival)),
  ]
  if (problems.length === 0) return
  const message = `\`${ability}\` does not fit agent \`${agent.name}\`:\n${problems.map(problem => `  ${problem}`).join('\n')}`
  throw new LoopengineError('ability_collision', message, {
    hint: 'Nothing was written. Rename or remove what is there first.',
  })
}

async function takenTools(
  plan: ChangePlan,
  agent: AgentPlace,
  { tools }: Arrival,
  own: readonly string[],
): Promise<string[]> {
  const taken = await takenNames(plan, agent, { declared: true })
  return tools.flatMap(({ name }) => {
    if (name === null) return []
    if (isBuiltIn(name)) return [`the tool name \`${name}\` is that of a built-in tool`]
    const file = taken.get(foldName(name))
    const isOwn = file !== undefined && own.includes(file.slice(agent.directory.length + 1))
    return file === undefined || isOwn ? [] : [`the tool name \`${name}\` is taken: ${file}`]
  })
}

function isBuiltIn(name: string): boolean {
  return name.startsWith('system_') || Object.keys(BUILT_IN_DECISIONS).some(known => foldName(known) === foldName(name))
}

async function takenRules(plan: ChangePlan, agent: AgentPlace, { rules }: Arrival): Promise<string[]> {
  const known = rules.length === 0 ? new Map() : await agentRules(plan, agent)
  return rules.flatMap(({ name }) => (known.has(name) ? [`the rule name \`${name}\` is taken: ${agent.actauth}`] : []))
}

async function takenFiles(plan: ChangePlan, { directory }: AgentPlace, { files }: Arrival): Promise<string[]> {
  const problems: string[] = []
  for (const path of files.keys()) {
    const file = `${directory}/${path}`
    const isThere = (await plan.exists(file)) || (await plan.list(file)).length > 0
    if (isThere) problems.push(`the file ${file} is there already`)
  }
  return problems
}
