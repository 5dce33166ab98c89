import type { Span } from '../scan/source.ts'
import { positionOf, type Source } from '../scan/source.ts'

/** Whole lines to replace: those that a span touches. */
export interface LineEdit {
  span: Span
  lines: readonly string[]
}

/** A text with some of its lines replaced. Edits must not touch the same line. */
export function replaceLines(source: Source, edits: readonly LineEdit[]): string {
  const lines = source.text.split('\n')
  const ordered = [...edits].sort((a, b) => b.span.start - a.span.start)
  for (const { span, lines: replacement } of ordered) {
    const first = positionOf(source, span.start).line - 1
    const last = positionOf(source, Math.max(span.start, span.end)).line - 1
    lines.splice(first, last - first + 1, ...replacement)
  }
  return lines.join('\n')
}

/** The white space before an offset on its line. */
export function indentationAt(source: Source, offset: number): string {
  const start = source.lineStarts[positionOf(source, offset).line - 1] ?? 0
  return source.text.slice(start, offset)
}
