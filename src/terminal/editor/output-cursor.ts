import { displayWidth } from '../text-width.ts'
import { graphemes } from './graphemes.ts'

const PLAIN = /^[\x20-\x7e]*$/

/** A control sequence, a control character, or a run of text. */
const PIECE =
  /\u001b\[([<=>?]?[0-9;:]*)[ -/]*([@-~])|\u001b\][^\u0007\u001b]*(?:\u0007|\u001b\\)|\u001b.|[\u0000-\u001f\u007f]|[^\u0000-\u001f\u007f]+/gsu

/**
 * Follows where a terminal's cursor stands after what was printed, so that something can be drawn below the output and
 * the output go on where it was. Rows count from where the following began.
 */
export class OutputCursor {
  row = 0
  /** From 0; equal to the number of columns when the last column was filled and the next character begins a row. */
  column = 0
  /** The lowest row that holds output. */
  bottom = 0

  take(text: string, columns: number): void {
    for (const [piece, parameters = '', final] of text.matchAll(PIECE)) {
      if (final !== undefined) this.#sequence(parameters, final, columns)
      else if (piece.charCodeAt(0) >= 32 && piece !== '\u007f') this.#print(piece, columns)
      else this.#control(piece)
      this.bottom = Math.max(this.bottom, this.row)
    }
  }

  #print(text: string, columns: number): void {
    if (PLAIN.test(text)) {
      const end = this.column + text.length
      const rows = end > columns ? Math.ceil(end / columns) - 1 : 0
      this.row += rows
      this.column = end - rows * columns
      return
    }
    for (const { segment } of graphemes(text)) {
      const width = displayWidth(segment)
      if (this.column + width > columns) {
        this.row++
        this.column = 0
      }
      this.column += width
    }
  }

  #control(character: string): void {
    if (character === '\n') this.row++
    if (character === '\n' || character === '\r') this.column = 0
    if (character === '\b') this.column = Math.max(0, this.column - 1)
    if (character === '\t') this.column += 8 - (this.column % 8)
  }

  #sequence(parameters: string, final: string, columns: number): void {
    const count = Number.parseInt(parameters, 10) || 1
    const column = Math.min(this.column, columns - 1)
    if (final === 'A') this.row = Math.max(0, this.row - count)
    if (final === 'B') this.row += count
    if (final === 'C') this.column = Math.min(columns - 1, column + count)
    if (final === 'D') this.column = Math.max(0, column - count)
    if (final === 'E' || final === 'F') {
      this.row = Math.max(0, this.row + (final === 'E' ? count : -count))
      this.column = 0
    }
    if (final === 'G') this.column = Math.min(columns - 1, count - 1)
    if (final === 'H') Object.assign(this, { row: 0, column: 0 })
    if (final === 'J') this.bottom = this.row
  }
}
