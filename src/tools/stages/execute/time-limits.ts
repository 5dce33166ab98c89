import type { BindingSpec, Hints } from '../../../abl/index.ts'
import { DEFAULT_TOOL_TIMEOUT_MS } from '../../../core/tool.ts'
import type { ExecutionPolicy } from '../../bindings/binding.ts'

export interface LimitedTool {
  hints: Hints
  binding?: BindingSpec
  policy: ExecutionPolicy
  /** Of the agent, for tools that say nothing themselves. */
  toolTimeout?: number | false
}

/** Bindings that have no limit unless they say one. */
const UNLIMITED: readonly BindingSpec['type'][] = ['workflow', 'async_webhook']

/**
 * Milliseconds for one attempt: the tool's own, then `hints.timeout`, then its file's, then the agent's, then the usual
 * one. The reader of the language has settled the first three.
 */
export function attemptLimit({ hints, binding, policy, toolTimeout }: LimitedTool): number | false {
  const own = policy.timeout ?? hints.timeout
  if (own !== undefined) return own
  if (binding && UNLIMITED.includes(binding.type)) return false
  return toolTimeout ?? DEFAULT_TOOL_TIMEOUT_MS
}

/** What the other stages of a call may take beside its attempts and waits. */
const ROOM_MS = 10_000

/**
 * Milliseconds for the whole call: room for the wait at the rate limit, for every attempt and the waits between them,
 * so that retries are never cut short. `false` when one attempt has no limit.
 */
export function wholeLimit(attempt: number | false, { retry, rateLimit }: ExecutionPolicy): number | false {
  if (attempt === false) return false
  const attempts = retry.retries + 1
  const wait = Math.max(attempt, Math.min(retry.maxDelayMs, longestDelay(retry)))
  return attempts * attempt + retry.retries * wait + (rateLimit === undefined ? 0 : attempts * attempt) + ROOM_MS
}

function longestDelay({ strategy, delayMs, multiplier, retries }: ExecutionPolicy['retry']): number {
  if (strategy === 'linear') return delayMs * Math.max(1, retries)
  return strategy === 'exponential' ? delayMs * multiplier ** Math.max(0, retries - 1) : delayMs
}
