import { setTimeout as wait } from 'node:timers/promises'
import type { LoopengineError } from '../core/errors.ts'
import type { Model } from '../core/model.ts'
import { isPassing } from './model-error.ts'

/** Told before each wait, so that a person sees why nothing comes. */
export interface RetryNote {
  /** Always `model_retry`: fits a `notice` event. */
  code: 'model_retry'
  message: string
  /** The try that failed, from 1. */
  attempt: number
  delayMs: number
  error: LoopengineError
}

export interface RetryOptions {
  /** Calls of the model at most, the first one included. @default 4 */
  attempts?: number
  /** A longer wait than this is not waited for: the error goes out at once. @default 60000 */
  longestWaitMs?: number
  onRetry?(note: RetryNote): void
  /** @default timers that end when the signal aborts */
  sleep?(ms: number, signal: AbortSignal): Promise<unknown>
  /** From 0 to 1: spreads the waits of many clients. @default Math.random */
  random?(): number
}

const FIRST_WAIT_MS = 500
const LONGEST_BACKOFF_MS = 8000

/**
 * Asks again when a request failed for a reason that passes (rate limit, overload, network) and nothing had arrived
 * yet: what a person has read is never said twice. Waits as long as the provider asked, else longer each time.
 */
export function retryModel(model: Model, options: RetryOptions = {}): Model {
  const { attempts = 4, sleep = (ms, signal) => wait(ms, undefined, { signal }) } = options
  return {
    id: model.id,
    async *stream(request) {
      for (let attempt = 1; ; attempt++) {
        let hasArrived = false
        try {
          for await (const part of model.stream(request)) {
            hasArrived = true
            yield part
          }
          return
        } catch (error) {
          if (hasArrived || attempt >= attempts || request.signal.aborted || !isPassing(error)) throw error
          const delayMs = delayOf(error.retryAfterMs, attempt, options)
          if (delayMs === undefined) throw error
          options.onRetry?.(noteOf({ attempt, delayMs, error }, attempts))
          await sleep(delayMs, request.signal)
        }
      }
    },
  }
}

/** undefined: the provider asks for more patience than we have. */
function delayOf(asked: number | undefined, attempt: number, options: RetryOptions): number | undefined {
  const { longestWaitMs = 60_000, random = Math.random } = options
  if (asked !== undefined) return asked <= longestWaitMs ? asked : undefined
  return Math.min(FIRST_WAIT_MS * 2 ** (attempt - 1), LONGEST_BACKOFF_MS) * (0.5 + random() / 2)
}

function noteOf(note: Pick<RetryNote, 'attempt' | 'delayMs' | 'error'>, attempts: number): RetryNote {
  const seconds = (note.delayMs / 1000).toFixed(1)
  const message = `${note.error.message} Trying again in ${seconds} s (${note.attempt} of ${attempts - 1}).`
  return { code: 'model_retry', message, ...note }
}
