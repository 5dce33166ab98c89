import { isRecord } from '../core/json.ts'
import type { Rule } from '../core/rule.ts'
import { addRule } from '../edit/actauth/add-rule.ts'
import { parseActauth } from '../edit/actauth/parse.ts'
import { removeRule } from '../edit/actauth/remove-rule.ts'
import { conditionsOf, type RuleEntry } from '../edit/actauth/rule-text.ts'
import { sameRule, valuesOf } from '../edit/actauth/rules-data.ts'
import { setRule } from '../edit/actauth/set-rule.ts'
import type { ChangePlan } from '../edit/change-set/change-plan.ts'
import type { EditResult, Refusal } from '../edit/edit-result.ts'
import { decode } from '../edit/text.ts'
import type { AgentPlace } from '../scaffold/agent-place.ts'
import { editedText } from '../scaffold/refused.ts'

/** The rules of an agent's `actauth.yml` by name, as data. @throws LoopengineError what the editors refuse */
export async function agentRules(plan: ChangePlan, { actauth }: AgentPlace): Promise<Map<string, Rule>> {
  const bytes = (await plan.read(actauth)) ?? new Uint8Array()
  const { text } = accepted(decode(bytes), actauth)
  const rules = valuesOf(accepted(parseActauth(text), actauth)).filter(isRecord)
  return new Map(rules.map(rule => [String(rule.name), asRule(rule)]))
}

/** Whether two rules decide the same, whichever way their conditions are written. */
export function isSameRule(a: Rule, b: Rule): boolean {
  return sameRule(a, b)
}

export async function plantRule(plan: ChangePlan, agent: AgentPlace, rule: Rule): Promise<void> {
  await edit(plan, agent, bytes => addRule(bytes, rule))
}

export async function changeRule(plan: ChangePlan, agent: AgentPlace, rule: Rule): Promise<void> {
  await edit(plan, agent, bytes => setRule(bytes, rule))
}

export async function dropRule(plan: ChangePlan, agent: AgentPlace, name: string): Promise<void> {
  if (await plan.exists(agent.actauth)) await edit(plan, agent, bytes => removeRule(bytes, name))
}

async function edit(
  plan: ChangePlan,
  { actauth }: AgentPlace,
  change: (bytes: Uint8Array) => EditResult,
): Promise<void> {
  const text = editedText(change((await plan.read(actauth)) ?? new Uint8Array()), actauth)
  if (text !== undefined) await plan.write(actauth, text)
}

function accepted<T extends object>(result: T | Refusal, file: string): T {
  if ('outcome' in result) editedText(result as Refusal, file)
  return result as T
}

function asRule(rule: Record<string, unknown>): Rule {
  const { when, ...rest } = rule
  const conditions = when === undefined || when === null ? [] : conditionsOf(rule as unknown as RuleEntry)
  return (conditions.length > 0 ? { ...rest, when: conditions } : rest) as unknown as Rule
}
