// Output above, and below it a few rows that change with every key: the rows are taken away, the output goes on where it
// stopped, and the rows are drawn again, in one write.

import { stripVTControlCharacters } from 'node:util'
import { displayWidth } from '../text-width.ts'
import { OutputCursor } from './output-cursor.ts'

/** What stands at the bottom. Rows hold no line feeds and are narrower than the terminal. */
export interface Frame {
  rows: string[]
  /** Where the cursor stands; undefined: it is not shown. */
  cursor: { row: number; column: number } | undefined
}

export interface Size {
  columns: number
  rows: number
}

export type View = (size: Size) => Frame

interface Drawn extends Frame {
  columns: number
  /** How the cursor gets from the first of the rows to where the output stopped. */
  back: string
}

/** Output that arrives closer together than this is drawn at once. */
const DRAW_MS = 16

const BEGIN = '\u001b[?2026h\u001b[?25l'
const END = '\u001b[?2026l'
const SHOW_CURSOR = '\u001b[?25h'
const CLEAR_BELOW = '\r\u001b[J'

/** A terminal with changing rows below its output. Without rows it only passes on what is written. */
export class Screen {
  readonly #terminal: NodeJS.WriteStream
  readonly #at = new OutputCursor()
  #view: View | undefined
  #drawn: Drawn | undefined
  #pending = ''
  #stale = false
  #timer: NodeJS.Timeout | undefined
  #lastDraw = 0
  #paused = false

  constructor(terminal: NodeJS.WriteStream) {
    this.#terminal = terminal
  }

  get size(): Size {
    return { columns: this.#terminal.columns || 80, rows: this.#terminal.rows || 24 }
  }

  /** Adds to the output. */
  write(text: string): void {
    this.#pending += text
    if (this.#view || this.#drawn) this.#drawLater(DRAW_MS - (performance.now() - this.#lastDraw))
    else this.flush()
  }

  /** What stands below the output from now on; undefined: nothing. */
  show(view: View | undefined): void {
    this.#view = view
    this.refresh()
  }

  /** The rows may have changed. */
  refresh(): void {
    this.#stale = true
    this.#drawLater(0)
  }

  /** Draws what is outstanding now. */
  flush(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    if (this.#paused || (this.#pending === '' && !this.#stale)) return
    this.#lastDraw = performance.now()
    this.#stale = false
    const { columns } = this.size
    if (this.#at.column > columns) this.#at.column %= columns
    this.#terminal.write(this.#eraseRows() + this.#writePending() + this.#drawRows())
  }

  /** Takes the rows away and draws nothing until `resume`: somebody else has the terminal. */
  pause(): void {
    const view = this.#view
    this.show(undefined)
    this.flush()
    this.#view = view
    this.#paused = true
  }

  resume(): void {
    this.#paused = false
    this.refresh()
  }

  /** Moves everything out of sight, upwards, where it can be scrolled to. */
  clear(): void {
    this.write(`${'\n'.repeat(this.size.rows)}\u001b[H\u001b[J`)
    this.flush()
  }

  #drawLater(wait: number): void {
    if (this.#timer && wait > 0) return
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => this.flush(), Math.max(0, wait))
  }

  /** Leaves the cursor where the first of the rows began. */
  #eraseRows(): string {
    if (!this.#drawn) return ''
    const up = rowsAbove(this.#drawn, this.size.columns)
    return `${BEGIN}${up > 0 ? `\u001b[${up}A` : ''}${CLEAR_BELOW}`
  }

  #writePending(): string {
    const text = this.#pending
    if (text === '') return ''
    const back = this.#drawn ? this.#goBack(this.#drawn.back, text) : ''
    this.#pending = ''
    this.#drawn = undefined
    this.#at.take(text, this.size.columns)
    return back + text
  }

  /** Where a row is filled to its end, letters go on in the next one; everything else begins at that end. */
  #goBack(back: string, text: string): string {
    const isFull = this.#at.column >= this.size.columns
    if (!isFull || !/^(?:\u001b\[[0-9;]*m)*[^\u0000-\u001f\u007f]/.test(text)) return back
    this.#at.row++
    this.#at.column = 0
    return ''
  }

  #drawRows(): string {
    const frame = this.#view?.(this.size)
    const old = this.#drawn
    const back = old?.back ?? this.#wayBack()
    this.#drawn = undefined
    if (!frame || frame.rows.length === 0) return old ? this.#leaveRows(back) : SHOW_CURSOR + END
    this.#drawn = { ...frame, columns: this.size.columns, back }
    const start = old ? '' : BEGIN + this.#placeBelow()
    return start + frame.rows.join('\r\n') + placeCursor(frame) + END
  }

  /** Nothing stands below any more: the output goes on where it stopped, but for a filled row, which has no place left. */
  #leaveRows(back: string): string {
    const { columns } = this.size
    if (this.#at.column < columns) return back + SHOW_CURSOR + END
    this.#drawn = { rows: [''], cursor: { row: 0, column: 0 }, columns, back }
    return SHOW_CURSOR + END
  }

  /** From where the output stopped to the first free row. */
  #placeBelow(): string {
    const { row, column, bottom } = this.#at
    const down = bottom > row ? `\u001b[${bottom - row}B` : ''
    return column > 0 || bottom > row ? `${down}\r\n` : ''
  }

  #wayBack(): string {
    const { row, column, bottom } = this.#at
    if (column === 0 && bottom === row) return ''
    const { columns } = this.size
    return `\u001b[${bottom - row + 1}A\u001b[${Math.min(column, columns - 1) + 1}G`
  }
}

function placeCursor({ rows, cursor }: Frame): string {
  if (!cursor) return ''
  const up = rows.length - 1 - cursor.row
  return `${up > 0 ? `\u001b[${up}A` : ''}\r${cursor.column > 0 ? `\u001b[${cursor.column}C` : ''}${SHOW_CURSOR}`
}

/** How many rows of the terminal stand above its cursor: a terminal that became narrower has broken the rows anew. */
function rowsAbove({ rows, cursor, columns: before }: Drawn, columns: number): number {
  const { row, column } = cursor ?? { row: rows.length - 1, column: 0 }
  if (columns >= before) return row
  const broken = rows.slice(0, row).map(text => {
    return Math.max(1, Math.ceil(displayWidth(stripVTControlCharacters(text)) / columns))
  })
  return broken.reduce((sum, count) => sum + count, Math.floor(column / columns))
}
