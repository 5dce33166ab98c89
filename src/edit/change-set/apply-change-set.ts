// Main path of every write: paths checked, lock, recovery, nothing changed since the plan, no new problem, journal, swap.

import { access, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Diagnostic } from '../../core/diagnostic.ts'
import { LoopengineError } from '../../core/errors.ts'
import type { Lock } from '../../storage/lock.ts'
import { readBytes } from '../../storage/write-atomic.ts'
import { type ChangeSet, type FileChange, hashOf } from './change-set.ts'
import { checkPaths } from './check-paths.ts'
import { closeJournal, type Journal, type JournalEntry, openJournal, pruneJournals } from './journal.ts'
import { withProjectLock } from './project-lock.ts'
import { type ProjectTexts, textsAfter, textsBefore } from './project-texts.ts'
import { recoverUnderLock } from './recover-changes.ts'
import { rollBack } from './roll-back.ts'
import { swapFiles } from './swap-files.ts'
import { diffOf } from './unified-diff.ts'

/** Finds problems by reading texts. Contract: runs no code of the project. */
export type Verify = (texts: ProjectTexts) => Diagnostic[] | Promise<Diagnostic[]>

export interface ApplyOptions {
  /** The command, named to others while it holds the lock. */
  owner: string
  /** Asked about the project before and after; errors that only the second has refuse the change. */
  verify?: Verify
  /** Held by the caller already. */
  lock?: Lock
}

const KEPT_CHANGES = 50

/**
 * Writes a change whole or not at all, whatever fails or kills the process on the way. Returns its id for `undo`, null
 * when there was nothing to change. Throws `changed_meanwhile` when a file is not as the plan read it, `would_break`.
 */
export async function applyChangeSet(changeSet: ChangeSet, options: ApplyOptions): Promise<string | null> {
  if (changeSet.changes.length === 0) return null
  if (options.lock) return applyUnderLock(changeSet, options, options.lock)
  return withProjectLock(changeSet.root, { owner: options.owner }, lock => applyUnderLock(changeSet, options, lock))
}

async function applyUnderLock(changeSet: ChangeSet, options: ApplyOptions, lock: Lock): Promise<string> {
  await recoverUnderLock(changeSet.root)
  await checkPaths(changeSet)
  await refuseChanged(changeSet)
  if (options.verify) await refuseNewProblems(changeSet, options.verify)
  const journal = await openJournal({
    changeSet,
    owner: options.owner,
    entries: await Promise.all(changeSet.changes.map(change => entryOf(changeSet.root, change))),
    folders: await missingFolders(changeSet),
  })
  await finishOrTakeBack(journal, lock)
  await pruneJournals(changeSet.root, KEPT_CHANGES)
  return journal.plan.id
}

async function finishOrTakeBack(journal: Journal, lock: Lock): Promise<void> {
  try {
    await swapFiles(journal, lock.signal)
    lock.signal.throwIfAborted()
    await closeJournal(journal)
  } catch (error) {
    // With the lock lost, another process may be recovering this very journal.
    if (!lock.signal.aborted) await rollBack(journal)
    throw error
  }
}

async function refuseChanged({ root, read, changes }: ChangeSet): Promise<void> {
  for (const [path, hash] of Object.entries(read)) {
    const bytes = await readBytes(join(root, path))
    if ((bytes ? hashOf(bytes) : null) === hash) continue
    const change = changes.find(candidate => candidate.path === path)
    const before = change && change.kind !== 'create' ? change.before : undefined
    const diff = change ? `\n${diffOf(path, before, bytes)}` : ''
    throw new LoopengineError('changed_meanwhile', `\`${path}\` was changed after this was planned.${diff}`, {
      hint: 'Look at the difference, then run the command again.',
      file: path,
    })
  }
}

async function refuseNewProblems(changeSet: ChangeSet, verify: Verify): Promise<void> {
  const known = new Map<string, number>()
  for (const problem of await verify(textsBefore(changeSet)))
    known.set(keyOf(problem), (known.get(keyOf(problem)) ?? 0) + 1)
  const added = (await verify(textsAfter(changeSet))).filter(problem => {
    const left = known.get(keyOf(problem)) ?? 0
    known.set(keyOf(problem), left - 1)
    return left <= 0 && problem.severity === 'error' && !changeSet.unfinished?.includes(problem.file)
  })
  const [first] = added
  if (!first) return
  const more = added.length > 1 ? ` (and ${added.length - 1} more)` : ''
  throw new LoopengineError('would_break', `Nothing was changed, because then: ${first.message}${more}`, {
    file: first.file,
    ...(first.range ? { line: first.range.start.line, column: first.range.start.column } : {}),
    ...(first.hint === undefined ? {} : { hint: first.hint }),
  })
}

/** Lines move when a file is edited: a problem is the same when everything else is. */
function keyOf({ code, file, message }: Diagnostic): string {
  return JSON.stringify([code, file, message])
}

async function entryOf(root: string, change: FileChange): Promise<JournalEntry> {
  const { kind, path } = change
  const before = kind === 'create' ? null : hashOf(change.before)
  const after = kind === 'delete' ? null : hashOf(change.after)
  const mode = kind === 'create' ? change.mode : (await stat(join(root, path))).mode & 0o7777
  return { kind, path, before, after, ...(mode === undefined ? {} : { mode }) }
}

/** The folders that files to create need, the outermost first. */
async function missingFolders({ root, changes }: ChangeSet): Promise<string[]> {
  const missing = new Set<string>()
  for (const { kind, path } of changes) {
    if (kind !== 'create') continue
    for (let folder = dirname(path); folder !== '.'; folder = dirname(folder)) {
      if (!(await isThere(join(root, folder)))) missing.add(folder)
    }
  }
  return [...missing].sort()
}

function isThere(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  )
}
