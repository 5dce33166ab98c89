import { type FileHandle, mkdir, open, truncate } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { isLoopengineError, LoopengineError, systemCode } from '../core/errors.ts'
import { acquireLock, type Lock } from '../storage/lock.ts'
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
  readonly #handle: FileHandle
  readonly #lock: Lock
  readonly #file: LogFile
  #tail: Promise<void> = Promise.resolve()

  private constructor(file: LogFile, handle: FileHandle, lock: Lock, read: ReadLog) {
    this.id = file.id
    this.#file = file
    this.#handle = handle
    this.#lock = lock
    this.state = foldLines(read.lines)
    this.repaired = read.torn
  }

  /**
   * Takes the session for this process; a file that isn't there is begun with its first append.
   * @throws LoopengineError `locked` (75) while another process has it, `session_damaged`, `session_too_new`.
   */
  static async open(file: LogFile): Promise<SessionLog> {
    await mkdir(dirname(file.path), { recursive: true, mode: 0o700 }).catch(error =>
      Promise.reject(unwritable(file.shown, error)),
    )
    const lock = await lockSession(file)
    try {
      const handle = await open(file.path, 'a', 0o600).catch(error => Promise.reject(unwritable(file.shown, error)))
      const read = await readLog(file.path, file.shown)
      if (read.torn) await truncate(file.path, read.goodBytes)
      return new SessionLog(file, handle, lock, read)
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
    await this.#handle.close()
    await this.#lock.release()
  }

  async #write(entry: Entry): Promise<void> {
    if (this.#lock.signal.aborted) {
      throw new LoopengineError('locked', `Session ${this.id} was taken over by another process.`, { exitCode: 75 })
    }
    const line: Line = { seq: this.state.lines, at: new Date().toISOString(), turn: this.state.turn, ...entry }
    try {
      await this.#handle.appendFile(encodeLine(line))
      if (DURABLE.has(entry.type)) await this.#handle.datasync()
    } catch (error) {
      throw unwritable(this.#file.shown, error)
    }
    applyLine(this.state, line)
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
