import type { ChangePlan } from '../edit/change-set/change-plan.ts'
import { installedAbilities } from './installed-abilities.ts'

const CODE = /\.[cm]?[jt]sx?$/
const SKIPPED = /^(\.|node_modules$|dist$|build$|coverage$)/

/** Those of these packages that no other ability needs and no source of the project imports, as the plan stands. */
export async function unusedDependencies(
  plan: ChangePlan,
  packages: Readonly<Record<string, string>>,
): Promise<Record<string, string>> {
  if (Object.keys(packages).length === 0) return {}
  const others = await installedAbilities(plan)
  const needed = new Set(
    others
      .flatMap(({ entry }) => [entry, ...(entry.pending ? [entry.pending.to] : [])])
      .flatMap(({ dependencies }) => Object.keys(dependencies)),
  )
  const candidates = Object.entries(packages).filter(([name]) => !needed.has(name))
  const imported =
    candidates.length === 0
      ? new Set()
      : await importedIn(
          plan,
          '',
          candidates.map(([name]) => name),
        )
  return Object.fromEntries(candidates.filter(([name]) => !imported.has(name)))
}

async function importedIn(plan: ChangePlan, folder: string, names: readonly string[]): Promise<Set<string>> {
  const found = new Set<string>()
  for (const entry of await plan.list(folder)) {
    if (SKIPPED.test(entry)) continue
    const path = folder === '' ? entry : `${folder}/${entry}`
    if (CODE.test(entry)) {
      const text = (await plan.readText(path)) ?? ''
      for (const name of names.filter(name => mentions(text, name))) found.add(name)
    } else if (!/\.\w+$/.test(entry)) for (const name of await importedIn(plan, path, names)) found.add(name)
  }
  return found
}

function mentions(text: string, name: string): boolean {
  return [`'${name}'`, `"${name}"`, `'${name}/`, `"${name}/`].some(written => text.includes(written))
}
