import type { Dirent } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { mayHoldSecrets } from '../../tools/system/read-text-inside.ts'

const PASSED_OVER = new Set(['node_modules', 'dist', 'coverage'])
const MOST_FILES = 4000

/** The files and folders of one folder of the project that may be named in a message; folders end in `/`. */
export async function filesIn(root: string, folder: string): Promise<string[]> {
  const entries = await entriesOf(join(root, folder))
  return entries.filter(({ name }) => isShown(folder + name)).map(entry => folder + entry.name + ending(entry))
}

/** The files of the whole project, the shallow ones first; no more than a person could want to choose from. */
export async function filesBelow(root: string): Promise<string[]> {
  const files: string[] = []
  let folders = ['']
  while (folders.length > 0 && files.length < MOST_FILES) {
    const deeper: string[] = []
    for (const folder of folders) {
      for (const path of await filesIn(root, folder)) (path.endsWith('/') ? deeper : files).push(path)
    }
    folders = deeper
  }
  return files.slice(0, MOST_FILES)
}

async function entriesOf(folder: string): Promise<Dirent[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch((): Dirent[] => [])
  return entries.filter(entry => entry.isFile() || entry.isDirectory()).sort(byName)
}

function isShown(path: string): boolean {
  const name = path.slice(path.lastIndexOf('/') + 1)
  return !name.startsWith('.') && !PASSED_OVER.has(name) && !mayHoldSecrets(path)
}

function ending(entry: Dirent): string {
  return entry.isDirectory() ? '/' : ''
}

function byName(a: Dirent, b: Dirent): number {
  return a.name < b.name ? -1 : 1
}
