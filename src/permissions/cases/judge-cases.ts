import { createGate } from '../create-gate.ts'
import type { Policy } from '../policy.ts'
import { quoted } from '../shown.ts'
import type { CaseOutcome, PermissionCase } from './permission-case.ts'

/** Asks the rules about every case. Pure: nothing is run, no file is read. */
export function judgeCases(policy: Policy, cases: readonly PermissionCase[]): CaseOutcome[] {
  const gate = createGate(policy)
  return cases.map(expected => {
    const { decision, rule, reason } = gate.decide({ name: expected.tool, input: expected.args }, expected.scope)
    const outcome: CaseOutcome = { expected, decision, rule: rule?.name ?? null, reason }
    const failure = failureOf(outcome)
    return failure === undefined ? outcome : { ...outcome, failure }
  })
}

function failureOf({ expected, decision, rule, reason }: CaseOutcome): string | undefined {
  if (decision !== expected.decision) return `expected ${expected.decision}, got ${decision}: ${reason}`
  if (expected.rule === undefined || expected.rule === rule) return undefined
  return `expected ${wordDecider(expected.rule)} to decide, and ${wordDecider(rule)} did: ${reason}`
}

function wordDecider(rule: string | null): string {
  return rule === null ? 'the default' : `rule ${quoted(rule)}`
}

/** Which rules of an agent some case was decided by. */
export interface RuleCoverage {
  rules: number
  covered: number
  /** In the order of the file. */
  uncovered: { name: string; line?: number }[]
}

/** The rules that decided at least one case, whether it passed or not. */
export function coverageOf(policy: Policy, outcomes: readonly CaseOutcome[]): RuleCoverage {
  if (policy.kind === 'broken') return { rules: 0, covered: 0, uncovered: [] }
  const deciders = new Set(outcomes.map(({ rule }) => rule))
  const uncovered = policy.rules.map(({ rule }) => rule).filter(({ name }) => !deciders.has(name))
  return {
    rules: policy.rules.length,
    covered: policy.rules.length - uncovered.length,
    uncovered: uncovered.map(({ name, line }) => ({ name, ...(line === undefined ? {} : { line }) })),
  }
}
