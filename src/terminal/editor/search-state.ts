import { styled } from '../style.ts'
import { displayWidth, oneLine } from '../text-width.ts'
import { previousCharacter } from './graphemes.ts'
import { HistorySearch } from './history-walk.ts'
import type { Key } from './key.ts'
import type { Frame } from './screen.ts'

/** The search is over: `take` goes into the line, and `next` is a key that means something there. */
export interface SearchEnd {
  take?: string
  next?: Key
}

const LABEL = 'search › '

/** Ctrl-R: finds what was typed before while one types a part of it. Nothing is sent from here. */
export class SearchState {
  readonly #search: HistorySearch

  constructor(entries: readonly string[]) {
    this.#search = new HistorySearch(entries)
  }

  /** Undefined while the search goes on. */
  press(key: Key): SearchEnd | undefined {
    const search = this.#search
    if (key.kind !== 'chord') {
      search.look(search.query + key.text.replaceAll('\n', ' '))
      return undefined
    }
    const { name } = key
    if (name === 'ctrl-r' || name === 'up') search.older()
    else if (name === 'backspace' || name === 'ctrl-h') {
      search.look(search.query.slice(0, previousCharacter(search.query, search.query.length)))
    } else if (name === 'ctrl-g' || name === 'ctrl-c') return {}
    else if (name === 'enter' || name === 'tab' || name === 'escape') return taken(search)
    else return { ...taken(search), next: key }
    return undefined
  }

  frame(columns: number, out: NodeJS.WriteStream): Frame {
    const { query, found } = this.#search
    const typed = oneLine(query, columns - LABEL.length - 2)
    const hit = found === undefined ? (query === '' ? '' : 'nothing like it') : found
    return {
      rows: [
        styled('cyan', LABEL, out) + typed,
        found === undefined ? styled('gray', `  ${hit}`, out) : `  ${oneLine(hit, columns - 4)}`,
        styled('gray', oneLine('  Enter takes it · Ctrl-R older · Ctrl-G back', columns - 1), out),
      ],
      cursor: { row: 0, column: displayWidth(LABEL + typed) },
    }
  }
}

function taken({ found }: HistorySearch): SearchEnd {
  return found === undefined ? {} : { take: found }
}
