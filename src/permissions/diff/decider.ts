import { canonicalJson } from '../../core/json.ts'
import type { Condition, DecisionWord, Scope } from '../../core/rule.ts'
import { builtInDecision, patternReaches } from '../built-in-decisions.ts'
import { type ConditionTest, counts } from '../condition-test.ts'
import { compareRules } from '../order-rules.ts'
import type { Policy, PolicyRule } from '../policy.ts'
import { scopeReaches } from '../rule-scope.ts'
import type { CallClass } from './call-classes.ts'
import { conditionKey } from './field-classes.ts'

/** Who decides about a class of calls, and how. */
export interface Decider {
  decision: DecisionWord
  /** Null: a default, or a file that denies everything. */
  rule: { name: string; line?: number } | null
  when?: Condition[]
  /** `absent`: there was no such agent or tool; `broken`: the file has an error. */
  because: 'rule' | 'default' | 'built-in' | 'broken' | 'absent'
}

export const ABSENT: Decider = { decision: 'deny', rule: null, because: 'absent' }

/** The rules of one policy that reach calls of a tool in a scope, most specific first. */
export interface Reaching {
  rules: readonly PolicyRule[]
  fallback: Decider
}

/** `policy` undefined: there is no such agent. */
export function reaching(policy: Policy | undefined, tool: string, scope: Scope): Reaching {
  if (!policy) return { rules: [], fallback: ABSENT }
  if (policy.kind === 'broken') return { rules: [], fallback: { decision: 'deny', rule: null, because: 'broken' } }
  const builtIn = builtInDecision(tool)
  const rules = policy.rules
    .filter(rule => patternReaches(rule.tool, tool) && scopeReaches(rule.scope, scope, policy.agentName))
    .toSorted(compareRules)
  const fallback: Decider = builtIn
    ? { decision: builtIn, rule: null, because: 'built-in' }
    : { decision: policy.default.decision, rule: null, because: 'default' }
  return { rules, fallback }
}

/** Every condition that can matter: what stands below the first rule without one never decides. */
export function conditionsOf({ rules }: Reaching): ConditionTest[] {
  const end = rules.findIndex(({ tests }) => tests.length === 0)
  return (end < 0 ? rules : rules.slice(0, end)).flatMap(({ tests }) => tests)
}

/** Who decides about calls of this class. */
export function deciderOf({ rules, fallback }: Reaching, { truths }: CallClass): Decider {
  const winner = rules.find(({ tests, rule }) =>
    tests.every(test => counts(truths.get(conditionKey(test)) ?? 'unclear', rule.decision)),
  )
  if (!winner) return fallback
  const { name, line, decision, when } = winner.rule
  const rule = { name, ...(line === undefined ? {} : { line }) }
  return { decision, rule, because: 'rule', ...(when && when.length > 0 ? { when } : {}) }
}

/** What tells one decider from another; not the line, which moves when something above is added. */
export function deciderKey({ decision, rule, when, because }: Decider): string {
  return canonicalJson([decision, because, rule?.name ?? null, when ?? []])
}
