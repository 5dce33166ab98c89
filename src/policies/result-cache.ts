import { type Clock, systemClock } from './clock.ts'

export interface ResultCacheOptions {
  /** Milliseconds. @default 300000 */
  ttlMs?: number
  /** @default 500 */
  maxEntries?: number
  /** Characters of all results together. @default 16777216 */
  maxSize?: number
  clock?: Clock
}

interface Entry {
  text: string
  until: number
}

/** Results of one tool, kept for a while: as JSON text, so that nobody who gets one can change another's. */
export class ResultCache {
  readonly #ttlMs: number
  readonly #maxEntries: number
  readonly #maxSize: number
  readonly #clock: Clock
  /** The least recently used first. */
  readonly #entries = new Map<string, Entry>()
  #size = 0

  constructor({
    ttlMs = 300_000,
    maxEntries = 500,
    maxSize = 16 * 1024 * 1024,
    clock = systemClock,
  }: ResultCacheOptions = {}) {
    this.#ttlMs = ttlMs
    this.#maxEntries = maxEntries
    this.#maxSize = maxSize
    this.#clock = clock
  }

  get(key: string): { value: unknown } | undefined {
    const entry = this.#take(key)
    if (!entry || entry.until <= this.#clock.now()) return undefined
    this.#put(key, entry)
    return { value: JSON.parse(entry.text) }
  }

  /** A value that JSON cannot carry, or one larger than the whole cache, is not kept. */
  set(key: string, value: unknown): void {
    const text: string | undefined = JSON.stringify(value)
    this.#take(key)
    if (text === undefined || text.length > this.#maxSize) return
    this.#put(key, { text, until: this.#clock.now() + this.#ttlMs })
    for (const oldest of this.#entries.keys()) {
      if (this.#entries.size <= this.#maxEntries && this.#size <= this.#maxSize) break
      this.#take(oldest)
    }
  }

  get size(): number {
    return this.#entries.size
  }

  #take(key: string): Entry | undefined {
    const entry = this.#entries.get(key)
    if (entry) this.#size -= entry.text.length
    this.#entries.delete(key)
    return entry
  }

  #put(key: string, entry: Entry): void {
    this.#size += entry.text.length
    this.#entries.set(key, entry)
  }
}
