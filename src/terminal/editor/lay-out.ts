import { displayWidth } from '../text-width.ts'
import { visible } from '../visible.ts'
import { graphemes, lineEnd } from './graphemes.ts'

/** A piece of the text as it stands on one row of the terminal. */
export interface Row {
  /** Made visible. */
  shown: string
  /** The places in the text where it begins and ends. */
  start: number
  end: number
}

const PLAIN = /^[\x20-\x7e]*$/

/** The text on rows of at most `width` columns, never cut inside a character. There is always one row. */
export function layOut(text: string, width: number): Row[] {
  const rows: Row[] = []
  for (let start = 0; ; ) {
    const end = lineEnd(text, start)
    for (const row of rowsOf(text.slice(start, end), Math.max(2, width))) {
      rows.push({ shown: row.shown, start: start + row.start, end: start + row.end })
    }
    if (end === text.length) return rows
    start = end + 1
  }
}

/** Which row the cursor stands on, and how many columns in. */
export function cursorPlace(rows: readonly Row[], text: string, cursor: number): { row: number; column: number } {
  const row = Math.max(
    0,
    rows.findLastIndex(({ start }) => start <= cursor),
  )
  const { start = 0 } = rows[row] ?? {}
  return { row, column: displayWidth(shown(text.slice(start, cursor))) }
}

/** The place in the text nearest to a column of a row. */
export function placeAt({ start, end }: Row, text: string, column: number): number {
  let width = 0
  for (const { segment, index } of graphemes(text.slice(start, end))) {
    width += displayWidth(shown(segment))
    if (width > column) return start + index
  }
  return end
}

/** Text as it may be shown on a row: hidden characters written out, a tab as two blanks. */
function shown(text: string): string {
  return PLAIN.test(text) ? text : visible(text).replaceAll('\t', '  ').replaceAll('\n', ' ')
}

/** Lines that did not change since the last key are not measured again. */
const known = new Map<string, Row[]>()
const MOST_KNOWN = 2000

function rowsOf(line: string, width: number): Row[] {
  if (PLAIN.test(line)) return plainRows(line, width)
  const key = `${width} ${line}`
  const rows = known.get(key) ?? measuredRows(line, width)
  if (known.size >= MOST_KNOWN) known.clear()
  known.set(key, rows)
  return rows
}

function plainRows(line: string, width: number): Row[] {
  const rows: Row[] = []
  for (let start = 0; start === 0 || start < line.length; start += width) {
    const end = Math.min(line.length, start + width)
    rows.push({ shown: line.slice(start, end), start, end })
  }
  return rows
}

function measuredRows(line: string, width: number): Row[] {
  const rows: Row[] = []
  let row: Row = { shown: '', start: 0, end: 0 }
  let used = 0
  for (const { segment, index } of graphemes(line)) {
    const piece = shown(segment)
    const wide = displayWidth(piece)
    if (used + wide > width && used > 0) {
      rows.push(row)
      row = { shown: '', start: index, end: index }
      used = 0
    }
    row.shown += piece
    row.end = index + segment.length
    used += wide
  }
  return [...rows, row]
}
