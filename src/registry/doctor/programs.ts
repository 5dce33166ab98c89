import { accessSync, constants, statSync } from 'node:fs'
import { delimiter, join } from 'node:path'

/** Backends of a sandbox, the best first. */
const PROGRAMS = ['runsc', 'bwrap', 'python3', 'node']

/** Which of them are on the PATH. Nothing is started. */
export function findPrograms(path: string | undefined): { name: string; path: string | null }[] {
  const folders = (path ?? '').split(delimiter).filter(folder => folder !== '')
  const ends = process.platform === 'win32' ? ['.exe', '.cmd', ''] : ['']
  return PROGRAMS.map(name => {
    const candidates = folders.flatMap(folder => ends.map(end => join(folder, name + end)))
    return { name, path: candidates.find(isProgram) ?? null }
  })
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return statSync(path).isFile()
  } catch {
    return false
  }
}
