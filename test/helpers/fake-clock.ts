import type { Clock } from '../../src/policies/clock.ts'

interface Sleeper {
  at: number
  wake(): void
}

/** A clock that moves when it is told to; who sleeps wakes in order, and what that causes happens before the next. */
export class FakeClock implements Clock {
  #now = 0
  #sleepers: Sleeper[] = []

  now(): number {
    return this.#now
  }

  sleep(ms: number, signal?: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const sleeper = { at: this.#now + ms, wake: resolve }
      this.#sleepers.push(sleeper)
      signal?.addEventListener('abort', () => {
        this.#sleepers = this.#sleepers.filter(one => one !== sleeper)
        reject(signal.reason)
      })
    })
  }

  async advance(ms: number): Promise<void> {
    const end = this.#now + ms
    for (;;) {
      await this.#rest()
      const [next] = this.#sleepers.filter(({ at }) => at <= end).sort((a, b) => a.at - b.at)
      if (!next) break
      this.#now = Math.max(this.#now, next.at)
      this.#sleepers = this.#sleepers.filter(sleeper => sleeper !== next)
      next.wake()
    }
    this.#now = end
    await this.#rest()
  }

  /** Lets promises that are due settle. */
  async #rest(): Promise<void> {
    for (let round = 0; round < 10; round++) await Promise.resolve()
  }
}
