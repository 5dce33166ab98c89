import type { Diagnostic } from '../core/diagnostic.ts'
import { lintPolicy } from '../permissions/lint/lint-policy.ts'
import type { AgentPermissions } from './agent-permissions.ts'

/** What lint found in the rules of one agent. */
export interface LintCase {
  agent: string
  /** Relative to the project: where its rules stand. */
  file: string
  diagnostics: Diagnostic[]
}

/** The rules of an agent against its tools. Of tools that could not all be read, none is called unknown. */
export function lintPermissions({ name, directory, policy, tools, complete, diagnostics }: AgentPermissions): LintCase {
  const found = policy ? lintPolicy(policy, tools) : []
  const sure = complete ? found : found.filter(({ code }) => code !== 'ACTAUTH_UNKNOWN_TOOL')
  return { agent: name, file: policy?.file ?? `${directory}/actauth.yml`, diagnostics: [...diagnostics, ...sure] }
}
