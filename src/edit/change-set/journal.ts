// One folder `.loopengine/changes/<id>/` a change: plan, images of every file before and after. The folder's name is its
// state: `<id>.new` is being written and nothing else was touched, `<id>.open` is being applied, `<id>` is done.

import { mkdir, readdir, rm } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { LoopengineError, messageOf } from '../../core/errors.ts'
import { isRecord } from '../../core/json.ts'
import { readBytes, renameWithRetry, syncFolder, writeFileAtomic } from '../../storage/write-atomic.ts'
import { bytesOf, type ChangeSet, type FileChange, hashOf } from './change-set.ts'

const VERSION = 1

/** One file of a recorded change. */
export interface JournalEntry {
  kind: FileChange['kind']
  path: string
  /** Hashes; null is no file. */
  before: string | null
  after: string | null
  /** Permission bits of the file before, or those it shall get. */
  mode?: number
}

export interface JournalPlan {
  version: number
  id: string
  title: string
  owner: string
  /** ISO time. */
  at: string
  entries: JournalEntry[]
  /** Folders that the change makes, the outermost first. */
  folders: string[]
  /** Folders that the change removes when they are empty, the innermost first. */
  emptied: string[]
  undoes?: string
}

export interface Journal {
  root: string
  /** Absolute. */
  folder: string
  plan: JournalPlan
}

export function changesFolder(root: string): string {
  return join(root, '.loopengine', 'changes')
}

export interface NewJournal {
  changeSet: ChangeSet
  owner: string
  entries: JournalEntry[]
  folders: string[]
}

/** Writes the journal and opens it: from here on the change is either finished or taken back. */
export async function openJournal({ changeSet, owner, entries, folders }: NewJournal): Promise<Journal> {
  const { root, title, undoes, emptied = [] } = changeSet
  const id = await nextId(root)
  const plan: JournalPlan = {
    version: VERSION,
    id,
    title,
    owner,
    at: new Date().toISOString(),
    entries,
    folders,
    emptied,
  }
  if (undoes !== undefined) plan.undoes = undoes
  const fresh = join(changesFolder(root), `${id}.new`)
  try {
    await mkdir(fresh, { recursive: true })
    for (const [index, change] of changeSet.changes.entries())
      await writeImages(fresh, index, change, entries[index]?.mode)
    await writeFileAtomic(join(fresh, 'plan.json'), `${JSON.stringify(plan, null, 2)}\n`)
    return { root, plan, folder: await renamed(fresh, `${id}.open`) }
  } catch (error) {
    await rm(fresh, { recursive: true, force: true }).catch(() => {})
    throw error
  }
}

/**
 * The change is done: this rename is the moment. Nothing after it may fail: a rename that a power cut undoes leaves an
 * open journal whose files are complete, which recovery closes again.
 */
export async function closeJournal({ folder, plan }: Journal): Promise<void> {
  await renameWithRetry(folder, join(folder, '..', plan.id))
  await syncFolder(join(folder, '..')).catch(() => {})
}

export async function dropJournal({ folder }: Journal): Promise<void> {
  await rm(folder, { recursive: true, force: true })
}

/** The bytes of an entry before or after the change. */
export function imagePath({ folder }: Journal, index: number, side: 'before' | 'after'): string {
  return join(folder, `${index}.${side}`)
}

export async function readImage(journal: Journal, index: number, side: 'before' | 'after'): Promise<Uint8Array> {
  const bytes = await readBytes(imagePath(journal, index, side))
  if (bytes && hashOf(bytes) === journal.plan.entries[index]?.[side]) return bytes
  throw broken(journal.folder, `the image ${index}.${side} is missing or damaged`)
}

/** The journals in a state, the oldest first. */
export async function journalsIn(root: string, state: 'open' | 'done'): Promise<Journal[]> {
  const names = (await namesIn(root)).filter(name =>
    state === 'open' ? name.endsWith('.open') : /^\d+-[\d-]+$/.test(name),
  )
  return Promise.all(names.map(name => readJournal(root, join(changesFolder(root), name))))
}

/** Whether something is left of a command that was killed. */
export async function hasUnfinished(root: string): Promise<boolean> {
  return (await namesIn(root)).some(name => name.endsWith('.open') || name.endsWith('.new'))
}

/** Removes journals that never opened. */
export async function dropUnopened(root: string): Promise<void> {
  for (const name of await namesIn(root)) {
    if (name.endsWith('.new')) await rm(join(changesFolder(root), name), { recursive: true, force: true })
  }
}

/** Keeps the last `count` finished changes. */
export async function pruneJournals(root: string, count: number): Promise<void> {
  const done = (await namesIn(root)).filter(name => /^\d+-[\d-]+$/.test(name))
  for (const name of done.slice(0, Math.max(0, done.length - count))) {
    await rm(join(changesFolder(root), name), { recursive: true, force: true })
  }
}

async function readJournal(root: string, folder: string): Promise<Journal> {
  const file = join(folder, 'plan.json')
  try {
    const value: unknown = JSON.parse(new TextDecoder().decode(await readBytes(file)))
    if (!isRecord(value) || typeof value.version !== 'number') throw new Error('it is no plan')
    if (value.version > VERSION)
      throw new Error(`it has version ${value.version}, and this loopengine reads ${VERSION}`)
    return { root, folder, plan: value as unknown as JournalPlan }
  } catch (error) {
    throw broken(folder, messageOf(error))
  }
}

function broken(folder: string, why: string): LoopengineError {
  return new LoopengineError('journal_broken', `The record of a change cannot be read: ${why}.`, {
    hint: 'Look at the files it names, put them right by hand, and remove the folder.',
    file: folder,
  })
}

async function writeImages(folder: string, index: number, change: FileChange, mode: number | undefined): Promise<void> {
  const options = mode === undefined ? {} : { mode }
  if (change.kind !== 'create') await writeFileAtomic(join(folder, `${index}.before`), bytesOf(change.before), options)
  if (change.kind !== 'delete') await writeFileAtomic(join(folder, `${index}.after`), bytesOf(change.after), options)
}

async function renamed(folder: string, name: string): Promise<string> {
  const target = join(folder, '..', name)
  await renameWithRetry(folder, target)
  await syncFolder(join(folder, '..'))
  return target
}

async function nextId(root: string): Promise<string> {
  const numbers = (await namesIn(root)).map(name => Number.parseInt(name, 10)).filter(number => !Number.isNaN(number))
  const stamp = new Date().toISOString().slice(0, 19).replaceAll(/[-:]/g, '').replace('T', '-')
  return `${String(Math.max(0, ...numbers) + 1).padStart(4, '0')}-${stamp}`
}

async function namesIn(root: string): Promise<string[]> {
  const names = await readdir(changesFolder(root)).catch(() => [])
  return names.map(name => basename(name)).sort((a, b) => Number.parseInt(a, 10) - Number.parseInt(b, 10))
}
