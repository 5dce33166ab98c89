import type { Diagnostic } from '../core/diagnostic.ts'
import { type ConditionTest, conditionTest } from './condition-test.ts'
import type { Policy, PolicyDefault, PolicyReading, PolicyRule, PolicySource } from './policy.ts'
import type { ConditionDraft } from './read-condition.ts'
import { type RuleDraft, readRule } from './read-rule.ts'
import { quoted } from './shown.ts'
import { kindOf, type Problem, type Report, type SourceNode } from './source-node.ts'
import { loadPatternCompiler, type PatternCompiler } from './text-pattern.ts'

/** Turns problems into diagnostics of one file. A place without a range leads the message with its path. */
export function collectProblems(file: string): { report: Report; diagnostics: Diagnostic[] } {
  const diagnostics: Diagnostic[] = []
  const report: Report = ({ code, message, at, hint }: Problem) => {
    const where = at.range || at.path === '' ? '' : `${at.path}: `
    diagnostics.push({
      code,
      severity: 'error',
      message: `${where}${message}`,
      file,
      ...(at.range ? { range: at.range } : {}),
      ...(hint ? { hint } : {}),
    })
  }
  return { report, diagnostics }
}

/** Fails closed: one error, and the whole policy is broken. Diagnostics are sorted by place. */
export function finishReading(
  source: PolicySource,
  content: { default: PolicyDefault; rules: PolicyRule[] },
  diagnostics: Diagnostic[],
): PolicyReading {
  const sorted = diagnostics.toSorted(byPlace)
  const problem = sorted.find(({ severity }) => severity === 'error')
  const policy: Policy = problem ? { kind: 'broken', ...source, problem } : { kind: 'sound', ...source, ...content }
  return { policy, diagnostics: sorted }
}

/** The list of rules, each read and compiled; unusable ones are reported and left out. */
export async function readRules(node: SourceNode | undefined, file: string, report: Report): Promise<PolicyRule[]> {
  if (!node || node.kind === 'unreadable' || (node.kind === 'scalar' && node.value === null)) return []
  if (node.kind !== 'list') {
    report({
      code: 'ACTAUTH_RULES_NOT_A_LIST',
      message: `\`rules\` is ${kindOf(node)} instead of a list.`,
      at: node.at,
      hint: 'Start every rule with `- name: …` on a line of its own.',
    })
    return []
  }
  const drafts = node.items().flatMap(item => readRule(item, report) ?? [])
  reportTakenNames(drafts, report)
  return compileRules(drafts, file, report)
}

function reportTakenNames(drafts: readonly RuleDraft[], report: Report): void {
  const taken = new Map<string, RuleDraft>()
  for (const draft of drafts) {
    const earlier = taken.get(draft.rule.name)
    taken.set(draft.rule.name, earlier ?? draft)
    if (!earlier) continue
    const where = earlier.places.rule ? ` (first in line ${earlier.places.rule.start.line})` : ''
    report({
      code: 'ACTAUTH_NAME_TAKEN',
      message: `Two rules are called ${quoted(draft.rule.name)}${where}.`,
      at: { path: `rules: ${draft.rule.name}`, ...(draft.places.rule ? { range: draft.places.rule } : {}) },
      hint: 'Rename one, or remove it if it says the same.',
    })
  }
}

async function compileRules(drafts: readonly RuleDraft[], file: string, report: Report): Promise<PolicyRule[]> {
  const needsPatterns = drafts.some(draft => draft.conditions.some(({ condition }) => condition.op === 'matches'))
  const compile = needsPatterns ? await loadPatternCompiler() : undefined
  return drafts.map(({ rule, scope, tool, conditions, places }) => {
    const line = places.rule?.start.line
    const placed = { ...rule, file, ...(line === undefined ? {} : { line }) }
    const tests = conditions.map(draft => compileCondition(draft, compile, report))
    return { rule: placed, scope, tool, tests, places }
  })
}

function compileCondition(
  { condition, valueAt }: ConditionDraft,
  compile: PatternCompiler | undefined,
  report: Report,
): ConditionTest {
  if (condition.op !== 'matches' || !compile) return conditionTest(condition)
  const reading = compile(String(condition.value))
  if (reading.kind === 'pattern') return conditionTest(condition, reading.pattern)
  report({
    code: 'ACTAUTH_PATTERN',
    message: `The pattern ${quoted(String(condition.value))} can't be used: ${reading.message}.`,
    at: valueAt,
    hint: 'Patterns follow RE2: no look-around and no back-references.',
  })
  return conditionTest(condition)
}

function byPlace(a: Diagnostic, b: Diagnostic): number {
  const [from, to] = [a.range?.start, b.range?.start]
  if (!from || !to) return 0
  return from.line - to.line || from.column - to.column
}
