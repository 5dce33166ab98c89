import type { Rule } from '../core/rule.ts'
import type { EnvNeed } from './manifest.ts'
import type { PackedFile } from './packed-files.ts'

export type Safety = 'safe' | 'not safe' | 'not readable'

export interface AbilityTool {
  /** The file that holds it, in the ability. */
  file: string
  kind: 'typescript' | 'abl'
  /** Of a TypeScript file: what it exports the tool as. */
  export?: string
  /** Undefined when only running the code could tell. */
  name: string | undefined
  description: string
  /** Read from the text; `not readable` counts as not safe. */
  safety: Safety
}

export interface AbilitySkill {
  /** The name of its folder. */
  id: string
  /** In the ability: `skills/refund-policy`. */
  folder: string
  description: string
}

/** An ability that was read: data only, nothing of it ran. */
export interface Ability {
  /** Of its package, `@acme/refunds`. */
  name: string
  version: string
  description: string
  tools: AbilityTool[]
  skills: AbilitySkill[]
  rules: Rule[]
  env: EnvNeed[]
  dependencies: Record<string, string>
  /** Names that its ABL tools read from the project's settings as `{{config.NAME}}`. */
  config: string[]
  /** What is copied, by path in the ability: tools, the files they import, the skills' files. */
  files: ReadonlyMap<string, PackedFile>
}

/** The name without its scope, for folders and people. */
export function shortName(name: string): string {
  return name.replace(/^@[^/]+\//, '')
}
