/** Node's timers hold no more: a longer limit is no limit. */
const LONGEST_TIMER_MS = 2 ** 31 - 1

/**
 * The time limit of one call. Its signal aborts when the time is up or the turn is stopped; while a person is asked
 * the clock stands still.
 */
export class CallClock {
  readonly limit: number | false
  readonly #turn: AbortSignal
  readonly #started = performance.now()
  readonly #pauses = new Set<symbol>()
  #controller: AbortController | undefined
  #timer: NodeJS.Timeout | undefined
  #left: number
  #runningSince = this.#started
  #waited = 0
  #waitingSince: number | undefined
  #state: 'ready' | 'running' | 'stopped' | 'timeout' | 'aborted' = 'ready'
  #onEnd: ((end: 'timeout' | 'aborted') => void) | undefined

  constructor(limit: number | false, turn: AbortSignal) {
    this.limit = limit
    this.#left = limit === false ? 0 : limit
    this.#turn = turn
  }

  get signal(): AbortSignal {
    this.#controller ??= new AbortController()
    if (this.#state === 'timeout' || this.#state === 'aborted') this.#controller.abort(reasonOf(this.#state))
    return this.#controller.signal
  }

  /** Milliseconds since the call began, without the time that people took. */
  get elapsed(): number {
    const now = this.#waitingSince ?? performance.now()
    return now - this.#started - this.#waited
  }

  /** Starts counting; resolves only when the call must end, with the reason. Call `stop` in any case. */
  start(): Promise<'timeout' | 'aborted'> {
    return new Promise(resolve => {
      this.#state = 'running'
      this.#onEnd = resolve
      this.#turn.addEventListener('abort', this.#abort, { once: true })
      if (this.#turn.aborted) this.#finish('aborted')
      this.#run()
    })
  }

  stop(): void {
    if (this.#state === 'running') this.#state = 'stopped'
    clearTimeout(this.#timer)
    this.#turn.removeEventListener('abort', this.#abort)
  }

  /** Stands still until the returned function is called; pauses may overlap. */
  pause(): () => void {
    if (this.#waitingSince === undefined) {
      this.#waitingSince = performance.now()
      clearTimeout(this.#timer)
      this.#left -= this.#waitingSince - this.#runningSince
    }
    const mine = Symbol('pause')
    this.#pauses.add(mine)
    return () => {
      if (!this.#pauses.delete(mine) || this.#pauses.size > 0 || this.#waitingSince === undefined) return
      this.#waited += performance.now() - this.#waitingSince
      this.#waitingSince = undefined
      this.#run()
    }
  }

  readonly #abort = (): void => this.#finish('aborted')

  #run(): void {
    if (this.#state !== 'running' || this.#waitingSince !== undefined) return
    this.#runningSince = performance.now()
    if (this.limit === false || this.#left > LONGEST_TIMER_MS) return
    this.#timer = setTimeout(() => this.#finish('timeout'), Math.max(0, this.#left))
  }

  #finish(end: 'timeout' | 'aborted'): void {
    if (this.#state !== 'running') return
    this.#state = end
    this.stop()
    this.#controller?.abort(reasonOf(end))
    this.#onEnd?.(end)
  }
}

function reasonOf(end: 'timeout' | 'aborted'): Error {
  return new Error(end === 'timeout' ? 'the time limit of the call' : 'the turn was stopped')
}
