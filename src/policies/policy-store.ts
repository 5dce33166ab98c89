import { createHash } from 'node:crypto'
import { canonicalJson } from '../core/json.ts'
import { CircuitBreaker, type CircuitBreakerOptions } from './circuit-breaker.ts'
import { type Clock, systemClock } from './clock.ts'
import { RateLimiter } from './rate-limiter.ts'
import { ResultCache } from './result-cache.ts'

/** What one declaration asks for. */
export interface PolicyWishes {
  circuitBreaker?: CircuitBreakerOptions
  /** Calls per second. */
  rateLimit?: number
  cacheable?: boolean
}

/** What one tool shares with itself, across agents' reloads and calls. */
export interface ToolPolicies {
  breaker?: CircuitBreaker
  limiter?: RateLimiter
  cache?: ResultCache
}

/** Tools that are remembered; those not asked for longest are forgotten first. */
const MOST_TOOLS = 1_000

/**
 * The breakers, limiters and caches of a process, by tool name and declaration: a reload finds those of an unchanged
 * tool as they were, and a changed one starts anew.
 */
export class PolicyStore {
  readonly #clock: Clock
  readonly #most: number
  readonly #tools = new Map<string, ToolPolicies>()

  constructor(clock: Clock = systemClock, most = MOST_TOOLS) {
    this.#clock = clock
    this.#most = most
  }

  /** `declaration`: all that makes the tool what it is, its project too; only its hash is kept. */
  for(tool: string, declaration: unknown, wishes: PolicyWishes): ToolPolicies {
    const hash = createHash('sha256')
      .update(canonicalJson(declaration) ?? '')
      .digest('base64url')
    const key = `${tool} ${hash}`
    const found = this.#tools.get(key) ?? this.#make(wishes)
    this.#tools.delete(key)
    this.#tools.set(key, found)
    const [oldest] = this.#tools.keys()
    if (this.#tools.size > this.#most && oldest !== undefined) this.#tools.delete(oldest)
    return found
  }

  #make({ circuitBreaker, rateLimit, cacheable }: PolicyWishes): ToolPolicies {
    const clock = this.#clock
    return {
      ...(circuitBreaker && { breaker: new CircuitBreaker(circuitBreaker, clock) }),
      ...(rateLimit !== undefined && { limiter: new RateLimiter(rateLimit, clock) }),
      ...(cacheable && { cache: new ResultCache({ clock }) }),
    }
  }
}

/** The one of this process. */
export const processPolicies = new PolicyStore()
