import { statSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { usageError } from '../core/errors.ts'

/** The nearest folder from `from` upwards that holds a folder `agents/`. Absolute; undefined when there is none. */
export function findProjectRoot(from: string): string | undefined {
  const folder = resolve(from)
  if (isFolder(join(folder, 'agents'))) return folder
  const parent = dirname(folder)
  return parent === folder ? undefined : findProjectRoot(parent)
}

/**
 * The project a command works in: `cwd` exactly when it was given, else the nearest parent of `from`.
 * Throws `no_such_folder` or `no_project` (exit code 2).
 */
export function projectRoot(from: string, cwd?: string): string {
  if (cwd === undefined) return findProjectRoot(from) ?? missing(`no folder \`agents/\` in ${from} or above it`)
  const folder = resolve(from, cwd)
  if (!isFolder(folder)) throw usageError('no_such_folder', `\`--cwd ${cwd}\` is not a folder.`)
  return isFolder(join(folder, 'agents')) ? folder : missing(`no folder \`agents/\` in ${folder}`)
}

function missing(what: string): never {
  throw usageError(
    'no_project',
    `There is no loopengine project here: ${what}.`,
    'Make one with `loopengine init`, or name a project with `--cwd DIR`.',
  )
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false
}
