import { StringDecoder } from 'node:string_decoder'
import type { Key } from './key.ts'
import { KeyParser } from './key-parser.ts'

/** Pastes come marked, and keys with modifiers as sequences of their own, where the terminal knows how. */
const BEGIN = '\u001b[?2004h\u001b[>1u'
const END = '\u001b[<u\u001b[?2004l\u001b[?25h'

/** How long an Escape may be the beginning of something else. */
const ESCAPE_MS = 60

/** The keyboard of a terminal in raw mode: each key as it comes, Ctrl-C and Ctrl-Z among them. */
export class KeySource {
  readonly #stdin: NodeJS.ReadStream
  readonly #stdout: NodeJS.WriteStream
  readonly #onKey: (key: Key) => void
  readonly #onEnd: () => void
  #parser = new KeyParser()
  #decoder = new StringDecoder('utf8')
  #timer: NodeJS.Timeout | undefined
  #open = false

  constructor(
    { stdin, stdout }: { stdin: NodeJS.ReadStream; stdout: NodeJS.WriteStream },
    { onKey, onEnd }: { onKey(key: Key): void; onEnd(): void },
  ) {
    this.#stdin = stdin
    this.#stdout = stdout
    this.#onKey = onKey
    this.#onEnd = onEnd
  }

  start(): void {
    if (this.#open) return
    this.#open = true
    this.#parser = new KeyParser()
    this.#decoder = new StringDecoder('utf8')
    this.#stdin.setRawMode(true)
    this.#stdin.on('data', this.#take)
    this.#stdin.on('end', this.#onEnd)
    this.#stdin.resume()
    this.#stdout.write(BEGIN)
    process.on('exit', this.stop)
  }

  /** Gives the terminal back as it was. */
  readonly stop = (): void => {
    if (!this.#open) return
    this.#open = false
    clearTimeout(this.#timer)
    process.off('exit', this.stop)
    this.#stdin.off('data', this.#take)
    this.#stdin.off('end', this.#onEnd)
    this.#stdin.pause()
    this.#stdin.setRawMode(false)
    this.#stdout.write(END)
  }

  readonly #take = (bytes: Buffer): void => {
    clearTimeout(this.#timer)
    this.#give(this.#parser.feed(this.#decoder.write(bytes)))
    if (this.#open && this.#parser.waiting) this.#timer = setTimeout(() => this.#give(this.#parser.flush()), ESCAPE_MS)
  }

  #give(keys: Key[]): void {
    for (const key of keys) {
      // What comes behind a key that handed the terminal to somebody else was not meant for us.
      if (this.#open) this.#onKey(key)
    }
  }
}
