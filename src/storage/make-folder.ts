import { mkdir } from 'node:fs/promises'
import { dirname } from 'node:path'
import { systemCode } from '../core/errors.ts'

/** Makes a folder and those above it. Unlike Node's own recursion it says why it failed (EROFS, not ENOENT). */
export async function makeFolder(path: string, mode = 0o777): Promise<void> {
  try {
    await mkdir(path, { mode })
  } catch (error) {
    const code = systemCode(error)
    if (code === 'EEXIST') return
    if (code !== 'ENOENT' || dirname(path) === path) throw error
    await makeFolder(dirname(path), mode)
    await mkdir(path, { mode }).catch(ignoreExisting)
  }
}

function ignoreExisting(error: unknown): void {
  if (systemCode(error) !== 'EEXIST') throw error
}
