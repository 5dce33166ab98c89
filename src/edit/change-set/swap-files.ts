import { mkdir, rmdir, unlink } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { LoopengineError, systemCode } from '../../core/errors.ts'
import { fileError } from '../../storage/file-error.ts'
import { renameWithRetry, syncFolder, writeNew } from '../../storage/write-atomic.ts'
import { stateOf, targetOf, temporaryOf } from './entry-files.ts'
import { type Journal, type JournalEntry, readImage } from './journal.ts'

/**
 * Brings every file of an open journal to its new state: first all bytes are written beside their files, which is where a
 * full disk shows, then one rename or removal a file. Stops when `signal` says that the lock is lost.
 */
export async function swapFiles(journal: Journal, signal: AbortSignal): Promise<void> {
  const { entries, folders } = journal.plan
  for (const folder of folders) await mkdir(join(journal.root, folder)).catch(ignore('EEXIST'))
  for (const [index, entry] of entries.entries()) await naming(entry, () => stage(journal, index, entry))
  const touched = new Set<string>()
  for (const entry of entries) {
    signal.throwIfAborted()
    touched.add(dirname(await targetOf(journal, entry)))
    await naming(entry, () => swap(journal, entry))
  }
  for (const folder of touched) await syncFolder(folder)
  await removeEmptied(journal)
}

/** The folders that a change leaves empty go last. Can be repeated after a kill. */
export async function removeEmptied({ root, plan }: Journal): Promise<void> {
  for (const folder of plan.emptied)
    await rmdir(join(root, folder)).catch(ignore('ENOENT', 'ENOTEMPTY', 'EEXIST', 'ENOTDIR'))
}

async function stage(journal: Journal, index: number, entry: JournalEntry): Promise<void> {
  if (entry.after === null) return
  const bytes = await readImage(journal, index, 'after')
  await writeNew(await temporaryOf(journal, entry), bytes, entry.mode)
}

async function swap(journal: Journal, entry: JournalEntry): Promise<void> {
  if ((await stateOf(journal.root, entry)) !== 'before') {
    throw new LoopengineError('changed_meanwhile', `\`${entry.path}\` was changed while it was being written.`, {
      hint: 'Run the command again.',
      file: entry.path,
    })
  }
  const target = await targetOf(journal, entry)
  if (entry.after === null) await unlink(target)
  else await renameWithRetry(await temporaryOf(journal, entry), target)
}

async function naming(entry: JournalEntry, work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    throw systemCode(error) === undefined
      ? error
      : fileError(error, entry.after === null ? 'remove' : 'write', entry.path)
  }
}

function ignore(...codes: string[]): (error: unknown) => void {
  return error => {
    if (!codes.includes(systemCode(error) ?? '')) throw error
  }
}
