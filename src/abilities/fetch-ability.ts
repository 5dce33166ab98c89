import { basename } from 'node:path'
import { extractPackage } from './extract.ts'
import { type FetchedTarball, fetchPackage, readTarball } from './fetch-package.ts'
import { findCommit } from './git-ref.ts'
import type { PackedFiles } from './packed-files.ts'
import { folderFiles } from './read-folder.ts'
import { type AbilitySpec, recordedSpec } from './spec.ts'

/** Where an ability came from, as the project records it. */
export interface AbilityOrigin {
  spec: string
  source: 'registry' | 'git' | 'tarball' | 'folder'
  /** Of the tarball, `sha512-…`; absent for a folder. */
  integrity?: string
  /** For git. */
  commit?: string
}

export interface FetchedAbility {
  files: PackedFiles
  origin: AbilityOrigin
}

/**
 * Gets an ability's files; nothing of it runs and nothing is written into the project. `root` is the project, whose
 * `.npmrc` counts. @throws LoopengineError as `fetchPackage`, `findCommit` and `extractPackage`
 */
export async function fetchAbility(spec: AbilitySpec, root: string): Promise<FetchedAbility> {
  const shown = recordedSpec(spec, root)
  switch (spec.kind) {
    case 'folder':
      return { files: folderFiles(spec.path, shown), origin: { spec: shown, source: 'folder' } }
    case 'file':
      return fromTarball(await readTarball(spec.path, basename(spec.path)), { spec: shown, source: 'tarball' })
    case 'url':
      return fromTarball(await fetchPackage(spec.url, root), { spec: shown, source: 'tarball' })
    case 'registry':
      return fromTarball(await fetchPackage(shown, root), { spec: shown, source: 'registry' })
    case 'git': {
      const commit = await findCommit(spec.url, spec.ref)
      return fromTarball(await fetchPackage(`git+${spec.url}#${commit}`, root), { spec: shown, source: 'git', commit })
    }
  }
}

async function fromTarball({ bytes, integrity }: FetchedTarball, origin: AbilityOrigin): Promise<FetchedAbility> {
  return { files: await extractPackage(bytes, origin.spec), origin: { ...origin, integrity } }
}
