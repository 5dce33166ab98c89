import { ToolFailure } from '../core/tool-failure.ts'
import { type Clock, systemClock } from './clock.ts'

interface Waiter {
  start(): void
  cancel(reason: unknown): void
}

/**
 * Lets at most `perSecond` calls start in every second, wherever it begins; below one, a call every 1 / `perSecond`
 * seconds. A fraction above one is cut: 2.5 is 2, as no third call may start in the same second. Who comes first starts
 * first.
 */
export class RateLimiter {
  readonly #most: number
  readonly #windowMs: number
  readonly #clock: Clock
  /** When the last `#most` calls started, the oldest first. */
  readonly #starts: number[] = []
  readonly #queue: Waiter[] = []
  #pumping = false

  constructor(perSecond: number, clock: Clock = systemClock) {
    this.#most = Math.max(1, Math.floor(perSecond))
    this.#windowMs = perSecond < 1 ? 1000 / perSecond : 1000
    this.#clock = clock
  }

  /**
   * Resolves when a call may start. Rejects with `rate_limited` at once when that would take longer than `maxWaitMs`, or
   * with the signal's reason.
   */
  async acquire({ maxWaitMs = Number.POSITIVE_INFINITY, signal }: AcquireOptions = {}): Promise<void> {
    signal?.throwIfAborted()
    const waitMs = this.#waitOf(this.#queue.length)
    if (waitMs > maxWaitMs) throw limited(waitMs)
    if (waitMs <= 0 && this.#queue.length === 0) return this.#started()
    await this.#wait(signal)
  }

  /** Milliseconds until the one at this place of the queue may start. */
  #waitOf(place: number): number {
    const round = Math.floor(place / this.#most)
    const before = this.#starts.length + (place % this.#most) - this.#most
    const first = before < 0 ? 0 : (this.#starts[before] ?? 0) + this.#windowMs - this.#clock.now()
    return Math.max(0, first) + round * this.#windowMs
  }

  #started(): void {
    this.#starts.push(this.#clock.now())
    if (this.#starts.length > this.#most) this.#starts.shift()
  }

  #wait(signal: AbortSignal | undefined): Promise<void> {
    return new Promise((resolve, reject) => {
      const leave = () => waiter.cancel(signal?.reason)
      const waiter: Waiter = {
        start: () => {
          signal?.removeEventListener('abort', leave)
          resolve()
        },
        cancel: reason => {
          const at = this.#queue.indexOf(waiter)
          if (at >= 0) this.#queue.splice(at, 1)
          reject(reason)
        },
      }
      signal?.addEventListener('abort', leave, { once: true })
      this.#queue.push(waiter)
      void this.#pump()
    })
  }

  /** Starts those who wait, each by the clock of that moment: a late timer never makes two windows overlap. */
  async #pump(): Promise<void> {
    if (this.#pumping) return
    this.#pumping = true
    while (this.#queue.length > 0) {
      const waitMs = this.#waitOf(0)
      if (waitMs > 0) await this.#clock.sleep(waitMs)
      else {
        this.#started()
        this.#queue.shift()?.start()
      }
    }
    this.#pumping = false
  }
}

export interface AcquireOptions {
  /** Milliseconds. @default no limit */
  maxWaitMs?: number
  signal?: AbortSignal
}

function limited(waitMs: number): ToolFailure {
  const message = `Not called: too many calls; the next may start in ${Math.ceil(waitMs / 1000)} s, which is longer than this call may take.`
  return new ToolFailure({ code: 'rate_limited', message, retryAfterMs: Math.ceil(waitMs) })
}
