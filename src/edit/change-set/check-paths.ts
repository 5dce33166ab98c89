import { readdir, realpath } from 'node:fs/promises'
import { dirname, isAbsolute, join, relative, sep } from 'node:path'
import { LoopengineError } from '../../core/errors.ts'
import type { ChangeSet } from './change-set.ts'

/** Names that Windows keeps for devices, whatever follows a dot. */
const DEVICE = /^(con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])(\.|$)/i
const FORBIDDEN = /[<>:"|?*\\\u0000-\u001f]|[. ]$/

/** Whether every system can hold a file of this name. */
export function isPortableName(name: string): boolean {
  return !DEVICE.test(name) && !FORBIDDEN.test(name)
}

/**
 * Refuses a change that leaves the project, or creates a file that another system cannot hold: reserved names, a colon, a
 * name that differs from a neighbour's in case only.
 */
export async function checkPaths({ root, changes }: ChangeSet): Promise<void> {
  const realRoot = await realpath(root)
  for (const { kind, path } of changes) {
    await refuseOutside(realRoot, path)
    if (kind === 'create') await refuseUnportable(root, path)
  }
}

async function refuseOutside(root: string, path: string): Promise<void> {
  const parts = path.split('/')
  const climbs = isAbsolute(path) || parts.some(part => part === '..' || part === '.' || part === '')
  if (!climbs && isWithin(root, await realTarget(join(root, path)))) return
  throw new LoopengineError('outside_project', `\`${path}\` lies outside the project.`, {
    hint: 'Links that lead out of the project are not written through.',
    file: path,
  })
}

function isWithin(root: string, target: string): boolean {
  const way = relative(root, target)
  return way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way)
}

/** Where a path really leads: through the links of the part that exists. */
export async function realTarget(path: string): Promise<string> {
  try {
    return await realpath(path)
  } catch {
    const parent = dirname(path)
    return parent === path ? path : join(await realTarget(parent), path.slice(parent.length).replace(/^[\\/]/, ''))
  }
}

async function refuseUnportable(root: string, path: string): Promise<void> {
  let folder = root
  for (const name of path.split('/')) {
    if (!isPortableName(name)) {
      throw new LoopengineError('name_reserved', `\`${name}\` cannot be a file's name on every system.`, {
        hint: 'Choose another name.',
        file: path,
      })
    }
    const twin = await caseTwin(folder, name)
    if (twin !== undefined) throw twinError(path, name, twin)
    folder = join(folder, name)
  }
}

async function caseTwin(folder: string, name: string): Promise<string | undefined> {
  const names = await readdir(folder).catch(() => [])
  return names.find(other => other !== name && fold(other) === fold(name))
}

function fold(name: string): string {
  return name.normalize('NFC').toLowerCase()
}

function twinError(path: string, name: string, twin: string): LoopengineError {
  return new LoopengineError('case_twin', `\`${name}\` differs from \`${twin}\`, which is there, in case only.`, {
    hint: 'Choose another name: some systems cannot tell the two apart.',
    file: path,
  })
}
