import type { DecisionWord } from '../core/rule.ts'
import { addRules } from '../edit/actauth/add-rules.ts'
import type { ChangePlan } from '../edit/change-set/change-plan.ts'
import type { AgentPlace } from './agent-place.ts'
import { configFacts } from './config-facts.ts'
import { editedText } from './refused.ts'
import { ruleName } from './tool-name.ts'

/**
 * Plans the rule for a tool in the agent's `actauth.yml`, which is made when it is missing. Rules that the agent keeps in
 * its config are left to the person.
 */
export function addPermission(
  plan: ChangePlan,
  agent: AgentPlace,
  tool: string,
  decision: DecisionWord,
): Promise<void> {
  return addPermissions(plan, agent, [tool], decision)
}

/** The same for several tools. */
export async function addPermissions(
  plan: ChangePlan,
  agent: AgentPlace,
  tools: readonly string[],
  decision: DecisionWord,
): Promise<void> {
  const rules = tools.map(tool => ({ name: ruleName(tool, decision), scope: '*/*', tool, decision }))
  const facts = await configFacts(await plan.readText(agent.configFile))
  if (facts.rulesLine !== undefined) {
    const written = rules.map(rule => JSON.stringify(rule)).join(', ')
    plan.note(`The rules of \`${agent.name}\` are in ${agent.configFile}: add ${written} there.`)
    return
  }
  const before = (await plan.read(agent.actauth)) ?? new Uint8Array()
  const text = editedText(addRules(before, rules), agent.actauth)
  if (text === undefined) return
  await plan.write(agent.actauth, text)
  if (decision !== 'allow') return
  for (const { tool, scope } of rules) plan.allow({ agent: agent.name, tool, scope, decision })
}
