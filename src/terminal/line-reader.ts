import { createInterface, type Interface } from 'node:readline'

export type ReadLine = { kind: 'line'; text: string } | { kind: 'interrupt'; hadText: boolean } | { kind: 'end' }

/** Lines that come closer together than this were pasted, not typed. */
const PASTE_MS = 25

/** Reads lines at a terminal, with history. Between two reads nothing listens, so that prompts and Ctrl-C work as usual. */
export class LineReader {
  #history: string[]
  #reader: Interface | undefined
  #unsaid: string[] = []

  /** `history`: what was said before, the newest first. */
  constructor(history: readonly string[] = []) {
    this.#history = [...history]
  }

  /** One message: a line, or the lines that were pasted together. `prompt`: on one line. */
  read(prompt: string): Promise<ReadLine> {
    const reader = createInterface({
      input: process.stdin,
      output: process.stdout,
      prompt,
      history: [...this.#history],
      historySize: 500,
      removeHistoryDuplicates: true,
    })
    this.#reader = reader
    reader.on('history', history => {
      this.#history = [...history]
    })
    reader.prompt()
    return this.#next(reader).finally(() => {
      this.#reader = undefined
      reader.close()
    })
  }

  /** Says what came up since the last prompt. */
  sayHeld(): void {
    for (const text of this.#unsaid.splice(0)) process.stdout.write(`${text}\n`)
  }

  /** Says something while a line is being typed, and what was typed so far stays; else keeps it for `sayHeld`. */
  interject(text: string): void {
    if (!this.#reader) {
      this.#unsaid.push(text)
      return
    }
    const up = this.#reader.getCursorPos().rows
    process.stdout.write(`\r${up > 0 ? `\u001b[${up}A` : ''}\u001b[J${text}\n`)
    // readline would go up as many rows as the line had, and clear what was just said.
    Object.assign(this.#reader, { prevRows: 0 })
    this.#reader.prompt(true)
  }

  #next(reader: Interface): Promise<ReadLine> {
    const lines: string[] = []
    let timer: NodeJS.Timeout | undefined
    return new Promise(settle => {
      reader.on('line', text => {
        lines.push(text)
        clearTimeout(timer)
        timer = setTimeout(() => {
          // The rest of a paste that does not end with a line feed waits for Enter.
          if (reader.line === '') settle({ kind: 'line', text: lines.join('\n') })
        }, PASTE_MS)
      })
      reader.on('SIGINT', () => {
        clearTimeout(timer)
        process.stdout.write('\n')
        settle({ kind: 'interrupt', hadText: reader.line !== '' || lines.length > 0 })
      })
      reader.on('close', () => settle({ kind: 'end' }))
    })
  }
}
