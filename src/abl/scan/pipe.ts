import type { LineCursor } from './cursor.ts'
import { type Line, widen } from './lines.ts'

/**
 * The text of a pipe block: every line down to the first non-blank one indented no more than `column`. Nothing in it is
 * a comment; the smallest indentation of its lines is taken away, blank lines at both ends are dropped.
 */
export function gatherPipe(cursor: LineCursor, column: number): { text: string; end: number } {
  const lines: Line[] = []
  for (let line = cursor.lines[cursor.next]; line; line = cursor.lines[cursor.next]) {
    if (line.kind !== 'blank' && line.column <= column) break
    lines.push(line)
    cursor.next++
  }
  while (lines.at(-1)?.kind === 'blank') lines.pop()
  const content = lines.filter(line => line.kind !== 'blank')
  const smallest = content.reduce((least, line) => Math.min(least, line.column), Number.POSITIVE_INFINITY)
  const { text } = cursor.report.source
  const shifted = lines.map(line =>
    line.kind === 'blank' ? '' : shiftLeft(text.slice(line.start, line.end), smallest),
  )
  while (shifted[0] === '') shifted.shift()
  return { text: shifted.join('\n'), end: lines.at(-1)?.end ?? cursor.lines[cursor.next - 1]?.end ?? 0 }
}

/** A line without its first `width` columns; a tab that reaches beyond them leaves the spaces it covered. */
function shiftLeft(line: string, width: number): string {
  let column = 0
  let index = 0
  for (; column < width; index++) column = widen(column, line[index])
  return ' '.repeat(column - width) + line.slice(index)
}
