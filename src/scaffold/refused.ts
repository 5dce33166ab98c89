import { LoopengineError } from '../core/errors.ts'
import type { EditResult } from '../edit/edit-result.ts'

/** The text that an editor made; undefined when there was nothing to do. Throws its refusal, naming the file. */
export function editedText(result: EditResult, file: string): string | undefined {
  if (result.outcome === 'edit') return result.text
  if (result.outcome === 'noop') return undefined
  const { code, line, message, hint } = result
  throw new LoopengineError(code, `${file}: ${message}`, { hint, file, ...(line === undefined ? {} : { line }) })
}
