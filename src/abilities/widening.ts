import type { ChangePlan } from '../edit/change-set/change-plan.ts'
import type { NewlyAllowed } from '../edit/change-set/change-set.ts'
import { diffPolicies, type PolicySide } from '../permissions/diff/diff-policies.ts'
import { readActauth } from '../permissions/index.ts'
import type { AgentPlace } from '../scaffold/agent-place.ts'

/** An agent's rules at one moment, and the names of the tools that an ability has given it by then. */
export interface Standing {
  actauth: string | undefined
  tools: readonly string[]
}

export async function standingOf(
  plan: ChangePlan,
  { actauth }: AgentPlace,
  tools: readonly (string | null | undefined)[],
): Promise<Standing> {
  return { actauth: await plan.readText(actauth), tools: tools.filter(name => typeof name === 'string') }
}

/** Calls that may run without a question after a change and could not before, whichever rule or default allows them. */
export async function newlyAllowed(agent: AgentPlace, before: Standing, after: Standing): Promise<NewlyAllowed[]> {
  const changes = diffPolicies(await sideOf(agent, before), await sideOf(agent, after))
  return changes
    .filter(({ widens, after: now }) => widens && now.decision === 'allow')
    .map(({ tool, scope, after: { decision, when } }) => {
      return { agent: agent.name, tool, scope, decision, ...(when ? { when } : {}) }
    })
}

async function sideOf({ actauth: file, name }: AgentPlace, { actauth, tools }: Standing): Promise<PolicySide> {
  const { policy } = await readActauth(actauth, { file, agentName: name.split('/').at(-1) ?? name })
  return { policy, tools, complete: true }
}
