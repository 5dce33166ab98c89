import { join } from 'node:path'
import { acquireLock, type Lock, type LockOptions } from '../../storage/lock.ts'

/** Runs `work` while this process alone may change the project. `options.owner` is the command that others are told of. */
export async function withProjectLock<T>(
  root: string,
  options: LockOptions,
  work: (lock: Lock) => Promise<T>,
): Promise<T> {
  const lock = await acquireLock(join(root, '.loopengine', 'lock'), options)
  try {
    return await work(lock)
  } finally {
    await lock.release()
  }
}
