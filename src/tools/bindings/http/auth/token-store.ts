import { createHash } from 'node:crypto'
import { readdir, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import { LoopengineError, systemCode } from '../../../../core/errors.ts'
import { isRecord, parseJson } from '../../../../core/json.ts'
import { acquireLock } from '../../../../storage/lock.ts'
import { makeFolder } from '../../../../storage/make-folder.ts'
import { stateDirectory } from '../../../../storage/state-directory.ts'
import { readBytes, writeFileAtomic } from '../../../../storage/write-atomic.ts'

/** Whose connection: everybody's, or one person's of one tenant. */
export type Owner = { kind: 'shared' } | { kind: 'user'; tenant: string; user: string }

/** What a person granted, as it is kept. */
export interface StoredTokens {
  version: 1
  /** The auth profile, or the provider where a tool names that. */
  connection: string
  owner: Owner
  accessToken: string
  refreshToken?: string
  /** Milliseconds since 1970 until which the access token can be used; absent: until it is refused. */
  expiresAt?: number
  /** What was asked for, separated by spaces. */
  scopes: string
}

const LOCK_WAIT_MS = 40_000

/** The tokens of signed-in people: a file each below the state folder, for the owner of the process only. */
export class TokenStore {
  readonly #folder: string

  constructor(root: string, env?: NodeJS.ProcessEnv) {
    this.#folder = join(stateDirectory(root, env), 'tokens')
  }

  /** @throws LoopengineError `tokens_newer` for a file of a later version */
  async read(connection: string, owner: Owner): Promise<StoredTokens | undefined> {
    return this.#readFile(this.pathOf(connection, owner))
  }

  async write(tokens: StoredTokens): Promise<void> {
    await makeFolder(this.#folder, 0o700)
    const path = this.pathOf(tokens.connection, tokens.owner)
    await writeFileAtomic(path, `${JSON.stringify(tokens)}\n`, { mode: 0o600 })
  }

  /** Whether there were any. */
  async remove(connection: string, owner: Owner): Promise<boolean> {
    try {
      await unlink(this.pathOf(connection, owner))
      return true
    } catch (error) {
      if (systemCode(error) === 'ENOENT') return false
      throw error
    }
  }

  /** Everybody's, by connection. */
  async list(): Promise<StoredTokens[]> {
    const names = await readdir(this.#folder).catch(() => [])
    const read = names.filter(name => /^[\w-]+\.json$/.test(name)).map(name => this.#readFile(join(this.#folder, name)))
    const found = (await Promise.all(read)).flatMap(tokens => tokens ?? [])
    return found.sort((a, b) =>
      `${a.connection} ${ownerText(a.owner)}`.localeCompare(`${b.connection} ${ownerText(b.owner)}`),
    )
  }

  /** Runs `work` while no other process changes these tokens. */
  async locked<T>(connection: string, owner: Owner, work: () => Promise<T>): Promise<T> {
    await makeFolder(this.#folder, 0o700)
    const path = `${this.pathOf(connection, owner)}.lock`
    const lock = await acquireLock(path, { owner: 'token refresh', waitMs: LOCK_WAIT_MS })
    try {
      return await work()
    } finally {
      await lock.release()
    }
  }

  pathOf(connection: string, owner: Owner): string {
    const parts = owner.kind === 'shared' ? [connection] : [connection, owner.tenant, owner.user]
    return join(this.#folder, `${createHash('sha256').update(JSON.stringify(parts)).digest('base64url')}.json`)
  }

  async #readFile(path: string): Promise<StoredTokens | undefined> {
    const bytes = await readBytes(path)
    const value = bytes && parseJson(Buffer.from(bytes).toString())
    if (!isRecord(value)) return undefined
    if (value.version !== 1) {
      const message = `${path} has version ${value.version}, and this loopengine reads version 1.`
      throw new LoopengineError('tokens_newer', message, { hint: 'Update loopengine in this project.', file: path })
    }
    return value as unknown as StoredTokens
  }
}

export function ownerText(owner: Owner): string {
  return owner.kind === 'shared' ? 'shared' : `${owner.user} (${owner.tenant})`
}
