import { LoopengineError, type LoopengineErrorOptions } from '../core/errors.ts'

export type ModelErrorCode =
  | 'model_auth'
  | 'model_quota'
  | 'model_not_found'
  | 'model_rate_limited'
  | 'model_overloaded'
  | 'model_network'
  | 'model_bad_request'
  | 'model_bad_response'
  | 'prompt_too_long'

/** What went wrong between us and a model provider, in a form that a retry policy and a person can both read. */
export class ModelError extends LoopengineError {
  /** How long the provider asked to wait. */
  readonly retryAfterMs: number | undefined

  constructor(code: ModelErrorCode, message: string, options: LoopengineErrorOptions & { retryAfterMs?: number } = {}) {
    super(code, message, options)
    this.name = 'ModelError'
    this.retryAfterMs = options.retryAfterMs
  }
}

const PASSING: ReadonlySet<string> = new Set<ModelErrorCode>([
  'model_rate_limited',
  'model_overloaded',
  'model_network',
] satisfies ModelErrorCode[])

/** Whether the same request may well succeed a little later. */
export function isPassing(code: string): boolean {
  return PASSING.has(code)
}

/** How long the provider asked to wait, in milliseconds; undefined when it did not say. */
export function retryAfterOf(error: LoopengineError): number | undefined {
  return 'retryAfterMs' in error && typeof error.retryAfterMs === 'number' ? error.retryAfterMs : undefined
}
