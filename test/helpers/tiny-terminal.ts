/** As much of a terminal as `Screen` uses: rows, a cursor, wrapping, and the sequences that move and erase. */
export class TinyTerminal {
  readonly isTTY = true
  readonly columns: number
  readonly rows: number
  #lines: string[][] = [[]]
  #row = 0
  #column = 0

  constructor(columns: number, rows = 1000) {
    this.columns = columns
    this.rows = rows
  }

  write(text: string): boolean {
    for (const [piece, parameter = '', final] of text.matchAll(/\u001b\[([?<>]?[0-9;]*)([A-Za-z])|[^\u001b]/gsu)) {
      if (final !== undefined) this.#sequence(Number.parseInt(parameter, 10) || 1, final)
      else this.#put(piece)
    }
    return true
  }

  /** The rows without blanks at their ends, down to the last that holds something. */
  text(): string {
    const lines = this.#lines.map(line =>
      line
        .map(cell => cell ?? ' ')
        .join('')
        .trimEnd(),
    )
    return lines.join('\n').trimEnd()
  }

  get cursor(): { row: number; column: number } {
    return { row: this.#row, column: this.#column }
  }

  #put(character: string): void {
    if (character === '\r') this.#column = 0
    else if (character === '\n') {
      this.#row++
      this.#column = 0
    } else {
      if (this.#column >= this.columns) {
        this.#row++
        this.#column = 0
      }
      this.#line()[this.#column++] = character
    }
    this.#line()
  }

  #line(): string[] {
    while (this.#lines.length <= this.#row) this.#lines.push([])
    return this.#lines[this.#row] ?? []
  }

  #sequence(count: number, final: string): void {
    const column = Math.min(this.#column, this.columns - 1)
    if (final === 'A') this.#row = Math.max(0, this.#row - count)
    if (final === 'B') this.#row += count
    if (final === 'C') this.#column = Math.min(this.columns - 1, column + count)
    if (final === 'G') this.#column = count - 1
    if (final === 'J') this.#lines.length = this.#row + 1
    if (final === 'J' || final === 'K') this.#line().length = Math.min(this.#line().length, this.#column)
  }
}
