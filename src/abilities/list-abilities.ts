import type { ChangePlan } from '../edit/change-set/change-plan.ts'
import { editsOf } from './edits-of.ts'
import { installedAbilities } from './installed-abilities.ts'

/** One ability of one agent, as `list-abilities --json` prints it. */
export interface AbilityRow {
  name: string
  version: string
  spec: string
  agent: string
  /** Files and rules that were changed since it was installed, from the project's root. */
  modified: string[]
  tools: string[]
  skills: string[]
  /** The version of an upgrade whose conflicts are still in the files. */
  pending?: string
}

export async function listAbilities(plan: ChangePlan): Promise<AbilityRow[]> {
  const rows: AbilityRow[] = []
  for (const { agent, name, entry } of await installedAbilities(plan)) {
    const { files, rules } = await editsOf(plan, agent, entry)
    const { version, spec, tools, skills, pending } = entry
    rows.push({
      name,
      version,
      spec,
      agent: agent.name,
      modified: [
        ...files.map(({ path }) => `${agent.directory}/${path}`),
        ...rules.map(rule => `${agent.actauth}#${rule.name}`),
      ],
      tools: tools.map(tool => tool.name ?? tool.export ?? tool.file),
      skills: Object.keys(skills),
      ...(pending ? { pending: pending.to.version } : {}),
    })
  }
  return rows
}
