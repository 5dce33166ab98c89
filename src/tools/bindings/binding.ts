import type { BindingSpec, CircuitBreaker, Scope, ToolSpec } from '../../abl/index.ts'
import type { ImageContent } from '../../core/message.ts'
import type { ToolContext } from '../../core/tool.ts'
import type { GuardedFetch } from '../../net/guarded-fetch.ts'
import type { LookupRows } from '../../settings/lookup-rows.ts'
import type { ProjectSettings } from '../../settings/settings.ts'

/**
 * One way to execute a declared tool. Contract: `compile` sends nothing and reads no secret; what is wrong with the
 * declaration rejects with a `ToolFailure`.
 */
export interface Binding<Spec extends BindingSpec = BindingSpec> {
  compile(tool: ToolSpec, spec: Spec, project: ToolProject): Promise<Executor>
}

/** A tool's executor, compiled once at assembly. */
export interface Executor {
  /** What surrounds the attempts: timeouts, retries and limits are stages, not the binding's own. */
  policy: ExecutionPolicy
  /**
   * One attempt with final arguments. Throws `ToolFailure`: `retryable` and `retryAfterMs` say whether and when another
   * attempt may help. Ends when the signal does.
   */
  attempt(call: AttemptCall): Promise<Attempted>
  /** What would go out, secrets as `***`. Sends nothing; throws what `attempt` would throw before it sends. */
  explain(call: AttemptCall): Promise<ExplainedRequest>
}

export interface ExecutionPolicy {
  /** Milliseconds for one attempt, when the tool says so itself (`timeout`, else `hints.timeout`). */
  timeout?: number
  retry: RetryPlan
  /** Requests per second. */
  rateLimit?: number
  circuitBreaker?: CircuitBreaker
}

/** How often and after what wait another attempt is made. All times in milliseconds. */
export interface RetryPlan {
  /** Attempts after the first. */
  retries: number
  strategy: 'fixed' | 'linear' | 'exponential'
  /** Before the second attempt. */
  delayMs: number
  /** For `exponential`. */
  multiplier: number
  maxDelayMs: number
  jitter: boolean
}

export const NO_RETRIES: RetryPlan = {
  retries: 0,
  strategy: 'fixed',
  delayMs: 0,
  multiplier: 2,
  maxDelayMs: Number.POSITIVE_INFINITY,
  jitter: false,
}

export interface AttemptCall {
  /** Final arguments: coerced, gated, sources and defaults filled in. */
  input: Readonly<Record<string, unknown>>
  /** What templates and conditions read: `parameters`, `session`, `config`. */
  scope: Scope
  context: ToolContext
  signal: AbortSignal
  /** A line for people who look closely. Never a secret. */
  trace(stage: string, message: string): void
}

/** What an attempt brought back. */
export interface Attempted {
  value: unknown
  /** What the model reads instead of the value. */
  text?: string
  images?: ImageContent[]
}

/** A request as it would go out, for people: secrets are `***`. */
export interface ExplainedRequest {
  method: string
  url: string
  headers: Record<string, string>
  body?: string
}

/** What bindings need of the project. */
export interface ToolProject {
  /** Absolute; paths in the settings are relative to it. */
  root: string
  settings: ProjectSettings
  /** The value of a variable that the settings declare, read now; undefined for any other, and for one without a value. */
  config(name: string): string | undefined
  /** An environment variable that a `SecretReference` of the settings names, read now. */
  env(name: string): string | undefined
  /** The rows of a table that the settings declare under `lookups:`. */
  lookup?(table: string): LookupRows | undefined
  /** Requests behind the guard against private addresses; `tlsProfile` gives them a client certificate. */
  fetch(tlsProfile?: string): ToolFetch
}

/** How bindings ask the network: always behind the guard. */
export type ToolFetch = GuardedFetch
