import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

interface PackageFacts {
  root: string
  version: string
}

let found: PackageFacts | undefined

/** The installed package's own folder: package.json, templates, protocol and example agents lie there. Absolute. */
export function packageRoot(): string {
  return packageFacts().root
}

/** The running version of loopengine. */
export function packageVersion(): string {
  return packageFacts().version
}

function packageFacts(): PackageFacts {
  found ??= findPackage(dirname(fileURLToPath(import.meta.url)))
  return found
}

/** Walks up because a bundled file may lie in any folder of `dist/`. */
function findPackage(from: string): PackageFacts {
  try {
    const { name, version } = JSON.parse(readFileSync(join(from, 'package.json'), 'utf8'))
    if (name === 'loopengine') return { root: from, version: String(version) }
  } catch {
    // No package.json here: the next folder up may have it.
  }
  const parent = dirname(from)
  if (parent === from) throw new Error('The package.json of loopengine is missing beside its own code.')
  return findPackage(parent)
}
