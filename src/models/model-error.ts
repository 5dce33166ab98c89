import { isLoopengineError, LoopengineError, type LoopengineErrorOptions } from '../core/errors.ts'

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

export interface ModelErrorOptions extends LoopengineErrorOptions {
  /** How long the provider asked to wait. */
  retryAfterMs?: number
  /** Whether the same request may well succeed a little later. @default by the code */
  passes?: boolean
}

const PASSING = new Set<ModelErrorCode>(['model_rate_limited', 'model_overloaded', 'model_network'])

/** What went wrong between us and a model provider, in a form that a retry policy and a person can both read. */
export class ModelError extends LoopengineError {
  readonly retryAfterMs: number | undefined
  readonly passes: boolean

  constructor(code: ModelErrorCode, message: string, options: ModelErrorOptions = {}) {
    super(code, message, options)
    this.name = 'ModelError'
    this.retryAfterMs = options.retryAfterMs
    this.passes = options.passes ?? PASSING.has(code)
  }
}

/** Whether an error is one of ours that passes; by its fields, so that it holds across copies of this module. */
export function isPassing(error: unknown): error is LoopengineError & { retryAfterMs?: number } {
  return isLoopengineError(error) && 'passes' in error && error.passes === true
}
