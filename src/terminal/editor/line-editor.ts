import { type Colour, styled } from '../style.ts'
import { displayWidth, oneLine } from '../text-width.ts'
import type { Complete } from './completion.ts'
import { CompletionState } from './completion-state.ts'
import type { History } from './history.ts'
import { HistoryWalk } from './history-walk.ts'
import type { Key } from './key.ts'
import { cursorPlace, layOut, placeAt, type Row } from './lay-out.ts'
import { type KillRing, LineBuffer } from './line-buffer.ts'
import type { Pane } from './pane.ts'
import type { Frame, Size } from './screen.ts'
import { SearchState } from './search-state.ts'

export interface LineEditorOptions {
  out: NodeJS.WriteStream
  history: History
  ring?: KillRing
  complete?: Complete
  /** The rows changed without a key. */
  changed(): void
  submit(text: string): void
  /** Ctrl-C; says what becomes of the line that was begun. */
  interrupt(hadText: boolean): 'drop' | 'keep'
  /** Ctrl-D on an empty line. */
  end?(): void
  /** Escape, when it closes nothing. */
  back?(): void
  /** A message that was given but is not sent yet, to be changed; it is then no longer given. */
  takeBack?(): string | undefined
  /** What else chords do. */
  chords?: Readonly<Record<string, () => void>>
}

/** What stands before the line, above it, and in it while it is empty. */
export interface LineLook {
  prompt: string
  colour: Colour
  above?: readonly string[]
  placeholder?: string
}

const NEW_LINE = new Set(['alt-enter', 'shift-enter', 'ctrl-enter', 'ctrl-j'])

/** A paste that is longer would make every key slow; a file says the same. */
const LONGEST_PASTE = 256 * 1024

/** Writes a message: lines, history, search, completion, undo. */
export class LineEditor implements Pane {
  look: LineLook = { prompt: '› ', colour: 'cyan' }
  readonly #options: LineEditorOptions
  readonly #buffer: LineBuffer
  readonly #completion: CompletionState
  #walk: HistoryWalk
  #search: SearchState | undefined
  #notice = ''
  /** The first half of a chord of two. */
  #prefix = ''
  /** Where going up and down wants to be. */
  #goal: number | undefined
  #width = 78

  constructor(options: LineEditorOptions) {
    this.#options = options
    this.#buffer = new LineBuffer(options.ring)
    this.#completion = new CompletionState(this.#buffer, options.complete, options.changed)
    this.#walk = new HistoryWalk(options.history.entries)
  }

  get text(): string {
    return this.#buffer.text
  }

  /** Begins anew with this text. */
  reset(text = ''): void {
    this.#buffer.reset(text)
    this.#walk = new HistoryWalk(this.#options.history.entries)
    this.#completion.close()
    this.#search = undefined
    this.#notice = ''
    this.#goal = undefined
  }

  /** Replaces the text, as one step that can be taken back. */
  setText(text: string): void {
    this.#buffer.set(text)
  }

  press(key: Key): void {
    this.#notice = ''
    if (this.#search) this.#pressInSearch(key, this.#search)
    else if (this.#completion.press(key)) this.#prefix = ''
    else if (key.kind === 'chord') this.#pressChord(key.name)
    else this.#insert(key)
  }

  frame({ columns, rows }: Size): Frame {
    if (this.#search) return this.#search.frame(columns, this.#options.out)
    const { prompt, above = [] } = this.look
    const indent = displayWidth(prompt)
    this.#width = Math.max(4, columns - indent - 1)
    const lines = layOut(this.text, this.#width)
    const { row, column } = cursorPlace(lines, this.text, this.#buffer.cursor)
    const below = this.#below(columns)
    const over = above.map(line => oneLine(line, columns - 1)).map(line => styled('gray', line, this.#options.out))
    const room = Math.max(1, rows - below.length - over.length - 2)
    const from = Math.max(0, Math.min(row - Math.floor(room / 2), lines.length - room))
    const shown = lines.slice(from, from + room).map((line, index) => this.#line(line, from + index, lines.length))
    return {
      rows: [...over, ...shown, ...below],
      cursor: { row: over.length + row - from, column: indent + column },
    }
  }

  #line({ shown }: Row, index: number, count: number): string {
    const { prompt, colour, placeholder = '' } = this.look
    const { out } = this.#options
    if (index > 0) return ' '.repeat(displayWidth(prompt)) + shown
    const rest = count === 1 && shown === '' ? styled('gray', oneLine(placeholder, this.#width), out) : shown
    return styled(colour, prompt, out) + rest
  }

  #below(columns: number): string[] {
    const notice = this.#notice === '' ? [] : [styled('yellow', oneLine(this.#notice, columns - 1), this.#options.out)]
    return [...this.#completion.rows(columns - 1), ...notice]
  }

  #pressChord(name: string): void {
    const whole = this.#prefix + name
    this.#prefix = name === 'ctrl-x' && this.#prefix === '' ? 'ctrl-x ' : ''
    if (this.#prefix !== '') return
    if (name !== 'up' && name !== 'down') this.#goal = undefined
    const extra = this.#options.chords?.[whole]
    if (extra) extra()
    else if (name === 'enter') this.#enter()
    else if (NEW_LINE.has(name)) this.#buffer.insert('\n')
    else if (name === 'up' || name === 'down') this.#vertical(name === 'up' ? -1 : 1)
    else if (name === 'ctrl-p' || name === 'ctrl-n') this.#recall(name === 'ctrl-p' ? -1 : 1)
    else if (name === 'ctrl-r') this.#search = new SearchState(this.#options.history.entries)
    else if (name === 'tab') this.#completion.begin()
    else if (name === 'ctrl-c') this.#interrupt()
    else if (name === 'ctrl-d' && this.text === '') this.#options.end?.()
    else if (name === 'escape') this.#options.back?.()
    else this.#buffer.press(name)
  }

  #enter(): void {
    const { text, cursor } = this.#buffer
    if (cursor === text.length && text.endsWith('\\')) this.#buffer.replace(text.length - 1, text.length, '\n')
    else this.#options.submit(text)
  }

  #interrupt(): void {
    const hadText = this.text !== ''
    if (this.#options.interrupt(hadText) === 'drop' && hadText) this.#buffer.set('')
  }

  #insert({ kind, text }: Exclude<Key, { kind: 'chord' }>): void {
    this.#goal = undefined
    this.#prefix = ''
    if (text.length <= LONGEST_PASTE) this.#buffer.insert(text, kind === 'text' ? 'typed' : 'whole')
    else
      this.#notice = `That is too long to paste (${Math.round(text.length / 1024)} KB); put it into a file and say @file.`
  }

  /** Within the text by rows; beyond its first and last row through the history. */
  #vertical(by: -1 | 1): void {
    const rows = layOut(this.text, this.#width)
    const { row, column } = cursorPlace(rows, this.text, this.#buffer.cursor)
    const target = rows[row + by]
    if (!target) {
      this.#recall(by)
      return
    }
    this.#goal ??= column
    this.#buffer.moveTo(placeAt(target, this.text, this.#goal))
  }

  #recall(by: -1 | 1): void {
    const waiting = by < 0 && this.text === '' ? this.#options.takeBack?.() : undefined
    const text = waiting ?? this.#walk.step(by, this.text)
    if (text !== undefined) this.#buffer.set(text)
  }

  #pressInSearch(key: Key, search: SearchState): void {
    const end = search.press(key)
    if (end === undefined) return
    this.#search = undefined
    if (end.take !== undefined) this.#buffer.set(end.take)
    if (end.next) this.press(end.next)
  }
}
