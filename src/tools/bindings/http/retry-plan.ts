import type { HttpSpec } from '../../../abl/index.ts'
import { NO_RETRIES, type RetryPlan } from '../binding.ts'

/** When an http tool is tried again: `retry_policy`, else `retry` and `retry_delay`. */
export function retryPlan({ retry = 0, retryDelay = 0, retryPolicy }: HttpSpec): RetryPlan {
  if (!retryPolicy) return { ...NO_RETRIES, retries: retry, delayMs: retryDelay }
  const { strategy, maxRetries, initialDelayMs = 1000, multiplier = 2, maxDelayMs = 30_000, jitter } = retryPolicy
  return { retries: maxRetries, strategy, delayMs: initialDelayMs, multiplier, maxDelayMs, jitter }
}
