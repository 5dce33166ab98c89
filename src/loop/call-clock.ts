/**
 * The time limit of one call. Its signal aborts when the time is up or the turn is stopped; while a person is asked
 * the clock stands still.
 */
export class CallClock {
  readonly #controller = new AbortController()
  readonly #turn: AbortSignal
  readonly #limit: number | false
  readonly #started = performance.now()
  #timer: NodeJS.Timeout | undefined
  #left: number
  #runningSince = 0
  #waited = 0
  #waiting = 0
  readonly #pauses = new Set<symbol>()
  #end: 'timeout' | 'aborted' | undefined
  #onEnd: ((end: 'timeout' | 'aborted') => void) | undefined

  constructor(limit: number | false, turn: AbortSignal) {
    this.#limit = limit
    this.#left = limit === false ? 0 : limit
    this.#turn = turn
  }

  get signal(): AbortSignal {
    return this.#controller.signal
  }

  /** Milliseconds since the call began, without the time that people took. */
  get elapsed(): number {
    const waiting = this.#waiting > 0 ? performance.now() - this.#waiting : 0
    return performance.now() - this.#started - this.#waited - waiting
  }

  /** Starts counting; resolves only when the call must end, with the reason. Call `stop` in any case. */
  start(): Promise<'timeout' | 'aborted'> {
    return new Promise(resolve => {
      this.#onEnd = resolve
      if (this.#turn.aborted) this.#finish('aborted')
      this.#turn.addEventListener('abort', this.#abort, { once: true })
      this.#run()
    })
  }

  stop(): void {
    clearTimeout(this.#timer)
    this.#turn.removeEventListener('abort', this.#abort)
  }

  /** Stands still until the returned function is called; pauses may overlap. */
  pause(): () => void {
    const since = performance.now()
    if (this.#waiting === 0) {
      this.#waiting = since
      clearTimeout(this.#timer)
      this.#left -= since - this.#runningSince
    }
    const mine = Symbol('pause')
    this.#pauses.add(mine)
    return () => {
      if (!this.#pauses.delete(mine) || this.#pauses.size > 0) return
      this.#waited += performance.now() - this.#waiting
      this.#waiting = 0
      this.#run()
    }
  }

  readonly #abort = (): void => this.#finish('aborted')

  #run(): void {
    if (this.#end !== undefined || this.#waiting > 0) return
    this.#runningSince = performance.now()
    if (this.#limit !== false) this.#timer = setTimeout(() => this.#finish('timeout'), Math.max(0, this.#left))
  }

  #finish(end: 'timeout' | 'aborted'): void {
    if (this.#end !== undefined) return
    this.#end = end
    this.stop()
    this.#controller.abort(new Error(end === 'timeout' ? 'the time limit of the call' : 'the turn was stopped'))
    this.#onEnd?.(end)
  }
}
