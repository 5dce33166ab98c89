import { readdir, stat } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { readOwner } from '../../storage/owned-folder.ts'
import { shownPath } from '../shown-path.ts'
import type { LockReport } from './report.ts'

/** A holder beats every second; without a beat for this long it is dead. */
const SILENT_MS = 7_000

/** The locks of the project and its sessions, whoever holds them. Takes none and waits for nobody. */
export async function readLocks(root: string, stateDirectory: string): Promise<LockReport[]> {
  const sessions = join(stateDirectory, 'sessions')
  const names = (await readdir(sessions).catch((): string[] => [])).filter(name => name.endsWith('.lock')).sort()
  const folders = [join(root, '.loopengine', 'lock'), ...names.map(name => join(sessions, name))]
  const locks = await Promise.all(folders.map(folder => readLock(root, folder)))
  return locks.filter(lock => lock !== undefined)
}

async function readLock(root: string, folder: string): Promise<LockReport | undefined> {
  const info = await stat(folder).catch(() => undefined)
  if (!info?.isDirectory()) return undefined
  const owner = (await readOwner(folder)) ?? null
  const beats = Date.now() - info.mtimeMs < SILENT_MS
  const runs = owner === null || owner.host !== hostname() || isRunning(owner.pid)
  return { file: shownPath(root, folder), owner, alive: beats && runs }
}

/** A process of this machine; one of another user counts too. */
function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
