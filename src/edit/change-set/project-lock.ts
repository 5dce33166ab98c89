import { join } from 'node:path'
import { acquireLock, type Lock } from '../../storage/lock.ts'

/** Runs `work` while this process alone may change the project. `owner` is the command that others are told of. */
export async function withProjectLock<T>(root: string, owner: string, work: (lock: Lock) => Promise<T>): Promise<T> {
  const lock = await acquireLock(join(root, '.loopengine', 'lock'), { owner })
  try {
    return await work(lock)
  } finally {
    await lock.release()
  }
}
