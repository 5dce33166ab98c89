/** Where something stands in a text file. Lines and columns count from 1, in UTF-16 units. */
export interface Position {
  line: number
  column: number
}

export interface Range {
  start: Position
  /** One past the last character. */
  end: Position
}

export type Severity = 'error' | 'warning' | 'info'

/**
 * One problem in a file of the user. Files are diagnosed, never thrown at: readers collect every problem and return
 * them beside what they could read.
 */
export interface Diagnostic {
  /** Stable and searchable, e.g. `ABL2001`, `ACTAUTH_ALIAS`. */
  code: string
  severity: Severity
  /** What is wrong, with the value. */
  message: string
  /** Relative to the project root where there is one; `/` separates folders. */
  file: string
  range?: Range
  /** What to do about it. */
  hint?: string
}

/** The position of an offset (UTF-16 units from 0) in a text; LF, CRLF and a lone CR each end a line. */
export function positionAt(text: string, offset: number): Position {
  let line = 1
  let lineStart = 0
  const end = Math.min(offset, text.length)
  for (let index = 0; index < end; index++) {
    const code = text.charCodeAt(index)
    const endsLine = code === 10 || (code === 13 && text.charCodeAt(index + 1) !== 10)
    if (!endsLine) continue
    line++
    lineStart = index + 1
  }
  return { line, column: end - lineStart + 1 }
}

export function rangeAt(text: string, start: number, end: number): Range {
  return { start: positionAt(text, start), end: positionAt(text, end) }
}

/** `path:line:column`, as far as it is known. */
export function locate(diagnostic: Pick<Diagnostic, 'file' | 'range'>): string {
  const { file, range } = diagnostic
  return range ? `${file}:${range.start.line}:${range.start.column}` : file
}

/** One line, `path:line:column CODE severity message (hint)`. */
export function formatDiagnostic(diagnostic: Diagnostic): string {
  const hint = diagnostic.hint ? ` (${diagnostic.hint})` : ''
  return `${locate(diagnostic)} ${diagnostic.code} ${diagnostic.severity} ${diagnostic.message}${hint}`
}

export function hasErrors(diagnostics: readonly Diagnostic[]): boolean {
  return diagnostics.some(diagnostic => diagnostic.severity === 'error')
}

const WIDEST_FRAME = 100

/** The line at `range` with a caret below it, cut to a readable width; empty when the text has no such line. */
export function codeFrame(text: string, range: Range): string {
  const source = text.replace(/^\ufeff/, '').split(/\r\n|\n|\r/)[range.start.line - 1]
  if (source === undefined) return ''
  const column = Math.max(1, Math.min(range.start.column, source.length + 1))
  const from = column > WIDEST_FRAME - 20 ? column - 40 : 0
  const shown = source.slice(from, from + WIDEST_FRAME).replaceAll('\t', ' ')
  const sameLine = range.end.line === range.start.line
  const width = Math.max(1, Math.min(sameLine ? range.end.column - column : 1, shown.length - (column - 1 - from)))
  const gutter = String(range.start.line)
  return `${gutter} | ${shown}\n${' '.repeat(gutter.length)} | ${' '.repeat(column - 1 - from)}${'^'.repeat(width)}`
}
