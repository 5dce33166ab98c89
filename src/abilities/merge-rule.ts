import { canonicalJson } from '../core/json.ts'
import type { Rule } from '../core/rule.ts'
import { isSameRule } from './agent-rules.ts'

export type RuleMerge =
  | { kind: 'keep' }
  | { kind: 'add' | 'change'; rule: Rule }
  | { kind: 'drop' }
  | { kind: 'conflict'; why: string }

/** What becomes of one rule when an ability is upgraded; undefined is no such rule. */
export function mergeRule(base: Rule | undefined, yours: Rule | undefined, theirs: Rule | undefined): RuleMerge {
  if (!base) return theirs ? { kind: 'add', rule: theirs } : { kind: 'keep' }
  if (!theirs) {
    if (!yours) return { kind: 'keep' }
    return isSameRule(base, yours)
      ? { kind: 'drop' }
      : { kind: 'conflict', why: 'you changed it, and the new version drops it' }
  }
  if (isSameRule(base, theirs) || (yours && isSameRule(yours, theirs))) return { kind: 'keep' }
  if (!yours) return { kind: 'conflict', why: 'you removed it, and the new version changes it' }
  return mergeFields(base, yours, theirs)
}

const FIELDS = ['scope', 'tool', 'decision', 'when'] as const

/** Field by field: one that only one side changed takes that side. */
function mergeFields(base: Rule, yours: Rule, theirs: Rule): RuleMerge {
  const merged: Rule = { ...yours }
  for (const field of FIELDS) {
    const [old, own, fresh] = [base, yours, theirs].map(rule => canonicalJson(rule[field] ?? null))
    if (old === fresh || own === fresh) continue
    if (own !== old) return { kind: 'conflict', why: `you and the new version both changed its \`${field}\`` }
    if (theirs[field] === undefined) delete merged[field as 'when']
    else Object.assign(merged, { [field]: theirs[field] })
  }
  return { kind: 'change', rule: merged }
}
