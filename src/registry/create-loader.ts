import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Jiti, JitiOptions } from 'jiti'
import { nameTypeScript } from './name-typescript.ts'

interface JitiParts {
  onError(error: unknown): never
  nativeImport(id: string): Promise<unknown>
  createRequire: typeof createRequire
}

/**
 * A jiti that also transpiles the project's own ES modules. Left alone it imports `.mjs`, and `.js` of a package with
 * `"type": "module"`, natively: Node then keeps the first version for good, and a reload would serve a stale helper.
 * When its native import refuses, jiti transpiles; its public door does not let us refuse, so we use the one behind
 * (the version is pinned for that). CommonJS files are required: that cache can be evicted.
 */
export function createLoader(root: string, options: JitiOptions): Jiti {
  const require = createRequire(import.meta.url)
  const home = dirname(require.resolve('jiti/package.json'))
  const create = require(join(home, 'dist/jiti.cjs')) as (id: string, options: JitiOptions, parts: JitiParts) => Jiti
  const transform: JitiOptions['transform'] = input => {
    const plugins = input.filename === undefined ? [] : [nameTypeScript(input.filename)]
    return require(join(home, 'dist/babel.cjs'))({ ...input, babel: { ...input.babel, plugins } })
  }
  return create(
    join(root, 'loopengine.js'),
    { transform, ...options },
    { onError, nativeImport: importDependency, createRequire },
  )

  async function importDependency(id: string): Promise<unknown> {
    if (!isProjectModule(root, id)) return import(id)
    const path = id.startsWith('file:') ? fileURLToPath(id) : id
    if (path.endsWith('.mjs') || ESM_SYNTAX.test(readFileSync(path, 'utf8'))) throw new Error('to be transpiled')
    const exported: unknown = require(path)
    return typeof exported === 'object' && exported !== null
      ? { ...exported, default: exported }
      : { default: exported }
  }
}

const ESM_SYNTAX =
  /^\s*(?:import\b[^(.]|export\b\s*(?:[*{]|default\b|async\b|class\b|const\b|function\b|let\b|var\b))|\bimport\.meta\b/m

function onError(error: unknown): never {
  throw error
}

/** A file below the project's root that no dependency brought. */
export function isProjectModule(root: string, id: string): boolean {
  const path = id.startsWith('file:') ? fileURLToPath(id) : id
  return path.startsWith(root + sep) && !path.includes(`${sep}node_modules${sep}`)
}
