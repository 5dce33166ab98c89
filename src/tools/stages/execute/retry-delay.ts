import type { RetryPlan } from '../../bindings/binding.ts'

/** Milliseconds before the attempt after `attempt` (from 0). Jitter takes away up to half. */
export function retryDelay(plan: RetryPlan, attempt: number, random: () => number = Math.random): number {
  const grown = {
    fixed: plan.delayMs,
    linear: plan.delayMs * (attempt + 1),
    exponential: plan.delayMs * plan.multiplier ** attempt,
  }[plan.strategy]
  const delay = Math.min(grown, plan.maxDelayMs)
  return plan.jitter ? delay * (1 - random() / 2) : delay
}

/** Resolves after some time, and at once when the signal ends. */
export function sleep(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise(resolve => {
    const done = (): void => {
      clearTimeout(timer)
      signal.removeEventListener('abort', done)
      resolve()
    }
    const timer = setTimeout(done, ms)
    signal.addEventListener('abort', done, { once: true })
    if (signal.aborted) done()
  })
}
