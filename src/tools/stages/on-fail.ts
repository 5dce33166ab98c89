import type { OnFail } from '../../abl/index.ts'
import type { ToolError } from '../../core/tool.ts'
import type { StageProblem } from './transform.ts'

/** What becomes of a call whose `process` stage did not hold. */
export type FailedStage =
  | { kind: 'stop'; error: ToolError }
  /** The stage's own work stands, as far as it got. */
  | { kind: 'go_on' }
  | { kind: 'use_original' }
  | { kind: 'answer'; message: string }

/** `code`: of the error when the call stops. */
export function onFailOf(
  onFail: OnFail,
  problem: StageProblem,
  code: 'precondition_failed' | 'invalid_response',
): FailedStage {
  if (problem.config) return stop('config_missing', problem.reason)
  switch (onFail.kind) {
    case 'block':
      return stop(code, onFail.message || problem.reason)
    case 'reask':
      return stop(code, `Ask the person: ${onFail.message || problem.reason}`)
    case 'warn':
      return { kind: 'go_on' }
    case 'use_original':
      return { kind: 'use_original' }
    case 'fallback':
      return { kind: 'answer', message: onFail.message }
  }
}

function stop(code: string, message: string): FailedStage {
  const type = code === 'precondition_failed' ? 'invalid_input' : 'tool_error'
  return { kind: 'stop', error: { code, type, message } }
}
