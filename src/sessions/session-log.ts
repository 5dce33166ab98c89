import { appendFile, type FileHandle, open, truncate } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { isLoopengineError, LoopengineError, systemCode } from '../core/errors.ts'
import { acquireLock, type Lock } from '../storage/lock.ts'
import { makeFolder } from '../storage/make-folder.ts'
import { syncFolder } from '../storage/write-atomic.ts'
import { type Entry, type Line, LOG_VERSION, type ParentCall } from './entry.ts'
import { encodeLine } from './line.ts'
import { type ReadLog, readLog } from './read-log.ts'
import { applyLine, foldLines, type SessionState } from './state.ts'

/** After these a crash must not lose the line. */
const DURABLE: ReadonlySet<Entry['type']> = new Set(['calls', 'approval', 'question', 'outcome', 'note'])

export interface LogFile {
  id: string
  /** Absolute. */
  path: string
  /** As people are shown it. */
  shown: string
}

/** The one writer of a session's log. Appends are in order; each is one write of one line. */
export class SessionLog {
  readonly id: string
  readonly state: SessionState
  /** Whether a half-written last line was dropped when the log was opened. */
  readonly repaired: boolean
  readonly #lock: Lock
  readonly #file: LogFile
  #handle: FileHandle | undefined
  /** Bytes of the whole lines in the file. */
  #size: number
  /** Set when a half-written line could not be taken back: another line behind it would be taken for damage. */
  #broken: unknown
  #tail: Promise<void> = Promise.resolve()

  private constructor(file: LogFile, lock: Lock, read: ReadLog) {
    this.id = file.id
    this.#file = file
    this.#lock = lock
    this.#size = read.goodBytes
    this.state = foldLines(read.lines)
    this.repaired = read.end === 'torn'
  }

  /**
   * Takes the session for this process; a file that isn't there is made by the first append.
   * @throws LoopengineError `locked` (75) while another process has it, `session_damaged`, `session_too_new`.
   */
  static async open(file: LogFile): Promise<SessionLog> {
    await makeFolder(dirname(file.path), 0o700).catch(error => Promise.reject(unwritable(file.shown, error)))
    const lock = await lockSession(file)
    try {
      return new SessionLog(file, lock, await readAndMend(file))
    } catch (error) {
      await lock.release()
      throw error
    }
  }

  /** Writes the first line of a new session. */
  async begin(agent: string, loopengine: string, parent?: ParentCall): Promise<void> {
    if (this.state.lines === 0) await this.append({ type: 'session', v: LOG_VERSION, agent, loopengine, parent })
  }

  /** Another session beside this one. */
  sibling(id: string): Promise<SessionLog> {
    const shown = this.#file.shown.replace(/[^/]*$/, `${id}.jsonl`)
    return SessionLog.open({ id, path: join(dirname(this.#file.path), `${id}.jsonl`), shown })
  }

  nextTurn(): void {
    this.state.turn++
  }

  /** Resolves when the line is written, and on disk where a crash must not lose it. */
  append(entry: Entry): Promise<void> {
    const write = this.#tail.then(() => this.#write(entry))
    this.#tail = write.catch(() => {})
    return write
  }

  async close(): Promise<void> {
    await this.#tail
    await this.#handle?.close()
    await this.#lock.release()
  }

  async #write(entry: Entry): Promise<void> {
    if (this.#lock.signal.aborted) {
      throw new LoopengineError('locked', `Session ${this.id} was taken over by another process.`, { exitCode: 75 })
    }
    const line: Line = { seq: this.state.lines, at: new Date().toISOString(), turn: this.state.turn, ...entry }
    if (this.#broken !== undefined) throw unwritable(this.#file.shown, this.#broken)
    const bytes = Buffer.from(encodeLine(line))
    try {
      this.#handle ??= await openForAppending(this.#file.path)
      await writeWhole(this.#handle, bytes)
      if (DURABLE.has(entry.type)) await this.#handle.datasync()
    } catch (error) {
      await this.#takeBack()
      throw unwritable(this.#file.shown, error)
    }
    this.#size += bytes.length
    applyLine(this.state, line)
  }

  /** After a failed write the file is as it was before. */
  async #takeBack(): Promise<void> {
    try {
      await this.#handle?.truncate(this.#size)
    } catch (error) {
      this.#broken = error
    }
  }
}

async function readAndMend({ path, shown }: LogFile): Promise<ReadLog> {
  try {
    const read = await readLog(path, shown)
    if (read.end === 'torn') await truncate(path, read.goodBytes)
    if (read.end !== 'unended') return read
    await appendFile(path, '\n')
    return { ...read, goodBytes: read.goodBytes + 1 }
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return { lines: [], goodBytes: 0, end: 'whole' }
    throw isLoopengineError(error) ? error : unwritable(shown, error)
  }
}

async function openForAppending(path: string): Promise<FileHandle> {
  const handle = await open(path, 'a', 0o600)
  await syncFolder(dirname(path))
  return handle
}

/** One write of one line; more only where the system takes less at a time. */
async function writeWhole(handle: FileHandle, bytes: Buffer): Promise<void> {
  let written = 0
  while (written < bytes.length) {
    const { bytesWritten } = await handle.write(bytes, written, bytes.length - written)
    written += bytesWritten
  }
}

/** @throws LoopengineError `locked` (75), naming the session and who has it. */
export async function lockSession({ id, path }: LogFile): Promise<Lock> {
  try {
    return await acquireLock(`${path}.lock`, { owner: `session ${id}` })
  } catch (error) {
    if (!isLoopengineError(error) || error.code !== 'locked') throw error
    throw new LoopengineError('locked', `Session ${id} is in use. ${error.message}`, {
      exitCode: 75,
      hint: 'Leave the other one first, or start a session of its own without --session.',
    })
  }
}

function unwritable(file: string, error: unknown): LoopengineError {
  const code = systemCode(error)
  const why = code === 'ENOSPC' ? 'the disk is full' : `it can't be written (${code ?? 'unknown error'})`
  return new LoopengineError('session_unwritable', `The session's log ${file} could not be kept: ${why}.`, {
    file,
    cause: error,
    hint: 'Free some space or make the folder writable; LOOPENGINE_STATE_DIR puts it elsewhere.',
  })
}
