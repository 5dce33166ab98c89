// The files of a commit, by reading git's objects. Nothing is checked out.

import type { ReadText } from '../../abl/index.ts'
import { LoopengineError } from '../../core/errors.ts'
import { git } from '../../storage/git.ts'
import type { SourceReader } from './source-reader.ts'

/** Links and submodules hold no text of the project. */
const FILE_MODES = new Set(['100644', '100755'])

/**
 * A project as it was in a commit. `prefix`: the project's folder below the repository's root, empty or with a `/` at
 * its end.
 * @throws LoopengineError `git_failed` when the objects can't be read
 */
export async function gitSource(
  root: string,
  { commit, prefix }: { commit: string; prefix: string },
): Promise<SourceReader> {
  const ids = await objectsOf(root, commit, prefix)
  const texts = await readObjects(
    root,
    [...ids].filter(([path]) => isWanted(path)).map(([, id]) => id),
  )
  const read = async (path: string): Promise<Uint8Array | undefined> => {
    const id = ids.get(path)
    if (id === undefined) return undefined
    if (!texts.has(id)) for (const [key, bytes] of await readObjects(root, [id])) texts.set(key, bytes)
    return texts.get(id)
  }
  const folders = foldersOf([...ids.keys()])
  const readAbl: ReadText = path => {
    const bytes = texts.get(ids.get(path) ?? '')
    return bytes ? { kind: 'text', text: new TextDecoder().decode(bytes) } : { kind: 'missing' }
  }
  const list = async (folder: string): Promise<string[]> => [...(folders.get(folder) ?? [])]
  return { root, read, list, exists: path => ids.has(path), readAbl }
}

/** What reading the agents needs, so that git is asked once. */
function isWanted(path: string): boolean {
  return path.endsWith('.abl') || (path.startsWith('agents/') && /\.([cm]?[jt]s|ya?ml)$/.test(path))
}

async function objectsOf(root: string, commit: string, prefix: string): Promise<Map<string, string>> {
  const { code, stdout, stderr } = await git(root, ['ls-tree', '-r', '-z', '--full-tree', commit, '--', prefix || '.'])
  if (code !== 0) throw failed(stderr)
  const ids = new Map<string, string>()
  for (const line of stdout.toString('utf8').split('\0')) {
    const [, mode = '', type, id, path] = /^(\d+) (\w+) ([0-9a-f]+)\t(.*)$/s.exec(line) ?? []
    if (type === 'blob' && id && path?.startsWith(prefix) && FILE_MODES.has(mode))
      ids.set(path.slice(prefix.length), id)
  }
  return ids
}

/** The bytes of objects, by their id. */
async function readObjects(root: string, ids: readonly string[]): Promise<Map<string, Uint8Array>> {
  const found = new Map<string, Uint8Array>()
  if (ids.length === 0) return found
  const { code, stdout, stderr } = await git(root, ['cat-file', '--batch'], `${[...new Set(ids)].join('\n')}\n`)
  if (code !== 0) throw failed(stderr)
  for (let at = 0; at < stdout.length; ) {
    const lineEnd = stdout.indexOf(10, at)
    const [id = '', type, size] = stdout.subarray(at, lineEnd).toString('utf8').split(' ')
    if (type === 'missing' || lineEnd < 0) throw failed(`object ${id} is missing`)
    const end = lineEnd + 1 + Number(size)
    found.set(id, stdout.subarray(lineEnd + 1, end))
    at = end + 1
  }
  return found
}

/** The names in each folder, folders included. */
function foldersOf(paths: readonly string[]): Map<string, Set<string>> {
  const folders = new Map<string, Set<string>>()
  for (const path of paths) {
    const steps = path.split('/')
    steps.forEach((name, index) => {
      const folder = steps.slice(0, index).join('/')
      folders.set(folder, (folders.get(folder) ?? new Set()).add(name))
    })
  }
  return folders
}

function failed(said: string): LoopengineError {
  return new LoopengineError('git_failed', `git could not read the commit: ${said}`, {
    hint: 'In a clone that is not complete, fetch the missing commits with `git fetch --unshallow`.',
  })
}
