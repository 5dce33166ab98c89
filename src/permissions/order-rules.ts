import type { DecisionWord } from '../core/rule.ts'
import type { PolicyRule } from './policy.ts'

/** The order of rules as people are told it, in the docs and by `permissions explain`. */
export const ORDER_OF_RULES =
  'exact tenant, then exact environment, then exact agent (each before `*`); exact tool before glob, the longer literal ' +
  'part first; a rule with `when` before one without; on a tie deny, then ask, then allow'

interface Criterion {
  /** Completes "rule x comes first: …". */
  reason: string
  /** Smaller comes first. */
  rank(rule: PolicyRule): number
}

const STRICTNESS: Record<DecisionWord, number> = { deny: 0, ask: 1, allow: 2 }

const CRITERIA: readonly Criterion[] = [
  { reason: 'it names the tenant', rank: ({ scope }) => Number(scope.tenant === '*') },
  { reason: 'it names the environment', rank: ({ scope }) => Number(scope.environment === '*') },
  { reason: 'it names the agent', rank: ({ scope }) => Number(scope.agent === '*') },
  { reason: 'it names the tool exactly', rank: ({ tool }) => Number(!tool.exact) },
  { reason: 'its glob spells out more of the tool name', rank: ({ tool }) => -tool.literalLength },
  { reason: 'it has a condition', rank: ({ tests }) => Number(tests.length === 0) },
  { reason: 'on a tie deny beats ask and ask beats allow', rank: ({ rule }) => STRICTNESS[rule.decision] },
]

/** Most specific first. A total order, whatever the order in the file: names are unique and settle what is left. */
export function compareRules(a: PolicyRule, b: PolicyRule): number {
  for (const { rank } of CRITERIA) {
    const difference = rank(a) - rank(b)
    if (difference !== 0) return difference
  }
  return a.rule.name < b.rule.name ? -1 : a.rule.name > b.rule.name ? 1 : 0
}

/** Why `first` comes before `second`. */
export function whyBefore(first: PolicyRule, second: PolicyRule): string {
  const criterion = CRITERIA.find(({ rank }) => rank(first) !== rank(second))
  return criterion?.reason ?? 'the two are alike and decide the same'
}

/** Of two rules that reach the same calls in the same way, so that only their decisions differ. */
export function sameSpecificity(a: PolicyRule, b: PolicyRule): boolean {
  return CRITERIA.slice(0, -1).every(({ rank }) => rank(a) === rank(b))
}
