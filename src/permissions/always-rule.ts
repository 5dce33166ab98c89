import type { Decision, Rule, Scope } from '../core/rule.ts'
import { createGate } from './create-gate.ts'
import type { Policy, PolicyRule, SoundPolicy } from './policy.ts'
import { readScope } from './rule-scope.ts'
import { readToolPattern } from './tool-pattern.ts'

/** `never`: "always allow" must not be offered, and why. "For this session" may be offered all the same. */
export type AlwaysOffer = { kind: 'offer'; rule: Rule } | { kind: 'never'; reason: string }

export interface AskedCall {
  policy: Policy
  /** The decision that made somebody ask. */
  decision: Decision
  call: { name: string; input: Record<string, unknown> }
  scope: Scope
}

/**
 * The rule that "always allow" writes: this tool, this tenant, this environment, under the asking rule's conditions.
 * Never in production, never for a confirmation or consent, and never a rule that would not let this call pass.
 */
export function alwaysRule({ policy, decision, call, scope }: AskedCall): AlwaysOffer {
  if (policy.kind === 'broken') return never('the rules have an error.')
  if (decision.decision !== 'ask') return never('nothing was asked.')
  if (decision.askedBy) return never(`the tool itself wants ${decision.askedBy} every time.`)
  if (scope.environment === 'production') return never('rules for production are written in the file, not in a chat.')
  const asking = policy.rules.find(({ rule }) => rule.name === decision.rule?.name)
  const always = toAlways({ policy, asking, tool: call.name, scope })
  if (!always) return never('this tenant or environment has a name that no scope can hold.')
  const after = createGate({ ...policy, rules: [...policy.rules, always] }).decide(call, scope)
  if (after.rule === always.rule) return { kind: 'offer', rule: plain(always.rule) }
  return never(`it would change nothing here: ${after.reason}`)
}

interface Wanted {
  policy: SoundPolicy
  asking: PolicyRule | undefined
  tool: string
  scope: Scope
}

function toAlways({ policy, asking, tool, scope }: Wanted): PolicyRule | undefined {
  const scopeText = `${scope.tenant}/${scope.environment}`
  const read = readScope(scopeText)
  const pattern = readToolPattern(tool)
  if (read.kind === 'problem' || pattern.kind === 'problem') return undefined
  if (scope.tenant === '*' || scope.environment === '*') return undefined
  const when = asking?.rule.when
  const name = freeName(policy.rules, tool)
  const rule: Rule = { name, scope: scopeText, tool, decision: 'allow', ...(when ? { when } : {}) }
  return { rule, scope: read.scope, tool: pattern.tool, tests: asking?.tests ?? [], places: {} }
}

function freeName(rules: readonly PolicyRule[], tool: string): string {
  const taken = new Set(rules.map(({ rule }) => rule.name))
  let number = 1
  while (taken.has(`${tool}-always-${number}`)) number++
  return `${tool}-always-${number}`
}

function plain({ name, scope, tool, decision, when }: Rule): Rule {
  return { name, scope, tool, decision, ...(when ? { when } : {}) }
}

function never(reason: string): AlwaysOffer {
  return { kind: 'never', reason }
}
