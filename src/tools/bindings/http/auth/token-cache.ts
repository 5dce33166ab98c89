import type { Tokens } from './token-endpoint.ts'

interface Cached {
  token: string
  /** Milliseconds since 1970. */
  until: number
}

/** Seconds before its end from which on a token counts as used up; half its life for those that live shorter. */
const MARGIN_S = 60
const MOST_TOKENS = 1_000

/**
 * Access tokens of this process. Who asks while one is being fetched waits for that one. A fetch belongs to nobody: it
 * goes on when the call that began it is stopped.
 */
export class TokenCache {
  readonly #now: () => number
  readonly #tokens = new Map<string, Promise<Cached>>()

  constructor(now: () => number = Date.now) {
    this.#now = now
  }

  /** The token of `key`, fetched when there is none, when it has ended, or when it is the `refused` one. */
  async get(key: string, fetch: () => Promise<Tokens>, refused?: string): Promise<string> {
    const known = this.#tokens.get(key)
    const cached = await known
    if (cached && cached.until > this.#now() && cached.token !== refused) return cached.token
    const newer = this.#tokens.get(key)
    const fetched = newer && newer !== known ? newer : this.#begin(key, fetch)
    return (await fetched).token
  }

  #begin(key: string, fetch: () => Promise<Tokens>): Promise<Cached> {
    const fetched = fetch().then(({ accessToken: token, expiresIn }) => ({ token, until: this.#end(expiresIn) }))
    this.#tokens.delete(key)
    this.#tokens.set(key, fetched)
    fetched.catch(() => this.#forget(key, fetched))
    const [oldest] = this.#tokens.keys()
    if (this.#tokens.size > MOST_TOKENS && oldest !== undefined) this.#tokens.delete(oldest)
    return fetched
  }

  #end(expiresIn: number | undefined): number {
    return expiresIn === undefined ? Number.POSITIVE_INFINITY : this.#now() + usableSeconds(expiresIn) * 1000
  }

  #forget(key: string, fetched: Promise<Cached>): void {
    if (this.#tokens.get(key) === fetched) this.#tokens.delete(key)
  }
}

export function usableSeconds(expiresIn: number): number {
  return expiresIn - Math.min(MARGIN_S, expiresIn / 2)
}

export const processTokens = new TokenCache()
