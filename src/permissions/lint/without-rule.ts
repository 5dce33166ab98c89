import { builtInDecision, patternReaches } from '../built-in-decisions.ts'
import type { LintCheck } from './lint-facts.ts'

/** Tools that no rule is about, so that the default decides alone. */
export const withoutRule: LintCheck = ({ policy, tools }) => {
  const bare = tools.filter(
    ({ name }) => builtInDecision(name) === undefined && !policy.rules.some(({ tool }) => patternReaches(tool, name)),
  )
  return bare.map(({ name }) => ({
    code: 'ACTAUTH_NO_RULE',
    severity: policy.default.decision === 'allow' ? 'warning' : 'info',
    message: `No rule is about the tool \`${name}\`, so the default holds: ${policy.default.decision}.`,
    file: policy.file,
    hint: `Add { name: ${name.replaceAll('_', '-')}-ask, scope: "*/*", tool: ${name}, decision: ask } to the rules.`,
  }))
}
