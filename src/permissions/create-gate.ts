import { locate } from '../core/diagnostic.ts'
import type { Decision, Gate, Scope } from '../core/rule.ts'
import { patternReaches } from './built-in-decisions.ts'
import { conditionsHold, whatWasUnclear } from './condition-test.ts'
import { defaultDecision } from './default-decision.ts'
import { compareRules } from './order-rules.ts'
import type { Policy, PolicyRule, SoundPolicy } from './policy.ts'
import { scopeReaches } from './rule-scope.ts'
import { placeOfRule, wordRule } from './word-rule.ts'

/** How many tool names keep their list of rules; more come only from a model that invents names. */
const REMEMBERED_TOOLS = 1_000

/**
 * The gate of one agent: the first rule in the order of `order-rules.ts` that reaches the call decides. A broken policy
 * denies everything, the tools of loopengine itself included.
 */
export function createGate(policy: Policy): Gate {
  if (policy.kind === 'broken') return { decide: () => brokenDecision(policy) }
  const rulesFor = rulesByTool(policy.rules.toSorted(compareRules))
  return {
    decide: (call, scope) => {
      const winner = rulesFor(call.name).find(rule => reaches(rule, call.input, scope, policy))
      return winner ? ruleDecision(winner, call.input) : defaultDecision(policy, call.name, scope)
    },
  }
}

/** Nothing runs while the file has an error. */
export function brokenDecision({ problem, agentName }: Extract<Policy, { kind: 'broken' }>): Decision {
  const reason = `${locate(problem)} has an error, so no tool of agent \`${agentName}\` runs until it is mended: ${problem.message}`
  return { decision: 'deny', rule: null, reason }
}

/** The decision of a rule that won. */
export function ruleDecision({ rule, tests }: PolicyRule, input: unknown): Decision {
  const unclear = whatWasUnclear(tests, input, rule.decision)
  const reason = `Rule \`${rule.name}\` (${placeOfRule(rule)}) ${wordRule(rule)}${unclear ? `; ${unclear}` : ''}.`
  return { decision: rule.decision, rule, reason }
}

function reaches(rule: PolicyRule, input: unknown, scope: Scope, { agentName }: SoundPolicy): boolean {
  return scopeReaches(rule.scope, scope, agentName) && conditionsHold(rule.tests, input, rule.rule.decision)
}

/** The sorted rules whose pattern reaches a tool, worked out once a tool. */
function rulesByTool(sorted: readonly PolicyRule[]): (tool: string) => readonly PolicyRule[] {
  const known = new Map<string, readonly PolicyRule[]>()
  return tool => {
    const found = known.get(tool)
    if (found) return found
    const reaching = sorted.filter(rule => patternReaches(rule.tool, tool))
    if (known.size < REMEMBERED_TOOLS) known.set(tool, reaching)
    return reaching
  }
}
