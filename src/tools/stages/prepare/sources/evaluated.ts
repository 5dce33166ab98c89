import type { Evaluation } from '../../../../abl/index.ts'
import type { SourceValue } from './source.ts'

/** The value of an expression as that of a source. */
export function evaluated(evaluation: Evaluation, source: string): SourceValue {
  if (evaluation.ok) return { kind: 'value', value: evaluation.value }
  const { code, message } = evaluation.error
  return { kind: 'failed', error: { code, type: 'tool_error', message: `\`${source}\`: ${message}` } }
}
