import { existsSync, lstatSync, mkdirSync } from 'node:fs'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'

/**
 * The folder that keeps compiled modules between processes: in the project's `node_modules`, else one of this user's own;
 * false where others could write, as what lies there is run.
 */
export function moduleCacheFolder(root: string, temporary: string = tmpdir()): string | false {
  const modules = join(root, 'node_modules')
  if (existsSync(modules)) return join(modules, '.cache/loopengine/modules')
  const { uid } = userInfo()
  const folder = join(temporary, `loopengine-modules-${uid}`)
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    return isPrivate(folder, uid) ? folder : false
  } catch {
    return false
  }
}

function isPrivate(folder: string, uid: number): boolean {
  const found = lstatSync(folder)
  if (process.platform === 'win32') return found.isDirectory()
  return found.isDirectory() && found.uid === uid && (found.mode & 0o077) === 0
}
