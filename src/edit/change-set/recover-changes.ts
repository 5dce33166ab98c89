import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { isLoopengineError } from '../../core/errors.ts'
import { acquireLock } from '../../storage/lock.ts'
import type { ProjectReader } from './change-plan.ts'
import { stateOf, temporaryOf } from './entry-files.ts'
import { closeJournal, dropUnopened, hasUnfinished, type Journal, journalsIn, readImage } from './journal.ts'
import { rollBack } from './roll-back.ts'
import { removeEmptied } from './swap-files.ts'

/** A change that a killed command left, and what became of it. */
export interface Recovery {
  title: string
  /** `finished`: it was complete but for the last mark. `waiting`: the project may not or cannot be written now. */
  outcome: 'finished' | 'taken_back' | 'waiting'
  /** Files that somebody changed meanwhile, left as they are. */
  left: string[]
}

/**
 * Puts right what killed commands left. `write`: for commands that write; throws `locked` when another one is at it.
 * `try`: for others; recovers only when the lock is free and the project can be written. `report`: changes nothing.
 */
export async function recoverChanges(
  root: string,
  { mode, owner, waitMs }: { mode: 'write' | 'try' | 'report'; owner: string; waitMs?: number },
): Promise<Recovery[]> {
  if (!(await hasUnfinished(root))) return []
  if (mode === 'report') return reportOpen(root)
  try {
    const lock = await acquireLock(join(root, '.loopengine', 'lock'), {
      owner,
      ...(mode === 'try' ? { atOnce: true } : {}),
      ...(waitMs === undefined ? {} : { waitMs }),
    })
    return await recoverUnderLock(root).finally(() => lock.release())
  } catch (error) {
    if (mode === 'try' && isLoopengineError(error)) return reportOpen(root)
    throw error
  }
}

/** The caller holds the project's lock, so that no open journal belongs to a living process. */
export async function recoverUnderLock(root: string): Promise<Recovery[]> {
  if (!(await hasUnfinished(root))) return []
  await dropUnopened(root)
  const recovered: Recovery[] = []
  for (const journal of (await journalsIn(root, 'open')).reverse()) recovered.push(await recoverOne(journal))
  return recovered
}

async function recoverOne(journal: Journal): Promise<Recovery> {
  const { title } = journal.plan
  if (!(await isComplete(journal))) return { title, outcome: 'taken_back', left: await rollBack(journal) }
  for (const entry of journal.plan.entries) await rm(await temporaryOf(journal, entry), { force: true })
  await removeEmptied(journal)
  await closeJournal(journal)
  return { title, outcome: 'finished', left: [] }
}

async function isComplete({ root, plan }: Journal): Promise<boolean> {
  const states = await Promise.all(plan.entries.map(entry => stateOf(root, entry)))
  return states.every(state => state === 'after')
}

async function reportOpen(root: string): Promise<Recovery[]> {
  const journals = await journalsIn(root, 'open')
  return journals.map(({ plan }) => ({ title: plan.title, outcome: 'waiting', left: [] }))
}

/** The project as it will be once it is recovered: what `--dry-run` plans on. */
export async function recoveredReader(root: string, reader: ProjectReader): Promise<ProjectReader> {
  const restored = new Map<string, Uint8Array | undefined>()
  for (const journal of (await journalsIn(root, 'open')).reverse()) {
    if (await isComplete(journal)) continue
    for (const [index, entry] of journal.plan.entries.entries()) {
      if ((await stateOf(root, entry)) !== 'after') continue
      restored.set(entry.path, entry.before === null ? undefined : await readImage(journal, index, 'before'))
    }
  }
  if (restored.size === 0) return reader
  return {
    list: async folder => withRestored(folder, await reader.list(folder), restored),
    read: path => (restored.has(path) ? Promise.resolve(restored.get(path)) : reader.read(path)),
  }
}

function withRestored(folder: string, names: string[], restored: Map<string, Uint8Array | undefined>): string[] {
  const list = new Set(names)
  for (const [path, bytes] of restored) {
    const at = path.lastIndexOf('/')
    if (path.slice(0, Math.max(at, 0)) !== folder) continue
    if (bytes) list.add(path.slice(at + 1))
    else list.delete(path.slice(at + 1))
  }
  return [...list]
}
