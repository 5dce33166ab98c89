import { relative } from 'node:path'
import type { Decision, Rule, Scope } from '../core/rule.ts'
import { addRule } from '../edit/actauth/add-rule.ts'
import { ChangePlan } from '../edit/change-set/change-plan.ts'
import type { ChangeSet } from '../edit/change-set/change-set.ts'
import { alwaysRule } from '../permissions/always-rule.ts'
import { readActauth } from '../permissions/index.ts'
import { editedText } from './refused.ts'

export interface AskedCall {
  /** The project, absolute. */
  root: string
  /** Whose call it is; `directory` is absolute. */
  agent: { name: string; directory: string }
  call: { name: string; input: Record<string, unknown> }
  /** The decision that made somebody ask. */
  decision: Decision
  scope: Scope
}

/** "Always allow": the rule and the change that writes it, or why it is not offered (settled for a person to read). */
export type AlwaysAllow = { kind: 'offer'; rule: Rule; changeSet: ChangeSet } | { kind: 'never'; reason: string }

/** Plans the rule of `alwaysRule` at the end of the agent's `actauth.yml`. Writes nothing. */
export async function planAllowAlways({ root, agent, call, decision, scope }: AskedCall): Promise<AlwaysAllow> {
  const file = `${relative(root, agent.directory).replaceAll('\\', '/')}/actauth.yml`
  const plan = new ChangePlan(root, `always allow ${call.name}`)
  const before = await plan.read(file)
  if (!before) return { kind: 'never', reason: `the rules of \`${agent.name}\` do not stand in a file.` }
  const { policy } = await readActauth(before, { file, agentName: agent.name })
  const offer = alwaysRule({ policy, decision, call, scope })
  if (offer.kind === 'never') return offer
  const { rule } = offer
  const text = editedText(addRule(before, rule), file)
  if (text === undefined) return { kind: 'never', reason: 'the rule is there already.' }
  await plan.write(file, text)
  plan.allow({ agent: agentPath(root, agent.directory), ...plainAllow(rule) })
  return { kind: 'offer', rule, changeSet: plan.changeSet() }
}

function plainAllow({ tool, scope, when }: Rule): {
  tool: string
  scope: string
  decision: 'allow'
  when?: Rule['when']
} {
  return { tool, scope, decision: 'allow', ...(when ? { when } : {}) }
}

/** `shop`, or `shop/returns` for a subagent. */
function agentPath(root: string, directory: string): string {
  return relative(root, directory)
    .replaceAll('\\', '/')
    .replace(/^agents\//, '')
    .replaceAll('/subagents/', '/')
}
