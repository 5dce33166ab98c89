import type { ToolContext } from '../../../core/tool.ts'
import { ToolFailure } from '../../../core/tool-failure.ts'

/** Node's timers hold no more. */
const LONGEST_TIMER_MS = 2 ** 31 - 1

export interface AttemptLimit {
  /** Milliseconds; `false` for none. */
  limit: number | false
  /** The tool may have done something although nobody saw its answer. */
  effects: boolean
}

/**
 * One attempt within its time. What waits for a person or for another tool or agent does not count. The attempt's
 * signal ends with the call's, and when its time is over; one that ignores it is not waited for.
 * @throws ToolFailure `tool_timeout`, which another attempt may mend.
 */
export async function withinTime<T>(
  { limit, effects }: AttemptLimit,
  context: ToolContext,
  attempt: (context: ToolContext) => Promise<T> | T,
): Promise<T> {
  if (limit === false || limit > LONGEST_TIMER_MS) return attempt(context)
  const clock = new AttemptClock(limit, context)
  const timed = (): Promise<never> => new Promise((_resolve, reject) => clock.onEnd(() => reject(late(limit, effects))))
  try {
    return await Promise.race([attempt(pausing(context, clock)), timed()])
  } finally {
    clock.stop()
  }
}

function late(limit: number, effects: boolean): ToolFailure {
  const maybe = effects ? ' The call may still have had an effect.' : ''
  const message = `No result within ${limit} ms.${maybe}`
  return new ToolFailure({ code: 'tool_timeout', type: 'tool_timeout', message, retryable: true })
}

/** The same context; the clock stands still while somebody else is asked. */
function pausing(context: ToolContext, clock: AttemptClock): ToolContext {
  const paused = async <R>(work: () => Promise<R>): Promise<R> => {
    const resume = clock.pause()
    try {
      return await work()
    } finally {
      resume()
    }
  }
  // Property by property: a signal that nobody asks for is not made.
  const copy: ToolContext = Object.create(Object.prototype, Object.getOwnPropertyDescriptors(context))
  Object.defineProperty(copy, 'signal', { get: () => clock.signal, enumerable: true, configurable: true })
  copy.ask = question => paused(() => context.ask(question))
  copy.runAgent = (...run) => paused(() => context.runAgent(...run))
  copy.call = (...call) => paused(() => context.call(...call))
  return copy
}

class AttemptClock {
  readonly #context: ToolContext
  #controller: AbortController | undefined
  #left: number
  #since = performance.now()
  #pauses = 0
  #timer: NodeJS.Timeout | undefined
  #ended: (() => void) | undefined
  #late = false

  constructor(limit: number, context: ToolContext) {
    this.#left = limit
    this.#context = context
    this.#start()
  }

  /** Ends with the time of the attempt, and with the call. */
  get signal(): AbortSignal {
    if (this.#controller) return this.#controller.signal
    this.#controller = new AbortController()
    const whole = this.#context.signal
    if (this.#late) this.#controller.abort(LATE)
    else if (whole.aborted) this.#stopped()
    else whole.addEventListener('abort', this.#stopped, { once: true })
    return this.#controller.signal
  }

  onEnd(ended: () => void): void {
    this.#ended = ended
  }

  stop(): void {
    clearTimeout(this.#timer)
    this.#pauses = Number.POSITIVE_INFINITY
    if (this.#controller) this.#context.signal.removeEventListener('abort', this.#stopped)
  }

  pause(): () => void {
    if (this.#pauses++ === 0) {
      clearTimeout(this.#timer)
      this.#left -= performance.now() - this.#since
    }
    return () => {
      if (--this.#pauses === 0) this.#start()
    }
  }

  readonly #stopped = (): void => this.#controller?.abort(this.#context.signal.reason)

  #start(): void {
    this.#since = performance.now()
    this.#timer = setTimeout(() => this.#end(), Math.max(0, this.#left))
  }

  #end(): void {
    this.#late = true
    this.#controller?.abort(LATE)
    this.#ended?.()
  }
}

const LATE = new Error('the time limit of the attempt')
