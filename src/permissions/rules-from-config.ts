import type { PolicyDefault, PolicyReading, PolicySource } from './policy.ts'
import { readDecision } from './read-decision.ts'
import { collectProblems, finishReading, readRules } from './read-policy.ts'
import { sourceFromValue } from './value-source.ts'

/**
 * The same as `readActauth` for `AgentConfig.rules` and `defaultDecision`. Both are checked as values from outside:
 * nothing made sure that the user's code was typed. `source.file` is the agent's own file.
 */
export async function rulesFromConfig(
  rules: unknown,
  defaultDecision: unknown,
  source: PolicySource,
): Promise<PolicyReading> {
  const { report, diagnostics } = collectProblems(source.file)
  const read = await readRules(sourceFromValue(rules ?? null, 'rules'), source.file, report)
  const written = defaultDecision === undefined ? undefined : sourceFromValue(defaultDecision, 'defaultDecision')
  const decision = written && readDecision(written, 'defaultDecision', report)
  const fallback: PolicyDefault = decision ? { decision, from: 'written' } : { decision: 'ask', from: 'key missing' }
  return finishReading(source, { default: fallback, rules: read }, diagnostics)
}
