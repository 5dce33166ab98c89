import type { PlacedRule, Scope } from '../core/rule.ts'
import { compareRules } from './order-rules.ts'
import type { Policy } from './policy.ts'
import { scopeReaches } from './rule-scope.ts'

/** The rules that reach calls made in this scope, most specific first; their conditions are not judged. */
export function rulesInForce(policy: Policy, scope: Scope): PlacedRule[] {
  if (policy.kind === 'broken') return []
  return policy.rules
    .filter(rule => scopeReaches(rule.scope, scope, policy.agentName))
    .toSorted(compareRules)
    .map(({ rule }) => rule)
}
