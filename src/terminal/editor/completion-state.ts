import { type Candidates, type Complete, candidateRows, commonStart } from './completion.ts'
import type { Key } from './key.ts'
import type { LineBuffer } from './line-buffer.ts'

interface Open extends Candidates {
  /** What stood in the line before. */
  typed: string
  /** Undefined while they are only shown. */
  chosen: number | undefined
  /** Where the text that was put in ends. */
  end: number
}

/** Tab: puts in what is certain, then shows the candidates, then goes through them. */
export class CompletionState {
  readonly #buffer: LineBuffer
  readonly #complete: Complete | undefined
  readonly #changed: () => void
  #open: Open | undefined
  /** Counts the questions, so that an answer to an old one is dropped. */
  #asked = 0

  constructor(buffer: LineBuffer, complete: Complete | undefined, changed: () => void) {
    this.#buffer = buffer
    this.#complete = complete
    this.#changed = changed
  }

  /** Asks what the text could become. */
  begin(): void {
    const { text, cursor } = this.#buffer
    const asked = ++this.#asked
    Promise.resolve(this.#complete?.(text, cursor)).then(
      candidates => {
        const isOld = asked !== this.#asked || text !== this.#buffer.text || cursor !== this.#buffer.cursor
        if (!isOld && candidates) this.#take(candidates)
      },
      // What can't be looked up completes nothing.
      () => {},
    )
  }

  close(): void {
    this.#asked++
    this.#open = undefined
  }

  /** Whether the key was for the candidates. */
  press(key: Key): boolean {
    const open = this.#open
    if (!open) return false
    const name = key.kind === 'chord' ? key.name : ''
    if (name === 'tab' || (open.chosen !== undefined && name === 'down')) this.#choose(open, 1)
    else if (name === 'shift-tab' || (open.chosen !== undefined && name === 'up')) this.#choose(open, -1)
    else if (name === 'escape') this.#putBack(open)
    else if (name === 'enter' && open.chosen !== undefined) this.#accept(open)
    else {
      this.close()
      return false
    }
    return true
  }

  rows(columns: number): string[] {
    if (!this.#open) return []
    const { labels, texts, chosen } = this.#open
    return candidateRows(labels ?? texts, chosen, columns)
  }

  #take(candidates: Candidates): void {
    const { start, texts } = candidates
    const { text, cursor } = this.#buffer
    const [only] = texts
    if (only === undefined) return
    const typed = text.slice(start, cursor)
    const common = texts.length === 1 ? withBlank(only) : commonStart(texts)
    // Only what goes on from what was typed, or says it in other letters, is put in; Tab never takes letters away.
    if (common.length >= typed.length && common !== typed) this.#put(start, cursor, common)
    if (texts.length > 1) this.#open = { ...candidates, typed, chosen: undefined, end: this.#buffer.cursor }
    this.#changed()
  }

  #choose(open: Open, by: -1 | 1): void {
    const { texts, chosen, start, end } = open
    const next = chosen === undefined ? (by > 0 ? 0 : texts.length - 1) : (chosen + by + texts.length) % texts.length
    this.#put(start, end, texts[next] ?? '')
    this.#open = { ...open, chosen: next, end: this.#buffer.cursor }
  }

  #accept({ chosen, texts, start, end }: Open): void {
    this.#put(start, end, withBlank(texts[chosen ?? 0] ?? ''))
    this.close()
  }

  #putBack({ start, end, typed }: Open): void {
    this.#put(start, end, typed)
    this.close()
  }

  #put(from: number, to: number, text: string): void {
    this.#buffer.replace(from, to, text)
  }
}

/** A folder goes on; everything else is done. */
function withBlank(text: string): string {
  return text.endsWith('/') ? text : `${text} `
}
