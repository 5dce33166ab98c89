import type { Rule } from '../core/rule.ts'
import type { ChangePlan } from '../edit/change-set/change-plan.ts'
import type { AgentPlace } from '../scaffold/agent-place.ts'
import { type Ability, shortName } from './ability.ts'
import { foldPath } from './entry-path.ts'
import type { InstalledTool } from './provenance.ts'

/** Where the parts of an ability go in an agent. Paths are relative to the agent's folder. */
export interface Placement {
  /** From a path in the ability to the one in the agent. */
  paths: ReadonlyMap<string, string>
  tools: InstalledTool[]
  /** The folder of each skill, by its id. */
  skills: Record<string, string>
}

/** What is new to an agent: what must not meet anything of its own. */
export interface Arrival {
  tools: readonly InstalledTool[]
  rules: readonly Rule[]
  /** By path in the agent's folder. */
  files: ReadonlyMap<string, unknown>
}

/**
 * Tools and what they import keep their paths. A skill goes to `skills/<id>/`, and when the agent has one of that name to
 * `skills/<ability>/<id>/`; one that is installed stays where it is.
 */
export async function placeAbility(
  plan: ChangePlan,
  agent: AgentPlace,
  ability: Ability,
  installed: Readonly<Record<string, string>> = {},
): Promise<Placement> {
  const there = new Set((await plan.list(`${agent.directory}/skills`)).map(foldPath))
  const skills: Record<string, string> = {}
  for (const { id } of ability.skills) {
    const fresh = there.has(foldPath(id)) ? `skills/${shortName(ability.name)}/${id}` : `skills/${id}`
    skills[id] = Object.hasOwn(installed, id) ? (installed[id] ?? fresh) : fresh
  }
  const paths = new Map([...ability.files.keys()].map(path => [path, targetOf(ability, skills, path)]))
  const tools = ability.tools.map(({ name, file, export: exported }) => {
    return { name: name ?? null, file, ...(exported === undefined ? {} : { export: exported }) }
  })
  return { paths, tools, skills }
}

function targetOf({ skills }: Ability, folders: Readonly<Record<string, string>>, path: string): string {
  const skill = skills.find(({ folder }) => path.startsWith(`${folder}/`))
  return skill ? `${folders[skill.id]}${path.slice(skill.folder.length)}` : path
}
