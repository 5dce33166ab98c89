/** Goes through what was typed before; what is being typed now stays the newest. */
export class HistoryWalk {
  readonly #entries: readonly string[]
  /** Texts that were changed on the way, by their place. */
  readonly #changed = new Map<number, string>()
  #at: number

  constructor(entries: readonly string[]) {
    this.#entries = entries
    this.#at = entries.length
  }

  /** The text before (-1) or after (1) the one that stands in the line; undefined at the ends. */
  step(by: -1 | 1, current: string): string | undefined {
    const next = this.#at + by
    if (next < 0 || next > this.#entries.length) return undefined
    this.#changed.set(this.#at, current)
    this.#at = next
    return this.#changed.get(next) ?? this.#entries[next] ?? ''
  }
}

/** Finds older and older texts that contain something; small and capital letters are the same unless a capital is typed. */
export class HistorySearch {
  readonly #entries: readonly string[]
  query = ''
  #at: number

  constructor(entries: readonly string[]) {
    this.#entries = entries
    this.#at = entries.length - 1
  }

  get found(): string | undefined {
    return this.query === '' ? undefined : this.#entries[this.#find(this.#at)]
  }

  /** Another thing to look for, from the newest on. */
  look(query: string): void {
    this.query = query
    this.#at = this.#entries.length - 1
  }

  /** On to an older one, if there is one. */
  older(): void {
    const found = this.#find(this.#at)
    const next = this.#find(found - 1)
    if (next >= 0) this.#at = next
  }

  #find(from: number): number {
    if (this.query === '') return from
    const fold = this.query === this.query.toLowerCase() ? (text: string) => text.toLowerCase() : (text: string) => text
    for (let index = from; index >= 0; index--) {
      if (fold(this.#entries[index] ?? '').includes(this.query)) return index
    }
    return -1
  }
}
