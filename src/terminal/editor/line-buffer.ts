import { chunkStart, lineEnd, lineStart, nextCharacter, previousCharacter, wordEnd, wordStart } from './graphemes.ts'

interface Line {
  text: string
  /** Never inside a character. */
  cursor: number
}

type Move = (text: string, cursor: number) => number

const MOVES: Readonly<Record<string, Move>> = {
  left: previousCharacter,
  'ctrl-b': previousCharacter,
  right: nextCharacter,
  'ctrl-f': nextCharacter,
  home: lineStart,
  'ctrl-a': lineStart,
  end: lineEnd,
  'ctrl-e': lineEnd,
  'alt-b': wordStart,
  'alt-left': wordStart,
  'ctrl-left': wordStart,
  'alt-f': wordEnd,
  'alt-right': wordEnd,
  'ctrl-right': wordEnd,
  'alt-<': () => 0,
  'ctrl-home': () => 0,
  'alt->': text => text.length,
  'ctrl-end': text => text.length,
}

/** What is removed: everything between the cursor and this place. */
const DELETIONS: Readonly<Record<string, Move>> = {
  backspace: previousCharacter,
  'shift-backspace': previousCharacter,
  'ctrl-h': previousCharacter,
  delete: nextCharacter,
  'ctrl-d': nextCharacter,
}

/** The same, kept for `ctrl-y`. */
const KILLS: Readonly<Record<string, Move>> = {
  'ctrl-k': (text, cursor) => (lineEnd(text, cursor) === cursor ? nextCharacter(text, cursor) : lineEnd(text, cursor)),
  'ctrl-u': (text, cursor) =>
    lineStart(text, cursor) === cursor ? previousCharacter(text, cursor) : lineStart(text, cursor),
  'ctrl-w': chunkStart,
  'alt-backspace': wordStart,
  'ctrl-backspace': wordStart,
  'alt-d': wordEnd,
  'ctrl-delete': wordEnd,
}

const DEEPEST_UNDO = 200
const LONGEST_RING = 20

/** Lives as long as a chat: what was cut in one line may be put into another. */
export type KillRing = string[]

/** The text that is being written, its cursor, and what can be taken back. */
export class LineBuffer {
  text = ''
  cursor = 0
  readonly #ring: KillRing
  #undo: Line[] = []
  /** What the last key did: letters in a row are taken back together, cuts in a row are put back together. */
  #last: 'typed' | 'killed' | 'yanked' | 'other' = 'other'
  /** What the last `ctrl-y` put in, for `alt-y`. */
  #yanked = { from: 0, index: 0 }

  constructor(ring: KillRing = []) {
    this.#ring = ring
  }

  /** Replaces everything, as one step. */
  set(text: string, cursor = text.length): void {
    this.#change('other', { text, cursor })
  }

  /** Another text altogether: nothing of the old one can be taken back. */
  reset(text = ''): void {
    this.text = text
    this.cursor = text.length
    this.#undo = []
    this.#last = 'other'
  }

  /** At the cursor, which then stands behind it. */
  insert(text: string, how: 'typed' | 'whole' = 'whole'): void {
    const goesOn = how === 'typed' && this.#last === 'typed' && !/\s/.test(text)
    this.#replace(this.cursor, this.cursor, text, { goesOn })
    this.#last = how === 'typed' ? 'typed' : 'other'
  }

  /** Puts a text in place of another. */
  replace(from: number, to: number, text: string): void {
    this.#replace(from, to, text)
  }

  moveTo(cursor: number): void {
    this.cursor = cursor
    this.#last = 'other'
  }

  /** Does what the chord means for a line; false when it means nothing. */
  press(name: string): boolean {
    if (Object.hasOwn(MOVES, name)) this.moveTo(MOVES[name]?.(this.text, this.cursor) ?? this.cursor)
    else if (Object.hasOwn(DELETIONS, name)) this.#delete(DELETIONS[name]?.(this.text, this.cursor) ?? this.cursor)
    else if (Object.hasOwn(KILLS, name)) this.#kill(KILLS[name]?.(this.text, this.cursor) ?? this.cursor)
    else if (name === 'ctrl-y') this.#yank(0)
    else if (name === 'alt-y') this.#yankEarlier()
    else if (name === 'ctrl-t') this.#transpose()
    else if (name === 'ctrl-_' || name === 'ctrl-/') this.#takeBack()
    else return false
    return true
  }

  #delete(to: number): void {
    this.#replace(Math.min(this.cursor, to), Math.max(this.cursor, to), '')
  }

  #kill(to: number): void {
    const [from, end] = [Math.min(this.cursor, to), Math.max(this.cursor, to)]
    if (from === end) return
    const cut = this.text.slice(from, end)
    const [newest = ''] = this.#ring
    if (this.#last === 'killed') this.#ring[0] = to < this.cursor ? cut + newest : newest + cut
    else this.#ring.unshift(cut)
    this.#ring.length = Math.min(this.#ring.length, LONGEST_RING)
    this.#replace(from, end, '')
    this.#last = 'killed'
  }

  #yank(index: number): void {
    const text = this.#ring[index]
    if (text === undefined) return
    this.#yanked = { from: this.cursor, index }
    this.#replace(this.cursor, this.cursor, text)
    this.#last = 'yanked'
  }

  #yankEarlier(): void {
    if (this.#last !== 'yanked') return
    const { from, index } = this.#yanked
    this.#takeBack()
    this.cursor = from
    this.#yank((index + 1) % this.#ring.length)
  }

  /** Exchanges the characters on both sides of the cursor; at the end, the last two. */
  #transpose(): void {
    const middle =
      this.cursor === lineEnd(this.text, this.cursor) ? previousCharacter(this.text, this.cursor) : this.cursor
    const [from, to] = [previousCharacter(this.text, middle), nextCharacter(this.text, middle)]
    if (from === middle || from < lineStart(this.text, this.cursor)) return
    this.#replace(from, to, this.text.slice(middle, to) + this.text.slice(from, middle))
  }

  #takeBack(): void {
    const before = this.#undo.pop()
    if (before) Object.assign(this, before)
    this.#last = 'other'
  }

  #replace(from: number, to: number, text: string, { goesOn = false } = {}): void {
    if (from === to && text === '') return
    this.#change(
      'other',
      { text: this.text.slice(0, from) + text + this.text.slice(to), cursor: from + text.length },
      goesOn,
    )
  }

  #change(last: 'other', next: Line, goesOn = false): void {
    if (!goesOn) this.#undo.push({ text: this.text, cursor: this.cursor })
    if (this.#undo.length > DEEPEST_UNDO) this.#undo.shift()
    this.text = next.text
    this.cursor = next.cursor
    this.#last = last
  }
}
