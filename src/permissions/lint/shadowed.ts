import type { Diagnostic } from '../../core/diagnostic.ts'
import { canonicalJson } from '../../core/json.ts'
import { patternReaches } from '../built-in-decisions.ts'
import { sameSpecificity, whyBefore } from '../order-rules.ts'
import type { PolicyRule } from '../policy.ts'
import { aboutRule, type LintCheck, type LintFacts, nameOf, toolsReached } from './lint-facts.ts'
import { scopeCovers } from './scope-sets.ts'

/** Rules that never decide because others come before them for every call; and of these, those that disagree on a tie. */
export const shadowed: LintCheck = facts =>
  facts.sorted.flatMap((rule, index) => {
    const before = facts.sorted.slice(0, index).filter(other => covers(other, rule))
    const shadows = namesOf(rule, facts).map(name => before.find(({ tool }) => patternReaches(tool, name)))
    const [first] = shadows
    return first && shadows.every(shadow => shadow !== undefined) ? [report(rule, first)] : []
  })

/** Does `other`, which comes first, decide whenever `rule` could, as far as scope and conditions go? */
function covers(other: PolicyRule, rule: PolicyRule): boolean {
  if (!scopeCovers(other.scope, rule.scope)) return false
  return other.tests.length === 0 || conditionsOf(other) === conditionsOf(rule)
}

function conditionsOf({ rule }: PolicyRule): string {
  return canonicalJson(rule.when ?? [])
}

/** The tools that the rule could decide about: those that exist, and the one that it names. */
function namesOf(rule: PolicyRule, facts: LintFacts): string[] {
  return rule.tool.exact ? [rule.tool.text] : toolsReached(rule, facts).map(({ name }) => name)
}

function report(rule: PolicyRule, first: PolicyRule): Diagnostic {
  const disagree = first.rule.decision !== rule.rule.decision && sameSpecificity(first, rule)
  if (disagree) {
    return aboutRule(rule, {
      code: 'ACTAUTH_CONTRADICTION',
      severity: 'error',
      message: `Rule \`${rule.rule.name}\` says ${rule.rule.decision} where ${nameOf(first)} says ${first.rule.decision}, and ${first.rule.decision} wins.`,
      hint: 'Remove one of the two, or give one a narrower scope.',
    })
  }
  return aboutRule(rule, {
    code: 'ACTAUTH_SHADOWED',
    message: `Rule \`${rule.rule.name}\` never decides: ${nameOf(first)} comes before it for every call (${whyBefore(first, rule)}).`,
    hint: 'Remove it, or make it more specific.',
  })
}
