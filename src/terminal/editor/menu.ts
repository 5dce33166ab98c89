import { styled } from '../style.ts'
import { displayWidth, oneLine, wrapped } from '../text-width.ts'
import type { Key } from './key.ts'
import type { Ended, Pane } from './pane.ts'
import type { Frame, Size } from './screen.ts'

export interface Choice {
  label: string
  /** Said behind the label where there is room. */
  note?: string
  /** It decides nothing yet, and is not repeated above as an answer. */
  opens?: boolean
}

export interface MenuOptions {
  message: string
  choices: readonly Choice[]
  /** Escape goes back without a choice. */
  mayGoBack?: boolean
  /** It comes while the person may be typing something else. */
  unasked?: boolean
}

const UP = new Set(['up', 'ctrl-p', 'shift-tab'])
const DOWN = new Set(['down', 'ctrl-n', 'tab'])

/** A choice among several. Only Enter chooses: neither a letter nor a paste can. */
export class Menu implements Pane {
  readonly #options: MenuOptions
  readonly #out: NodeJS.WriteStream
  readonly #end: (ended: Ended<number>) => void
  /** The notes stand in a column of their own. */
  readonly #widest: number
  #at = 0

  constructor(options: MenuOptions, out: NodeJS.WriteStream, end: (ended: Ended<number>) => void) {
    this.#options = options
    this.#out = out
    this.#end = end
    this.#widest = Math.max(0, ...options.choices.map(({ label }) => displayWidth(label)))
  }

  press(key: Key): void {
    if (key.kind === 'text') this.#number(key.text)
    if (key.kind !== 'chord') return
    const { name } = key
    const count = this.#options.choices.length
    if (UP.has(name)) this.#at = (this.#at + count - 1) % count
    else if (DOWN.has(name)) this.#at = (this.#at + 1) % count
    else if (name === 'home') this.#at = 0
    else if (name === 'end') this.#at = count - 1
    else if (name === 'enter') this.#end({ kind: 'given', value: this.#at })
    else if (name === 'ctrl-c') this.#end({ kind: 'interrupt' })
    else if (name === 'escape' && this.#options.mayGoBack) this.#end({ kind: 'back' })
  }

  frame({ columns, rows }: Size): Frame {
    const { message, choices } = this.#options
    const title = wrapped(message, columns - 3).map((line, index) => {
      return `${index === 0 ? styled('cyan', '?', this.#out) : ' '} ${styled('bold', line, this.#out)}`
    })
    const room = Math.max(1, rows - title.length - 3)
    const from = firstShown(this.#at, choices.length, room)
    const shown = choices.slice(from, from + room).map((choice, index) => this.#row(choice, from + index, columns))
    const hidden = choices.length - shown.length
    const more = hidden > 0 ? [styled('gray', `  ${this.#at + 1} of ${choices.length}`, this.#out)] : []
    return { rows: [...title, ...shown, ...more], cursor: undefined }
  }

  #row({ label, note }: Choice, index: number, columns: number): string {
    const chosen = index === this.#at
    const start = `${chosen ? '❯' : ' '} ${index + 1}. `
    const text = oneLine(label, columns - start.length - 1)
    const room = columns - start.length - this.#widest - 3
    const gap = ' '.repeat(Math.max(0, this.#widest - displayWidth(text)) + 2)
    const behind = note && room > 8 ? gap + styled('gray', oneLine(note, room), this.#out) : ''
    return (chosen ? styled('cyan', start + text, this.#out) : start + text) + behind
  }

  /** A number marks its choice; it does not take it. */
  #number(text: string): void {
    const index = Number.parseInt(text, 10) - 1
    if (index >= 0 && index < this.#options.choices.length) this.#at = index
  }
}

/** The window of a long list keeps the marked choice in its middle where it can. */
function firstShown(at: number, count: number, room: number): number {
  return Math.max(0, Math.min(at - Math.floor(room / 2), count - room))
}
