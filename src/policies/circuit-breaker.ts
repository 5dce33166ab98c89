import { ToolFailure } from '../core/tool-failure.ts'
import { type Clock, systemClock } from './clock.ts'

export interface CircuitBreakerOptions {
  /** Failed calls in a row that open it. */
  threshold: number
  /** Milliseconds until one trial call. */
  resetMs: number
}

/** A call that was let through. It must be told how it ended; only the first word counts. */
export interface Passage {
  /** `neutral`: a failure that says nothing about the other side. */
  leave(end: 'ok' | 'failed' | 'neutral'): void
}

type State =
  | { kind: 'closed'; failures: number }
  | { kind: 'open'; until: number }
  /** One call is under way to see whether the other side is well again. */
  | { kind: 'probing'; probe: Passage }

/**
 * Stops calling what fails again and again. After `threshold` failed calls in a row nothing passes for `resetMs`; then
 * one call does, alone, and its success lets all pass again.
 */
export class CircuitBreaker {
  readonly #options: CircuitBreakerOptions
  readonly #clock: Clock
  #state: State = { kind: 'closed', failures: 0 }

  constructor(options: CircuitBreakerOptions, clock: Clock = systemClock) {
    this.#options = options
    this.#clock = clock
  }

  /** @throws ToolFailure `circuit_open` */
  enter(): Passage {
    const passage = this.#passage()
    const state = this.#state
    if (state.kind === 'closed') return passage
    const waitMs = state.kind === 'open' ? state.until - this.#clock.now() : this.#options.resetMs
    if (state.kind === 'probing' || waitMs > 0) throw this.#refusal(waitMs)
    this.#state = { kind: 'probing', probe: passage }
    return passage
  }

  #passage(): Passage {
    let inside = true
    const passage: Passage = {
      leave: end => {
        if (inside) this.#settle(passage, end)
        inside = false
      },
    }
    return passage
  }

  /** Calls that began before the breaker opened have no say in it any more. */
  #settle(passage: Passage, end: 'ok' | 'failed' | 'neutral'): void {
    const state = this.#state
    if (state.kind === 'open' || (state.kind === 'probing' && state.probe !== passage)) return
    if (end === 'ok') this.#state = { kind: 'closed', failures: 0 }
    else if (state.kind === 'probing') this.#state = end === 'failed' ? this.#opened() : this.#due()
    else if (end === 'failed') this.#state = this.#counted(state.failures + 1)
  }

  #counted(failures: number): State {
    return failures < this.#options.threshold ? { kind: 'closed', failures } : this.#opened()
  }

  #opened(): State {
    return { kind: 'open', until: this.#clock.now() + this.#options.resetMs }
  }

  /** The next call is the trial. */
  #due(): State {
    return { kind: 'open', until: this.#clock.now() }
  }

  #refusal(waitMs: number): ToolFailure {
    const { threshold } = this.#options
    const failed = threshold === 1 ? 'the last call' : `the last ${threshold} calls`
    const seconds = Math.max(1, Math.ceil(waitMs / 1000))
    const message = `Not called: ${failed} failed. The next trial is in about ${seconds} s.`
    return new ToolFailure({ code: 'circuit_open', message, retryAfterMs: Math.ceil(waitMs) })
  }
}
