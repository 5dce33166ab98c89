import { mkdir, rm, rmdir, unlink } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { LoopengineError, messageOf, systemCode } from '../../core/errors.ts'
import { renameWithRetry, syncFolder, writeFileAtomic } from '../../storage/write-atomic.ts'
import { stateOf, targetOf, temporaryOf } from './entry-files.ts'
import { dropJournal, imagePath, type Journal, type JournalEntry, readImage } from './journal.ts'

/**
 * Puts every file of an open journal back and drops it. Images are renamed into place, so that a full disk cannot stop
 * it. Files that somebody changed meanwhile are left alone and returned. Can be repeated after a kill.
 */
export async function rollBack(journal: Journal): Promise<string[]> {
  try {
    const left = await restoreAll(journal)
    for (const folder of [...journal.plan.folders].reverse()) {
      await rmdir(join(journal.root, folder)).catch(ignoreKept)
    }
    await dropJournal(journal)
    return left
  } catch (error) {
    const message = `\`${journal.plan.title}\` could not be taken back: ${messageOf(error)}`
    const hint = 'The next loopengine command that writes tries again; nothing is lost until then.'
    throw new LoopengineError('rollback_failed', message, { hint, cause: error })
  }
}

async function restoreAll(journal: Journal): Promise<string[]> {
  const left: string[] = []
  for (const [index, entry] of [...journal.plan.entries.entries()].reverse()) {
    await rm(await temporaryOf(journal, entry), { force: true }).catch(ignoreKept)
    const state = await stateOf(journal.root, entry)
    if (state === 'after') await restore(journal, index, entry)
    if (state === 'other') left.push(entry.path)
  }
  return left
}

async function restore(journal: Journal, index: number, entry: JournalEntry): Promise<void> {
  const target = await targetOf(journal, entry)
  if (entry.before === null) {
    await unlink(target)
  } else {
    const bytes = await readImage(journal, index, 'before')
    await mkdir(dirname(target), { recursive: true })
    await renameWithRetry(imagePath(journal, index, 'before'), target).catch(() =>
      writeFileAtomic(target, bytes, entry.mode === undefined ? {} : { mode: entry.mode }),
    )
  }
  await syncFolder(dirname(target)).catch(() => {})
}

function ignoreKept(error: unknown): void {
  if (!['ENOENT', 'ENOTEMPTY', 'EEXIST', 'ENOTDIR'].includes(systemCode(error) ?? '')) throw error
}
