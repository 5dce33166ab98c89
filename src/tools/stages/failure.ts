import { isLoopengineError, messageOf } from '../../core/errors.ts'
import type { OutcomeKind, ToolError } from '../../core/tool.ts'
import { isToolFailure } from '../../core/tool-failure.ts'

export type Failed = { kind: 'outcome'; outcome: Extract<OutcomeKind, { kind: 'failed' }> }

export function failed(error: ToolError): Failed {
  return { kind: 'outcome', outcome: { kind: 'failed', error } }
}

/** Anything thrown by an attempt, in the words of `ToolError`. */
export function toolErrorOf(error: unknown): ToolError {
  if (!isToolFailure(error)) {
    const code = isLoopengineError(error) ? error.code : 'tool_error'
    return { code, type: 'tool_error', message: messageOf(error) }
  }
  const { code, type, message, status, details, problems } = error
  return {
    code,
    type,
    message,
    ...(status === undefined ? {} : { status }),
    ...(details === undefined ? {} : { details }),
    ...(problems === undefined ? {} : { problems }),
  }
}
