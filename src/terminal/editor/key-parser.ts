import { chord, type Key } from './key.ts'
import { controlName, sequenceName } from './key-names.ts'

const PASTE_START = '\u001b[200~'
const PASTE_END = '\u001b[201~'

/** The beginning of a sequence whose end has not come. */
const UNFINISHED = /\u001b(?:\[[<=>?]?[0-9;:]*[ -/]*|O)?$/y
const SEQUENCE = /\u001b\[([<=>?]?)([0-9;:]*)[ -/]*([@-~])/y
const SHORT_SEQUENCE = /\u001bO([A-Za-z])/y
const ALT = /\u001b([^\u001b])/uy
const TEXT = /[^\u0000-\u001f\u007f]+/y

/**
 * Turns what a terminal sends into keys, in whatever pieces it comes. A line end in the middle of a piece is text: from a
 * paste by a terminal that does not mark pastes, where it must send nothing.
 */
export class KeyParser {
  #rest = ''
  /** The block that is being pasted. */
  #paste: string[] | undefined

  /** An Escape may be a key, or the beginning of one: `flush` after a moment tells. */
  get waiting(): boolean {
    return this.#rest !== '' && this.#paste === undefined
  }

  feed(piece: string): Key[] {
    const keys: Key[] = []
    let text = this.#rest + piece
    this.#rest = ''
    while (text !== '') text = this.#paste ? this.#takePaste(text, keys) : this.#takeKey(text, keys)
    return keys
  }

  /** What is left is all that comes. */
  flush(): Key[] {
    const rest = this.#rest
    this.#rest = ''
    if (rest === '') return []
    if (rest === '\u001b') return [chord('escape')]
    return [chord(`alt-${rest.slice(1, 2)}`)]
  }

  #takePaste(text: string, keys: Key[]): string {
    const end = text.indexOf(PASTE_END)
    if (end < 0) {
      const kept = cutMarker(text)
      this.#paste?.push(text.slice(0, kept))
      this.#rest = text.slice(kept)
      return ''
    }
    const pasted = [...(this.#paste ?? []), text.slice(0, end)].join('')
    keys.push({ kind: 'paste', text: pasted.replaceAll(/\r\n?/g, '\n') })
    this.#paste = undefined
    return text.slice(end + PASTE_END.length)
  }

  #takeKey(text: string, keys: Key[]): string {
    if (text.startsWith(PASTE_START)) {
      this.#paste = []
      return text.slice(PASTE_START.length)
    }
    if (at(UNFINISHED, text)) {
      this.#rest = text
      return ''
    }
    const [key, length] = firstKey(text)
    if (key) keys.push(key)
    return text.slice(length)
  }
}

/** The first key of a text that is not empty, if it is one, and how much of the text it takes. */
function firstKey(text: string): [Key | undefined, number] {
  const plain = at(TEXT, text)
  if (plain) return [{ kind: 'text', text: plain[0] }, plain[0].length]
  const sequence = at(SEQUENCE, text)
  if (sequence) {
    const [whole, mark, parameters = '', final = ''] = sequence
    return [named(mark ? undefined : sequenceName(parameters, final)), whole.length]
  }
  const short = at(SHORT_SEQUENCE, text)
  if (short) return [named(sequenceName('', short[1] ?? '')), short[0].length]
  const alt = at(ALT, text)
  if (alt) return [named(altName(alt[1] ?? '')), alt[0].length]
  return [lineEndInText(text) ? { kind: 'text', text: '\n' } : named(controlName(text.charCodeAt(0))), 1]
}

function altName(character: string): string {
  const code = character.codePointAt(0) ?? 0
  return `alt-${(code < 32 || code === 127 ? controlName(code) : undefined) ?? character.toLowerCase()}`
}

function lineEndInText(text: string): boolean {
  return /^(?:\r\n|[\r\n])[^\u0000-\u001f\u007f]/.test(text)
}

function named(name: string | undefined): Key | undefined {
  return name === undefined ? undefined : chord(name)
}

function at(pattern: RegExp, text: string): RegExpExecArray | null {
  pattern.lastIndex = 0
  return pattern.exec(text)
}

/** Where a marker that may be cut in two begins at the end of a text. */
function cutMarker(text: string): number {
  for (let length = Math.min(PASTE_END.length - 1, text.length); length > 0; length--) {
    if (text.endsWith(PASTE_END.slice(0, length))) return text.length - length
  }
  return text.length
}
