import { styled } from './style.ts'
import { oneLine, widthOf } from './text-width.ts'

const CLEAR = '\r\u001b[K'

let shown: StatusLine | undefined

/** One line that says what goes on at the moment, gone with the next output. Only at a terminal: a log gets nothing. */
export class StatusLine {
  readonly #stream: NodeJS.WriteStream

  constructor(stream: NodeJS.WriteStream) {
    this.#stream = stream
  }

  show(text: string): void {
    if (!this.#stream.isTTY) return
    const line = styled('gray', oneLine(text, widthOf(this.#stream) - 1), this.#stream)
    this.#stream.write(`${CLEAR}${line}`)
    shown = this
  }

  hide(): void {
    if (shown !== this) return
    this.#stream.write(CLEAR)
    shown = undefined
  }
}

/** Makes room for output that knows nothing of the line. */
export function hideStatusLine(): void {
  shown?.hide()
}
