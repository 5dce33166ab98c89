// A lock folder that appears and disappears whole: it is renamed into place with its owner's file already inside, and
// removing it takes away only the owner that was looked at before, so two processes can never both take over a dead one.

import { rmdirSync, unlinkSync } from 'node:fs'
import { mkdir, open, readdir, readFile, rename, rm, rmdir, stat, unlink, utimes } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { callbackify } from 'node:util'
import { systemCode } from '../core/errors.ts'
import { isRecord } from '../core/json.ts'

/** Who holds a lock: for people to read, never the judge of whether the holder still lives. */
export interface LockOwner {
  command: string
  pid: number
  host: string
  /** ISO time. */
  since: string
}

const TAKEN = new Set(['ENOTEMPTY', 'EEXIST', 'EPERM'])

/** The file functions that proper-lockfile calls, for one attempt to hold `folder`. `token` must be unique. */
export function ownedFolder(folder: string, token: string, owner: LockOwner): Record<string, unknown> {
  const ownerFile = `${token}.json`
  let seen: string[] = []
  let mine = false

  const create = async (): Promise<void> => {
    const candidate = `${folder}.${token}`
    await mkdir(candidate)
    try {
      await writeSmall(join(candidate, ownerFile), JSON.stringify(owner))
      await rename(candidate, folder)
      mine = true
    } catch (error) {
      await rm(candidate, { recursive: true, force: true })
      throw TAKEN.has(systemCode(error) ?? '') ? Object.assign(new Error('held'), { code: 'EEXIST' }) : error
    }
  }

  // The names are read before the age: a folder that looks dead then holds no newer owner than these.
  const look = async () => {
    seen = await readdir(folder).catch(() => [])
    return stat(folder)
  }

  const remove = async (): Promise<void> => {
    for (const name of mine ? [ownerFile] : seen) await unlink(join(folder, name)).catch(ignoreMissing)
    await rmdir(folder).catch(ignoreTaken)
  }

  const removeNow = (): void => {
    unlinkSync(join(folder, ownerFile))
    rmdirSync(folder)
  }

  return {
    mkdir: (_path: string, done: () => void) => callbackify(create)(done),
    stat: (_path: string, done: () => void) => callbackify(look)(done),
    utimes: (_path: string, at: Date, to: Date, done: () => void) => callbackify(() => utimes(folder, at, to))(done),
    rmdir: (_path: string, done: () => void) => callbackify(remove)(done),
    rmdirSync: removeNow,
  }
}

async function writeSmall(path: string, text: string): Promise<void> {
  const handle = await open(path, 'wx')
  try {
    await handle.write(Buffer.from(text), 0, undefined, 0)
  } finally {
    await handle.close()
  }
}

/** The last beat of the holder (its token and the folder's time), or undefined when nobody holds the lock. */
export async function heartbeat(folder: string): Promise<string | undefined> {
  try {
    const names = await readdir(folder)
    const { mtimeMs } = await stat(folder)
    return names.length === 0 ? undefined : `${names.join(' ')} ${mtimeMs}`
  } catch {
    return undefined
  }
}

/** The holder's file, or undefined when there is none that can be read. */
export async function readOwner(folder: string): Promise<LockOwner | undefined> {
  try {
    const [name] = await readdir(folder)
    const value: unknown = JSON.parse(await readFile(join(folder, name ?? ''), 'utf8'))
    return isRecord(value) && typeof value.command === 'string' ? (value as unknown as LockOwner) : undefined
  } catch {
    return undefined
  }
}

const CANDIDATE_LIFE_MS = 60_000

/** Removes folders that attempts killed half way left beside the lock. */
export async function sweepCandidates(folder: string, prefix: string): Promise<void> {
  const parent = dirname(folder)
  for (const name of await readdir(parent).catch(() => [])) {
    if (!name.startsWith(prefix)) continue
    const info = await stat(join(parent, name)).catch(() => undefined)
    if (info && Date.now() - info.mtimeMs > CANDIDATE_LIFE_MS)
      await rm(join(parent, name), { recursive: true, force: true })
  }
}

function ignoreMissing(error: unknown): void {
  if (systemCode(error) !== 'ENOENT') throw error
}

function ignoreTaken(error: unknown): void {
  if (!['ENOENT', 'ENOTEMPTY', 'EEXIST'].includes(systemCode(error) ?? '')) throw error
}
