import type { Rule } from '../core/rule.ts'
import type { ChangePlan } from '../edit/change-set/change-plan.ts'
import type { AgentPlace } from '../scaffold/agent-place.ts'
import { agentRules, isSameRule } from './agent-rules.ts'
import { contentHash } from './content.ts'
import type { Installed } from './provenance.ts'

export interface AbilityEdits {
  /** Paths relative to the agent's folder. */
  files: { path: string; kind: 'changed' | 'removed' }[]
  rules: { name: string; kind: 'changed' | 'removed'; base: Rule; yours?: Rule }[]
}

/** What a person changed of an installed ability, by the hashes and rules that were recorded; line ends don't count. */
export async function editsOf(plan: ChangePlan, agent: AgentPlace, entry: Installed): Promise<AbilityEdits> {
  const edits: AbilityEdits = { files: [], rules: [] }
  for (const [path, { sha256 }] of Object.entries(entry.files)) {
    const bytes = await plan.read(`${agent.directory}/${path}`)
    if (!bytes) edits.files.push({ path, kind: 'removed' })
    else if (contentHash(bytes) !== sha256) edits.files.push({ path, kind: 'changed' })
  }
  const rules = await agentRules(plan, agent)
  for (const base of entry.rules) {
    const yours = rules.get(base.name)
    if (!yours) edits.rules.push({ name: base.name, kind: 'removed', base })
    else if (!isSameRule(base, yours)) edits.rules.push({ name: base.name, kind: 'changed', base, yours })
  }
  return edits
}
