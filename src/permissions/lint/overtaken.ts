import type { Diagnostic } from '../../core/diagnostic.ts'
import { whyBefore } from '../order-rules.ts'
import type { PolicyRule } from '../policy.ts'
import { placeOfRule, wordRule, wordScope } from '../word-rule.ts'
import { aboutRule, type LintCheck, type LintFacts, toolsReached } from './lint-facts.ts'
import { scopesCross } from './scope-sets.ts'

/** An allow that beats an ask or deny of a crossing scope: `acme/*` comes before a deny for `*\/production`. */
export const overtaken: LintCheck = facts =>
  facts.sorted.flatMap((strict, index) => {
    if (strict.rule.decision === 'allow') return []
    const before = facts.sorted.slice(0, index)
    return before.filter(other => overtakes(other, strict, facts)).map(other => report(other, strict))
  })

function overtakes(other: PolicyRule, strict: PolicyRule, facts: LintFacts): boolean {
  if (other.rule.decision !== 'allow' || !scopesCross(other, strict)) return false
  if (other.tool.exact) return strict.tool.matches(other.tool.text)
  if (strict.tool.exact) return other.tool.matches(strict.tool.text)
  const reached = toolsReached(strict, facts)
  return toolsReached(other, facts).some(tool => reached.includes(tool))
}

function report(loose: PolicyRule, strict: PolicyRule): Diagnostic {
  const { tenant, environment, agent } = meeting(loose, strict)
  return aboutRule(strict, {
    code: 'ACTAUTH_OVERTAKEN',
    message: `Rule \`${strict.rule.name}\` ${wordRule(strict.rule)}, but not ${wordScope(loose.rule.scope)}: there \`${loose.rule.name}\` (${placeOfRule(loose.rule)}) allows it, because ${whyBefore(loose, strict)}.`,
    hint: `If it should hold there too, add the same rule with scope "${tenant}/${environment}${agent === '*' ? '' : `/${agent}`}".`,
  })
}

/** The scope in which both rules apply. */
function meeting({ scope: a }: PolicyRule, { scope: b }: PolicyRule) {
  const both = (one: string, other: string) => (one === '*' ? other : one)
  return {
    tenant: both(a.tenant, b.tenant),
    environment: both(a.environment, b.environment),
    agent: both(a.agent, b.agent),
  }
}
