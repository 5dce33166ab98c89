import type { Ability } from './ability.ts'
import { contentHash } from './content.ts'
import type { AbilityOrigin } from './fetch-ability.ts'
import type { Placement } from './placement.ts'
import type { Installed } from './provenance.ts'

export interface Recorded {
  ability: Ability
  origin: AbilityOrigin
  placement: Placement
  /** The file in the base store. */
  base: string
  addedDependencies: string[]
}

/** What the project remembers of an ability in an agent. */
export function recordOf({ ability, origin, placement, base, addedDependencies }: Recorded): Installed {
  const files = [...placement.paths].map(([from, path]) => {
    const file = ability.files.get(from)
    return [path, { from, sha256: file ? contentHash(file.bytes) : '' }] as const
  })
  const { version, rules, env, dependencies } = ability
  return {
    ...origin,
    version,
    base,
    files: Object.fromEntries(files.sort(([a], [b]) => (a < b ? -1 : 1))),
    tools: placement.tools,
    skills: placement.skills,
    rules,
    env,
    dependencies,
    addedDependencies,
  }
}
