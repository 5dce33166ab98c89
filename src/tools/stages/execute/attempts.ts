import type { ToolContext } from '../../../core/tool.ts'
import { isToolFailure, type ToolFailure } from '../../../core/tool-failure.ts'
import type { RateLimiter } from '../../../policies/rate-limiter.ts'
import type { Attempted, Executor } from '../../bindings/binding.ts'
import { scopeOf } from '../scope.ts'
import { withinTime } from './attempt-clock.ts'
import { retryDelay, sleep } from './retry-delay.ts'

export interface AttemptsStage {
  executor: Executor
  /** Milliseconds for one attempt. */
  limit: number | false
  /** The tool may change something. */
  effects: boolean
  limiter?: RateLimiter
}

/** One attempt after the other, each in its turn and its time, as long as another one may help. */
export async function runAttempts(
  stage: AttemptsStage,
  input: Readonly<Record<string, unknown>>,
  context: ToolContext,
): Promise<Attempted> {
  const { retries } = stage.executor.policy.retry
  for (let attempt = 0; ; attempt++) {
    await takeTurn(stage, context)
    try {
      return await attemptOnce(stage, input, context)
    } catch (error) {
      if (!isToolFailure(error) || !error.retryable || attempt >= retries || context.signal.aborted) throw error
      await waitForNext(stage, { error, attempt, context })
    }
  }
}

async function takeTurn({ limiter, limit }: AttemptsStage, { signal }: ToolContext): Promise<void> {
  await limiter?.acquire({ maxWaitMs: limit === false ? Number.POSITIVE_INFINITY : limit, signal })
}

async function attemptOnce(
  { executor, limit, effects }: AttemptsStage,
  input: Readonly<Record<string, unknown>>,
  context: ToolContext,
): Promise<Attempted> {
  return withinTime({ limit, effects }, context, timed =>
    executor.attempt({
      input,
      scope: scopeOf(input, timed),
      context: timed,
      get signal() {
        return timed.signal
      },
      trace: (stage, message) => timed.emit({ type: 'trace', stage, message }),
    }),
  )
}

/** The other side's own wish counts when it is longer, unless it is longer than the tool has time: then it ends here. */
async function waitForNext(
  { executor, limit }: AttemptsStage,
  { error, attempt, context }: { error: ToolFailure; attempt: number; context: ToolContext },
): Promise<void> {
  const asked = error.retryAfterMs ?? 0
  if (limit !== false && asked > limit) throw error
  const delay = Math.max(retryDelay(executor.policy.retry, attempt), asked)
  const message = `Attempt ${attempt + 1} ended with ${error.code}; the next one in ${Math.round(delay)} ms.`
  context.emit({ type: 'trace', stage: 'retry', message })
  await sleep(delay, context.signal)
  if (context.signal.aborted) throw error
}
