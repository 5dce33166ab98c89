export interface EvaluationError {
  code: 'evaluation_error' | 'config_missing' | 'time_limit' | 'validation_error' | 'no_base_url'
  message: string
}

/** Thrown inside an evaluation only; the outermost function turns it into an `EvaluationError`. */
export class EvaluationProblem extends Error {
  readonly code: EvaluationError['code']

  constructor(message: string, code: EvaluationError['code'] = 'evaluation_error') {
    super(message)
    this.code = code
  }
}
