import type { Diagnostic } from '../../core/diagnostic.ts'
import { isRecord } from '../../core/json.ts'
import { didYouMean } from '../../core/nearest.ts'
import type { Condition } from '../../core/rule.ts'
import { BUILT_IN_DECISIONS } from '../built-in-decisions.ts'
import { wordCondition } from '../condition-test.ts'
import type { PolicyRule } from '../policy.ts'
import { sameAgent } from '../rule-scope.ts'
import { aboutRule, type LintCheck, type LintFacts, toolsReached } from './lint-facts.ts'

/** Rules that no call of this agent can ever meet, for what they themselves say. */
export const unreachable: LintCheck = facts =>
  facts.sorted.flatMap(rule => [
    ...otherAgent(rule, facts),
    ...noSuchTool(rule, facts),
    ...impossible(rule),
    ...noSuchField(rule, facts),
  ])

function otherAgent(rule: PolicyRule, { policy }: LintFacts): Diagnostic[] {
  const { agent } = rule.scope
  if (agent === '*' || sameAgent(agent, policy.agentName)) return []
  return [
    aboutRule(rule, {
      code: 'ACTAUTH_UNREACHABLE',
      severity: 'error',
      message: `Rule \`${rule.rule.name}\` is for agent \`${agent}\`, and this is the file of \`${policy.agentName}\`.`,
      range: rule.places.scope,
      hint: 'Move it to the file of that agent, or leave the third segment out.',
    }),
  ]
}

function noSuchTool(rule: PolicyRule, facts: LintFacts): Diagnostic[] {
  if (toolsReached(rule, facts).length > 0) return []
  const { text, exact } = rule.tool
  const builtIn = !exact && Object.keys(BUILT_IN_DECISIONS).some(name => rule.tool.matches(name))
  const names = facts.tools.map(({ name }) => name)
  return [
    aboutRule(rule, {
      code: 'ACTAUTH_UNKNOWN_TOOL',
      severity: exact ? 'error' : 'warning',
      message: exact ? `There is no tool \`${text}\`.` : `No tool of the agent matches \`${text}\`.`,
      range: rule.places.tool,
      hint: builtIn ? 'A glob does not reach the tools of loopengine: name them exactly.' : wordTools(text, names),
    }),
  ]
}

function wordTools(text: string, names: readonly string[]): string {
  return `${didYouMean(text, names)} Tools here: ${names.join(', ')}.`.trim()
}

/** Two conditions on one field that no value meets together. */
function impossible(rule: PolicyRule): Diagnostic[] {
  const conditions = rule.rule.when ?? []
  for (const [index, one] of conditions.entries()) {
    const other = conditions.slice(index + 1).find(later => later.field === one.field && excludes(one, later))
    if (!other) continue
    return [
      aboutRule(rule, {
        code: 'ACTAUTH_UNREACHABLE',
        severity: 'error',
        message: `Rule \`${rule.rule.name}\` never decides: ${wordCondition(one)} and ${wordCondition(other)} can't both hold.`,
        range: rule.places.when,
        hint: 'Conditions in a list must all hold; for "one or the other" write two rules.',
      }),
    ]
  }
  return []
}

function excludes(a: Condition, b: Condition): boolean {
  if (a.op === 'eq' && b.op === 'eq') return a.value !== b.value
  const low = [a, b].find(({ op }) => op === 'gt' || op === 'gte')
  const high = [a, b].find(({ op }) => op === 'lt' || op === 'lte')
  if (!low || !high || typeof low.value !== 'number' || typeof high.value !== 'number') return false
  return low.value > high.value || (low.value === high.value && (low.op === 'gt' || high.op === 'lt'))
}

/** A condition on an argument that the tool does not take is always unclear. */
function noSuchField(rule: PolicyRule, facts: LintFacts): Diagnostic[] {
  const [tool] = rule.tool.exact ? toolsReached(rule, facts) : []
  const properties = tool?.input_schema.properties
  if (!tool || !isRecord(properties) || tool.input_schema.additionalProperties === true) return []
  const names = Object.keys(properties)
  const foreign = rule.tests.find(({ steps }) => !names.includes(steps[0] ?? ''))
  if (!foreign) return []
  const meaning = rule.rule.decision === 'allow' ? 'never holds' : `always counts as true for ${rule.rule.decision}`
  return [
    aboutRule(rule, {
      code: 'ACTAUTH_UNKNOWN_FIELD',
      severity: 'error',
      message: `\`${tool.name}\` takes no argument \`${foreign.steps[0]}\`, so ${wordCondition(foreign.condition)} ${meaning}.`,
      range: rule.places.when,
      hint: `${didYouMean(foreign.steps[0] ?? '', names)} Arguments: ${names.join(', ')}.`.trim(),
    }),
  ]
}
