import { resolve } from 'node:path'
import { abilityFolders, checkAbility, checkInstalled } from '../abilities/check-abilities.ts'
import type { Diagnostic } from '../core/diagnostic.ts'
import { findProjectRoot } from '../registry/project-root.ts'

export interface CheckedAbilities {
  /** Diagnostics name files relative to it. */
  root: string
  /** How many abilities are made there. */
  count: number
  diagnostics: Diagnostic[]
}

/** An ability in a repository of its own is checked by itself; undefined inside a project, or where there is none. */
export async function abilitiesOutside(
  paths: readonly string[],
  cwd: string | undefined,
): Promise<CheckedAbilities | undefined> {
  const root = resolve(cwd ?? '.')
  if (findProjectRoot(root) !== undefined) return undefined
  const folders = paths.length === 0 ? [''] : paths.map(path => path.replace(/^\.\/|\/+$|^\.$/g, ''))
  const found = [...new Set((await Promise.all(folders.map(folder => abilityFolders(root, folder)))).flat())]
  if (found.length === 0) return undefined
  const diagnostics = (await Promise.all(found.map(folder => checkAbility(root, folder)))).flat()
  return { root, count: found.length, diagnostics }
}

/** The abilities that are made in a project, and those that its agents have. */
export async function abilitiesInside(root: string): Promise<CheckedAbilities> {
  const folders = await abilityFolders(root)
  const made = await Promise.all(folders.map(folder => checkAbility(root, folder)))
  return { root, count: folders.length, diagnostics: [...made.flat(), ...(await checkInstalled(root))] }
}
