import { type Colour, styled } from '../style.ts'
import { displayWidth } from '../text-width.ts'
import { visible } from '../visible.ts'
import type { Span } from './inline.ts'

const WIDE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\u3000-\u303f\uff00-\uff60]/u
const CHARACTERS = new Intl.Segmenter(undefined, { granularity: 'grapheme' })

/** Words in styles, broken at a terminal's width; a new line stands below the text, right of a list's mark. */
export class WordFlow {
  readonly #stream: NodeJS.WriteStream
  #word: Span[] = []
  #blanks = ''
  #column = 0
  #indent = 0

  constructor(stream: NodeJS.WriteStream) {
    this.#stream = stream
  }

  get midLine(): boolean {
    return this.#column > 0 || this.#word.length > 0
  }

  /** Begins a line with a mark that is already fit to be shown. */
  mark(text: string, style?: Colour): void {
    this.#stream.write(style ? styled(style, text, this.#stream) : text)
    this.#column = displayWidth(text)
    this.#indent = this.#column < this.#width() / 2 ? this.#column : 0
  }

  put({ text, style, sign }: Span): void {
    const bare = sign !== undefined && style !== undefined && styled(style, 'x', this.#stream) === 'x'
    for (const character of bare ? `${sign}${text}${sign}` : text) this.#putCharacter(character, style)
  }

  /** Ends the line, an empty one too. */
  newLine(): void {
    this.#flush()
    this.#blanks = ''
    this.#indent = 0
    this.#stream.write('\n')
    this.#column = 0
  }

  #putCharacter(character: string, style: Colour | undefined): void {
    if (character === ' ' || character === '\t') {
      this.#flush()
      this.#blanks += character === '\t' ? '  ' : character
      return
    }
    const last = this.#word.at(-1)
    if (WIDE.test(character) || (!/\p{M}/u.test(character) && last && WIDE.test(last.text))) this.#flush()
    const part = this.#word.at(-1)
    if (part && part.style === style) part.text += character
    else this.#word.push({ text: character, style })
  }

  #flush(): void {
    if (this.#word.length === 0) return
    const parts = this.#word.map(({ text, style }) => ({ text: visible(text), style }))
    this.#word = []
    const width = displayWidth(parts.map(({ text }) => text).join(''))
    if (this.#column > this.#indent && this.#column + this.#blanks.length + width > this.#width()) this.#wrap()
    this.#stream.write(this.#blanks)
    this.#column += this.#blanks.length
    this.#blanks = ''
    for (const { text, style } of parts) this.#putPart(text, style)
  }

  #putPart(text: string, style: Colour | undefined): void {
    const shown = (piece: string) => (style && piece !== '' ? styled(style, piece, this.#stream) : piece)
    let piece = ''
    for (const { segment } of CHARACTERS.segment(text)) {
      if (this.#column + displayWidth(segment) > this.#width() && this.#column > this.#indent) {
        this.#stream.write(shown(piece))
        piece = ''
        this.#wrap()
      }
      piece += segment
      this.#column += displayWidth(segment)
    }
    this.#stream.write(shown(piece))
  }

  #wrap(): void {
    this.#stream.write(`\n${' '.repeat(this.#indent)}`)
    this.#column = this.#indent
    this.#blanks = ''
  }

  #width(): number {
    return this.#stream.columns || Number.POSITIVE_INFINITY
  }
}
