import type { Diagnostic } from '../../core/diagnostic.ts'
import type { PolicyRule } from '../policy.ts'
import { wordRule } from '../word-rule.ts'
import { aboutRule, type LintCheck, type LintFacts, toolsReached } from './lint-facts.ts'

/** Rules that let more run than a reader may notice: tools that change something, and tools that don't exist yet. */
export const wideAllow: LintCheck = facts =>
  facts.sorted.filter(({ rule }) => rule.decision === 'allow').flatMap(rule => report(rule, facts) ?? [])

function report(rule: PolicyRule, facts: LintFacts): Diagnostic | undefined {
  const unsafe = toolsReached(rule, facts).flatMap(({ name, safe }) => (safe ? [] : name))
  const severity = rule.tests.length > 0 ? 'info' : 'warning'
  const words = `Rule \`${rule.rule.name}\` ${wordRule(rule.rule)}`
  if (!rule.tool.exact) {
    return aboutRule(rule, {
      code: 'ACTAUTH_ALLOW_GLOB',
      severity,
      message: `${words}: also tools that are added later${unsafe.length > 0 ? `, and now ${unsafe.join(', ')}` : ''}.`,
      range: rule.places.tool,
      hint: 'Name the tools one by one, or let the glob ask.',
    })
  }
  const isBuiltIn = rule.tool.text === 'system_ask_user' || rule.tool.text === 'Skill'
  if (unsafe.length === 0 || isBuiltIn) return undefined
  return aboutRule(rule, {
    code: 'ACTAUTH_ALLOWS_UNSAFE',
    severity,
    message: `${words}, and that tool is not marked \`safe\`: nobody looks at what it changes.`,
    range: rule.places.decision,
    hint: `Write \`decision: ask\` if a person should look${rule.tests.length > 0 ? '' : ', or narrow it with `when`'}.`,
  })
}
