import { LoopengineError } from '../core/errors.ts'
import type { ChangePlan } from '../edit/change-set/change-plan.ts'
import { readBase } from './base-store.ts'
import { contentHash } from './content.ts'
import { type AbilityOrigin, fetchAbility } from './fetch-ability.ts'
import { integrityMismatch } from './npm-error.ts'
import type { PackedFile } from './packed-files.ts'
import type { Installed } from './provenance.ts'
import { parseAbilitySpec } from './spec.ts'

/** An ability's own content by path in it. */
export type BaseFiles = ReadonlyMap<string, PackedFile>

/**
 * What an installed version brought: from the base store, else fetched again and held against what was recorded.
 * @throws LoopengineError `integrity_mismatch`, `base_missing`, as `fetchAbility`
 */
export async function baseOf(plan: ChangePlan, name: string, entry: Installed): Promise<BaseFiles> {
  return (await readBase(plan, entry)) ?? fetchBase(plan.root, name, entry)
}

async function fetchBase(root: string, name: string, entry: Installed): Promise<BaseFiles> {
  const { files, origin } = await fetchAbility(exactSpec(root, name, entry), root)
  refuseOther(name, entry, origin)
  const found = new Map<string, PackedFile>()
  for (const { from, sha256 } of Object.values(entry.files)) {
    const file = await files.read(from)
    if (!file || contentHash(file.bytes) !== sha256) throw missing(name, entry)
    found.set(from, file)
  }
  return found
}

function exactSpec(root: string, name: string, { source, spec, version, commit }: Installed) {
  if (source === 'registry') return parseAbilitySpec(`${name}@${version}`, root)
  const known = parseAbilitySpec(spec, root)
  return known.kind === 'git' && commit !== undefined ? { ...known, ref: commit } : known
}

/** Git packs its tarballs anew: there the commit is the proof. */
function refuseOther(name: string, entry: Installed, { integrity }: AbilityOrigin): void {
  if (entry.source !== 'registry' || integrity === entry.integrity) return
  throw integrityMismatch(`${name}@${entry.version}`, `expected ${entry.integrity}, got ${integrity}`)
}

function missing(name: string, { version, base }: Installed): LoopengineError {
  const message = `What ${name} ${version} brought is not in .loopengine/abilities/${base}, and its source has other content now.`
  return new LoopengineError('base_missing', message, {
    hint: 'Take the file back from git, or remove the ability and add it again.',
  })
}
