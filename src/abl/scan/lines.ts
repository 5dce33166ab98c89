import type { Source } from './source.ts'

/** One line of a source by offsets; `end` is where its line feed stands. */
export interface Line {
  start: number
  /** Its first character that is no space or tab; `end` when there is none. */
  first: number
  end: number
  /** The width of its indentation: a tab moves to the next multiple of four. */
  column: number
  kind: 'blank' | 'comment' | 'content'
  /** Its indentation holds both tabs and spaces. */
  mixed: boolean
}

const TAB_WIDTH = 4

export function readLines(source: Source): Line[] {
  return source.lineStarts.map((start, index) => {
    const next = source.lineStarts[index + 1]
    return readLine(source.text, start, next === undefined ? source.text.length : next - 1)
  })
}

function readLine(text: string, start: number, end: number): Line {
  let first = start
  let column = 0
  let tabs = false
  let spaces = false
  for (; first < end; first++) {
    const character = text[first]
    if (character === ' ') spaces = true
    else if (character === '\t') tabs = true
    else break
    column = widen(column, character)
  }
  const kind = first === end ? 'blank' : text[first] === '#' ? 'comment' : 'content'
  return { start, first, end, column, kind, mixed: tabs && spaces }
}

/** The column after one more character of white space. */
export function widen(column: number, character: string | undefined): number {
  return character === '\t' ? column - (column % TAB_WIDTH) + TAB_WIDTH : column + 1
}

export function isSpace(character: string | undefined): boolean {
  return character === ' ' || character === '\t' || character === '\n'
}
