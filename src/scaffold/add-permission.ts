import type { DecisionWord } from '../core/rule.ts'
import { addRule } from '../edit/actauth/add-rule.ts'
import type { ChangePlan } from '../edit/change-set/change-plan.ts'
import type { AgentPlace } from './agent-place.ts'
import { configFacts } from './config-facts.ts'
import { editedText } from './refused.ts'
import { ruleName } from './tool-name.ts'

/**
 * Plans the rule for a tool in the agent's `actauth.yml`, which is made when it is missing. Rules that the agent keeps in
 * its config are left to the person.
 */
export async function addPermission(
  plan: ChangePlan,
  agent: AgentPlace,
  tool: string,
  decision: DecisionWord,
): Promise<void> {
  const rule = { name: ruleName(tool, decision), scope: '*/*', tool, decision }
  const facts = await configFacts(await plan.readText(agent.configFile))
  if (facts.rulesLine !== undefined) {
    plan.note(`The rules of \`${agent.name}\` are in ${agent.configFile}: add ${JSON.stringify(rule)} there.`)
    return
  }
  const before = (await plan.read(agent.actauth)) ?? new Uint8Array()
  const text = editedText(addRule(before, rule), agent.actauth)
  if (text === undefined) return
  await plan.write(agent.actauth, text)
  if (decision === 'allow') plan.allow({ agent: agent.name, tool, scope: rule.scope, decision })
}
