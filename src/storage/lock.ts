import { randomBytes } from 'node:crypto'
import { mkdir } from 'node:fs/promises'
import { hostname } from 'node:os'
import { basename, dirname } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { LoopengineError, systemCode } from '../core/errors.ts'
import { fileError } from './file-error.ts'
import { heartbeat, type LockOwner, ownedFolder, readOwner, sweepCandidates } from './owned-folder.ts'

export interface LockOptions {
  /** The command that asks, told to others while it holds the lock (`add-tool`). */
  owner: string
  /** A holder whose heartbeat is older than this is dead. At least 2000. @default 5000 */
  stale?: number
  /** How long to wait for a holder that lives; a next holder starts it anew, so that a queue moves on. @default 0 */
  waitMs?: number
  /** Never waits, not even to learn whether the holder lives. */
  atOnce?: boolean
}

export interface Lock {
  release(): Promise<void>
  /** Aborted when the lock was lost: the process slept longer than `stale`, or its folder was removed. */
  signal: AbortSignal
}

const DEFAULT_STALE_MS = 5_000
const POLL_MS = 60
/** The heartbeat may lie up to a second in the future, and a beat may come late. */
const STALE_MARGIN_MS = 2_000

/**
 * Holds the lock folder `path` until it is released or the process ends. A dead holder is taken over once its heartbeat
 * is older than `stale`; a living one (its heartbeat advances, or another follows it) is the error `locked`, exit code
 * 75, naming the holder, as soon as `waitMs` has passed.
 */
export async function acquireLock(path: string, options: LockOptions): Promise<Lock> {
  const stale = options.stale ?? DEFAULT_STALE_MS
  const start = Date.now()
  let patience = start + (options.waitMs ?? 0)
  let firstBeat: string | undefined
  let holder: string | undefined
  for (;;) {
    const lock = await tryLock(path, options.owner, stale)
    if (lock) return lock
    if (options.atOnce) throw await lockedError(path)
    const beat = await heartbeat(path)
    firstBeat ??= beat
    if (beat !== undefined && holderOf(beat) !== holder) {
      holder = holderOf(beat)
      patience = Date.now() + (options.waitMs ?? 0)
    }
    const lives = beat !== undefined && beat !== firstBeat
    const hopeless = lives || Date.now() > start + stale + STALE_MARGIN_MS
    if (hopeless && Date.now() >= patience) throw await lockedError(path)
    await sleep(POLL_MS)
  }
}

/** A beat without its time. */
function holderOf(beat: string): string {
  return beat.slice(0, beat.lastIndexOf(' '))
}

async function tryLock(path: string, command: string, stale: number): Promise<Lock | undefined> {
  const { lock } = await import('proper-lockfile')
  const token = `${process.pid}-${randomBytes(6).toString('hex')}`
  const owner: LockOwner = { command, pid: process.pid, host: hostname(), since: new Date().toISOString() }
  const lost = new AbortController()
  try {
    await mkdir(dirname(path), { recursive: true })
    const release = await lock(path, {
      lockfilePath: path,
      realpath: false,
      stale,
      update: 1_000,
      fs: ownedFolder(path, token, owner),
      onCompromised: () => lost.abort(new LoopengineError('lock_lost', `The lock ${path} was lost.`)),
    })
    await sweepCandidates(path, `${basename(path)}.`)
    return { signal: lost.signal, release: () => release().catch(ignoreGone) }
  } catch (error) {
    if (systemCode(error) === 'ELOCKED') return undefined
    throw fileError(error, 'lock', path)
  }
}

async function lockedError(path: string): Promise<LoopengineError> {
  const owner = await readOwner(path)
  const who = owner
    ? `\`${owner.command}\` (process ${owner.pid} on ${owner.host}, since ${owner.since})`
    : 'another process'
  return new LoopengineError('locked', `${path} is held by ${who}.`, {
    exitCode: 75,
    hint: 'Try again when it has finished.',
    file: path,
  })
}

function ignoreGone(error: unknown): void {
  if (!['ERELEASED', 'ENOTACQUIRED'].includes(systemCode(error) ?? '')) throw error
}
