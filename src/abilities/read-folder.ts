import { lstat, readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { systemCode } from '../core/errors.ts'
import { pathProblem } from './entry-path.ts'
import { MOST_BYTES, MOST_ENTRIES, type PackedFile, type PackedFiles, refusedPackage } from './packed-files.ts'

/** What lies in folders of a working copy and is no part of an ability. */
const SKIPPED = new Set(['.git', 'node_modules', '.DS_Store', 'Thumbs.db'])

/**
 * An ability's folder as it is on disk: nothing is packed and no script runs. Only the files that are asked for are read.
 * Its methods throw `ability_refused` for links, special files and more than an ability may hold.
 */
export function folderFiles(root: string, shown: string): PackedFiles {
  return new Folder(root, shown)
}

class Folder implements PackedFiles {
  readonly #root: string
  readonly #shown: string
  readonly #read = new Map<string, PackedFile>()
  #bytes = 0

  constructor(root: string, shown: string) {
    this.#root = root
    this.#shown = shown
  }

  async read(path: string): Promise<PackedFile | undefined> {
    const known = this.#read.get(path)
    if (known || !(await this.#isPlain(path, 'file'))) return known
    const place = join(this.#root, path)
    const { size, mode } = await lstat(place)
    this.#bytes += size
    if (this.#bytes > MOST_BYTES) throw refusedPackage(this.#shown, `it holds more than ${MOST_BYTES / 1024 / 1024} MB`)
    if (this.#read.size >= MOST_ENTRIES) throw refusedPackage(this.#shown, `it has more than ${MOST_ENTRIES} entries`)
    const file = { bytes: await readFile(place), executable: (mode & 0o100) !== 0 }
    this.#read.set(path, file)
    return file
  }

  async below(folder: string): Promise<string[]> {
    const paths: string[] = []
    await this.#collect(folder, paths)
    return paths.sort()
  }

  async #collect(folder: string, paths: string[]): Promise<void> {
    if (!(await this.#isPlain(folder, 'folder'))) return
    for (const entry of await readdir(join(this.#root, folder), { withFileTypes: true })) {
      if (SKIPPED.has(entry.name)) continue
      const path = `${folder}/${entry.name}`
      const problem = pathProblem(path)
      if (problem !== undefined) throw refusedPackage(this.#shown, problem)
      if (paths.length >= MOST_ENTRIES) throw refusedPackage(this.#shown, `it has more than ${MOST_ENTRIES} entries`)
      if (entry.isDirectory()) await this.#collect(path, paths)
      else if (entry.isFile()) paths.push(path)
      else throw refusedPackage(this.#shown, `\`${path}\` is no plain file or folder`)
    }
  }

  /** Whether there is such a file or folder; a link on the way to it is refused. */
  async #isPlain(path: string, kind: 'file' | 'folder'): Promise<boolean> {
    const names = path.split('/')
    for (let length = 1; length <= names.length; length++) {
      const part = names.slice(0, length).join('/')
      const found = await lstat(join(this.#root, part)).catch(ignoreMissing)
      if (!found) return false
      const isFolder = length < names.length || kind === 'folder'
      if (isFolder ? found.isDirectory() : found.isFile()) continue
      if (found.isDirectory() || found.isFile()) return false
      throw refusedPackage(this.#shown, `\`${part}\` is no plain file or folder`)
    }
    return true
  }
}

function ignoreMissing(error: unknown): undefined {
  if (!['ENOENT', 'ENOTDIR'].includes(systemCode(error) ?? '')) throw error
}
