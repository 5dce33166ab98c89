import type { DecisionWord, Scope } from '../core/rule.ts'
import { builtInDecision, patternReaches } from './built-in-decisions.ts'
import { whyConditionFails } from './condition-test.ts'
import { createGate } from './create-gate.ts'
import { compareRules, whyBefore } from './order-rules.ts'
import type { Policy, PolicyRule } from './policy.ts'
import { missedSegment, type RuleScope } from './rule-scope.ts'
import { quoted } from './shown.ts'

/** A rule that did not decide. */
export interface LosingRule {
  name: string
  line?: number
  decision: DecisionWord
  /** One phrase: what kept it from the call, or which rule came before it and by what. */
  why: string
}

/** What `permissions explain` prints; `losing` holds every other rule, most specific first. */
export interface Explanation {
  decision: DecisionWord
  rule: { name: string; file: string; line?: number } | null
  reason: string
  losing: LosingRule[]
}

interface Asked {
  call: { name: string; input: Record<string, unknown> }
  scope: Scope
  agentName: string
}

/** The decision that the gate makes about this call, and why every other rule did not make it. */
export function explain(policy: Policy, call: Asked['call'], scope: Scope): Explanation {
  const { decision, rule, reason } = createGate(policy).decide(call, scope)
  if (policy.kind === 'broken') return { decision, rule: null, reason, losing: [] }
  const asked = { call, scope, agentName: policy.agentName }
  const sorted = policy.rules.toSorted(compareRules)
  const winner = sorted.find(candidate => candidate.rule === rule)
  const losing = sorted.filter(candidate => candidate !== winner).map(candidate => toLosing(candidate, winner, asked))
  const decider = winner ? { name: winner.rule.name, file: policy.file, ...lineOf(winner) } : null
  return { decision, rule: decider, reason, losing }
}

function toLosing(loser: PolicyRule, winner: PolicyRule | undefined, asked: Asked): LosingRule {
  const { name, decision } = loser.rule
  const why = whyMissed(loser, asked) ?? (winner && whyBeaten(loser, winner)) ?? ''
  return { name, ...lineOf(loser), decision, why }
}

/** What keeps a rule from the call, whatever other rules there are. */
function whyMissed({ rule, scope, tool, tests }: PolicyRule, asked: Asked): string | undefined {
  const segment = missedSegment(scope, asked.scope, asked.agentName)
  if (segment) return `its ${segment} is ${quoted(scope[segment])}, and the call's is ${quoted(actual(segment, asked))}`
  const { name, input } = asked.call
  if (!tool.matches(name)) return `its tool ${quoted(tool.text)} is not ${quoted(name)}`
  if (!patternReaches(tool, name)) {
    return `a glob does not change ${quoted(name)}, which comes with loopengine (${builtInDecision(name)}); name it exactly`
  }
  return whyConditionFails(tests, input, rule.decision)
}

function actual(segment: keyof RuleScope, { scope, agentName }: Asked): string {
  return segment === 'agent' ? agentName : scope[segment]
}

function whyBeaten(loser: PolicyRule, winner: PolicyRule): string {
  const line = winner.rule.line === undefined ? '' : ` (line ${winner.rule.line})`
  return `rule \`${winner.rule.name}\`${line} comes before it: ${whyBefore(winner, loser)}`
}

function lineOf({ rule }: PolicyRule): { line?: number } {
  return rule.line === undefined ? {} : { line: rule.line }
}
