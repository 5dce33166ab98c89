import { displayWidth } from './text-width.ts'
import { visible } from './visible.ts'

const WIDE = '[\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Hangul}\\u3000-\\u303f\\uff00-\\uff60]'

/** A line feed, blanks, one character of a script that breaks anywhere, or a word. */
const PIECE = new RegExp(`\\r?\\n|[ \\t]+|${WIDE}|(?:(?!${WIDE})[^\\s])+|\\s`, 'gu')

/**
 * Text that arrives bit by bit, made visible and broken between words at a terminal's width. The last word is held back
 * until its end has come, so that neither a word nor a character of several parts is ever cut.
 */
export class TextFlow {
  readonly #stream: NodeJS.WriteStream
  #held = ''
  #blanks = ''
  #column = 0

  constructor(stream: NodeJS.WriteStream) {
    this.#stream = stream
  }

  /** Whether something stands on the current line. */
  get midLine(): boolean {
    return this.#column > 0 || this.#held !== '' || this.#blanks !== ''
  }

  write(text: string): void {
    const pieces = (this.#held + text).match(PIECE) ?? []
    this.#held = pieces.pop() ?? ''
    for (const piece of pieces) this.#put(piece)
  }

  /** Writes what is held back and ends the line, if one is begun. */
  end(): void {
    if (!this.midLine) return
    this.#put(this.#held)
    this.#held = ''
    if (this.#column > 0) this.#breakLine()
    this.#blanks = ''
  }

  #put(piece: string): void {
    if (piece.endsWith('\n')) this.#breakLine()
    else if (piece.trim() === '') this.#blanks += piece.replaceAll('\t', '  ')
    else this.#putWord(visible(piece))
  }

  #putWord(word: string): void {
    const width = this.#stream.columns || Number.POSITIVE_INFINITY
    if (this.#column > 0 && this.#column + displayWidth(this.#blanks + word) > width) this.#breakLine()
    this.#stream.write(this.#blanks + word)
    const column = this.#column + displayWidth(this.#blanks + word)
    // A word wider than the terminal: the terminal breaks it.
    this.#column = column > width ? column % width || width : column
    this.#blanks = ''
  }

  #breakLine(): void {
    this.#stream.write('\n')
    this.#column = 0
    this.#blanks = ''
  }
}
