import { basename, dirname, join } from 'node:path'
import { readBytes } from '../../storage/write-atomic.ts'
import { hashOf } from './change-set.ts'
import { realTarget } from './check-paths.ts'
import type { Journal, JournalEntry } from './journal.ts'

/** What a file is now, measured by the journal. */
export type EntryState = 'before' | 'after' | 'other'

export async function stateOf(root: string, { path, before, after }: JournalEntry): Promise<EntryState> {
  const bytes = await readBytes(join(root, path))
  const now = bytes ? hashOf(bytes) : null
  if (now === before) return 'before'
  return now === after ? 'after' : 'other'
}

/** Where an entry's bytes really go: links are followed. */
export function targetOf({ root }: Journal, { path }: JournalEntry): Promise<string> {
  return realTarget(join(root, path))
}

/** The unfinished file of an entry, beside the file that it becomes. */
export async function temporaryOf(journal: Journal, entry: JournalEntry): Promise<string> {
  const target = await targetOf(journal, entry)
  return join(dirname(target), `.${basename(target)}.${journal.plan.id}.tmp`)
}
