import type { Line } from './lines.ts'
import type { Report } from './report.ts'

/** The reader's place in a file: the next line that nobody has consumed. */
export interface LineCursor {
  readonly report: Report
  readonly lines: readonly Line[]
  next: number
}

/** The next line with content, comments and blank lines passed over. */
export function peekContent(cursor: LineCursor): Line | undefined {
  while (cursor.next < cursor.lines.length) {
    const line = cursor.lines[cursor.next]
    if (line?.kind === 'content') return line
    cursor.next++
  }
  return undefined
}

/** Passes over every line that is indented more than `column`. */
export function skipDeeper(cursor: LineCursor, column: number): void {
  for (let line = peekContent(cursor); line && line.column > column; line = peekContent(cursor)) cursor.next++
}
