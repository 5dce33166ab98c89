import type { Diagnostic } from '../../core/diagnostic.ts'
import { compareRules } from '../order-rules.ts'
import type { Policy } from '../policy.ts'
import type { LintCheck, LintTool } from './lint-facts.ts'
import { overtaken } from './overtaken.ts'
import { shadowed } from './shadowed.ts'
import { unreachable } from './unreachable.ts'
import { wideAllow } from './wide-allow.ts'
import { withoutRule } from './without-rule.ts'

const CHECKS: readonly LintCheck[] = [unreachable, shadowed, overtaken, wideAllow, withoutRule]

/**
 * What the gate accepts but is most likely not meant, for an agent with these tools (all of them, those of loopengine
 * included), in the order of the file. Errors are rules that can't do what they say; warnings and infos are for a
 * person to judge. A broken policy has its own error and nothing else to say.
 */
export function lintPolicy(policy: Policy, tools: readonly LintTool[]): Diagnostic[] {
  if (policy.kind === 'broken') return []
  const facts = { policy, tools, sorted: policy.rules.toSorted(compareRules) }
  return CHECKS.flatMap(check => check(facts)).toSorted((a, b) => lineOf(a) - lineOf(b))
}

function lineOf({ range }: Diagnostic): number {
  return range?.start.line ?? Number.MAX_SAFE_INTEGER
}
