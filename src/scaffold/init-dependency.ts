import { readFile } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { isRecord } from '../core/json.ts'

/**
 * What a new project writes as its dependency on loopengine, so that it runs the copy that made it: the version when
 * that copy came from a registry, else the tarball or folder that it came from. `root` is the running package's folder.
 */
export async function loopengineDependency(root: string, version: string): Promise<string> {
  const modules = dirname(root)
  if (basename(modules) !== 'node_modules') return `file:${root.replaceAll('\\', '/')}`
  const resolved = await resolvedFrom(join(modules, '.package-lock.json'))
  if (resolved?.startsWith('file:')) return `file:${resolve(dirname(modules), resolved.slice(5)).replaceAll('\\', '/')}`
  return resolved?.startsWith('git') ? resolved : `^${version}`
}

/** npm's own record of where it took the package from; other managers leave none. */
async function resolvedFrom(lockFile: string): Promise<string | undefined> {
  const text = await readFile(lockFile, 'utf8').catch(() => undefined)
  if (text === undefined) return undefined
  const lock: unknown = JSON.parse(text)
  const packages = isRecord(lock) && isRecord(lock.packages) ? lock.packages : {}
  const entry = packages['node_modules/loopengine']
  return isRecord(entry) && typeof entry.resolved === 'string' ? entry.resolved : undefined
}
