import { readdir, readFile, rm } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { isLoopengineError, LoopengineError, messageOf, systemCode } from '../core/errors.ts'
import { didYouMean } from '../core/nearest.ts'
import { fileError } from '../storage/file-error.ts'
import { stateDirectory } from '../storage/state-directory.ts'
import { readLog } from './read-log.ts'
import { checkSessionId } from './session-id.ts'
import { type LogFile, lockSession, SessionLog } from './session-log.ts'
import { foldLines, type SessionState } from './state.ts'

export interface StoredSession {
  id: string
  state: SessionState
}

export interface UnreadableSession {
  id: string
  problem: string
}

/** The sessions of one project, as files in its state folder. */
export class SessionStore {
  readonly #root: string
  readonly #directory: string

  constructor(root: string, env: NodeJS.ProcessEnv = process.env) {
    this.#root = root
    this.#directory = join(stateDirectory(root, env), 'sessions')
  }

  /** For writing; see `SessionLog.open`. */
  async open(id: string): Promise<SessionLog> {
    return SessionLog.open(this.#file(id))
  }

  async has(id: string): Promise<boolean> {
    return (await this.#ids()).includes(id)
  }

  /** For reading only: takes no lock, and a line that is being written is left out. */
  async read(id: string): Promise<StoredSession> {
    const file = this.#file(id)
    try {
      return { id, state: foldLines((await readLog(file.path, file.shown)).lines) }
    } catch (error) {
      if (systemCode(error) === 'ENOENT') throw await this.#unknown(id)
      throw isLoopengineError(error) ? error : fileError(error, 'read', file.shown)
    }
  }

  /** Every session, newest change first; the ones that can't be read apart. */
  async list(): Promise<{ sessions: StoredSession[]; unreadable: UnreadableSession[] }> {
    const sessions: StoredSession[] = []
    const unreadable: UnreadableSession[] = []
    for (const id of await this.#ids()) {
      await this.read(id).then(
        session => sessions.push(session),
        error => unreadable.push({ id, problem: messageOf(error) }),
      )
    }
    sessions.sort((a, b) => (a.state.changedAt < b.state.changedAt ? 1 : -1))
    return { sessions, unreadable }
  }

  /** The log as it is on disk, line by line. */
  async export(id: string): Promise<string> {
    await this.read(id)
    return readFile(this.#file(id).path, 'utf8')
  }

  async delete(id: string): Promise<void> {
    const file = this.#file(id)
    if (!(await this.has(id))) throw await this.#unknown(id)
    const lock = await lockSession(file)
    try {
      await rm(file.path, { force: true })
    } catch (error) {
      throw fileError(error, 'remove', file.shown)
    } finally {
      await lock.release()
    }
  }

  #file(id: string): LogFile {
    const path = join(this.#directory, `${checkSessionId(id)}.jsonl`)
    return { id, path, shown: relative(this.#root, path).replaceAll('\\', '/') }
  }

  async #ids(): Promise<string[]> {
    const names = await readdir(this.#directory).catch((error: unknown) => {
      if (systemCode(error) === 'ENOENT') return []
      throw fileError(error, 'read', this.#directory)
    })
    return names.filter(name => name.endsWith('.jsonl')).map(name => name.slice(0, -6))
  }

  async #unknown(id: string): Promise<LoopengineError> {
    const hint = didYouMean(id, await this.#ids())
    return new LoopengineError('session_not_found', `There is no session \`${id}\`.`, {
      exitCode: 2,
      hint: hint || '`loopengine sessions list` shows the ids there are.',
    })
  }
}
