import { setTimeout as wait } from 'node:timers/promises'

/** Time as policies see it; tests have one of their own. */
export interface Clock {
  /** Milliseconds that never go back. */
  now(): number
  /** Rejects with the signal's reason as soon as it aborts. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>
}

export const systemClock: Clock = {
  now: () => performance.now(),
  async sleep(ms, signal) {
    signal?.throwIfAborted()
    try {
      await wait(ms, undefined, { signal })
    } catch (error) {
      signal?.throwIfAborted()
      throw error
    }
  },
}
