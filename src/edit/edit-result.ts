/** What an editor makes of a file: new text, nothing to do, or a refusal that leaves every byte alone. */
export type EditResult = { outcome: 'edit'; text: string } | { outcome: 'noop' } | Refusal

export interface Refusal {
  outcome: 'refuse'
  /** Stable: `SYNTAX_ERROR`, `MERGE_CONFLICT`, `NOT_UTF8`, `NAME_TAKEN`, … */
  code: string
  /** From 1; absent when no single line is to blame. */
  line?: number
  message: string
  /** What to do by hand. */
  hint: string
}
