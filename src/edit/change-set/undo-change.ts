import { join } from 'node:path'
import { LoopengineError, usageError } from '../../core/errors.ts'
import { readBytes } from '../../storage/write-atomic.ts'
import type { ChangeSet, FileChange } from './change-set.ts'
import { stateOf } from './entry-files.ts'
import { type Journal, journalsIn, readImage } from './journal.ts'
import { diffOf } from './unified-diff.ts'

/**
 * The change that takes a finished change back: the last one that still stands, or the one of this id. Throws
 * `nothing_to_undo`, `unknown_change`, or `changed_since` with the difference when a file is no longer as it was left.
 */
export async function planUndo(root: string, id?: string): Promise<ChangeSet> {
  const journals = await journalsIn(root, 'done')
  const journal = id === undefined ? lastStanding(journals) : byId(journals, id)
  await refuseChangedSince(journal)
  const { entries, folders, title } = journal.plan
  const changes = await Promise.all(entries.map((_, index) => reversed(journal, index)))
  return {
    root,
    title: `undo ${title}`,
    changes,
    notes: [],
    newlyAllowed: [],
    read: Object.fromEntries(entries.map(({ path, after }) => [path, after])),
    emptied: [...folders].reverse(),
    undoes: journal.plan.id,
  }
}

function lastStanding(journals: Journal[]): Journal {
  const undone = undoneIds(journals)
  const last = journals.findLast(({ plan }) => plan.undoes === undefined && !undone.has(plan.id))
  if (last) return last
  throw usageError('nothing_to_undo', 'There is no change to take back.')
}

function byId(journals: Journal[], id: string): Journal {
  const found = journals.find(({ plan }) => plan.id === id || Number.parseInt(plan.id, 10) === Number(id))
  const known = journals.slice(-5).map(({ plan }) => `${plan.id} (${plan.title})`)
  if (!found) {
    throw usageError('unknown_change', `There is no change \`${id}\`.`, `The last ones: ${known.join(', ') || 'none'}.`)
  }
  if (!undoneIds(journals).has(found.plan.id)) return found
  throw usageError('nothing_to_undo', `The change \`${id}\` was taken back already.`)
}

/** An undo that was itself taken back counts no more. */
function undoneIds(journals: Journal[]): Set<string> {
  const undone = new Set<string>()
  for (const { plan } of [...journals].reverse()) {
    if (plan.undoes !== undefined && !undone.has(plan.id)) undone.add(plan.undoes)
  }
  return undone
}

async function refuseChangedSince(journal: Journal): Promise<void> {
  for (const [index, entry] of journal.plan.entries.entries()) {
    if ((await stateOf(journal.root, entry)) === 'after') continue
    const left = entry.after === null ? undefined : await readImage(journal, index, 'after')
    const now = await readBytes(join(journal.root, entry.path))
    const message = `\`${entry.path}\` was changed after \`${journal.plan.title}\`.\n${diffOf(entry.path, left, now)}`
    throw new LoopengineError('changed_since', message, {
      hint: 'Take these lines back by hand first.',
      file: entry.path,
    })
  }
}

async function reversed(journal: Journal, index: number): Promise<FileChange> {
  const entry = journal.plan.entries[index]
  if (!entry) throw new RangeError(`No entry ${index}.`)
  const { kind, path, mode } = entry
  if (kind === 'create') return { kind: 'delete', path, before: await readImage(journal, index, 'after') }
  const after = await readImage(journal, index, 'before')
  if (kind === 'delete') return { kind: 'create', path, after, ...(mode === undefined ? {} : { mode }) }
  return { kind: 'update', path, before: await readImage(journal, index, 'after'), after }
}
