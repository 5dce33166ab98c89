import { isRecord, type Json } from '../../core/json.ts'
import { printKey } from '../codec/collection.ts'
import { printNumber } from '../codec/scalar.ts'
import { quote, readQuoted } from '../scan/quoted.ts'
import { closingQuote } from '../scan/quotes.ts'
import { type Cursor, LeafProblem, nested, sees, stop, takes, takesMatch, upNext } from './cursor.ts'

/** A value as a file writes it. `bare` is text without quotes. */
export interface Literal {
  value: Json
  bare: boolean
}

const NUMBER = /-?\d+(?:\.\d+)?(?![\w.-])/y
const BARE = /[^,()[\]{}\s][^,()[\]{}]*/y
const WORDS: Readonly<Record<string, Json>> = { true: true, false: false, null: null }

/** A text in quotes, a number, true, false, null, a list, a map, or bare text up to the next comma or bracket. */
export function readLiteral(cursor: Cursor): Literal {
  const text = readQuotedLiteral(cursor)
  if (text !== undefined) return { value: text, bare: false }
  if (takes(cursor, '[')) return { value: nested(cursor, () => readListLiteral(cursor)), bare: false }
  if (takes(cursor, '{')) return { value: nested(cursor, () => readMapLiteral(cursor)), bare: false }
  const number = takesMatch(cursor, NUMBER)
  if (number !== undefined) return { value: Number(number), bare: false }
  const bare = takesMatch(cursor, BARE)?.trim()
  if (bare === undefined) stop(cursor, { code: 'ABL2005', message: `Expected a value, found ${upNext(cursor)}.` })
  const word = Object.hasOwn(WORDS, bare) ? WORDS[bare] : undefined
  return word === undefined ? { value: bare, bare: true } : { value: word, bare: false }
}

/** A text in quotes, if one comes next. */
export function readQuotedLiteral(cursor: Cursor): string | undefined {
  const opening = takesMatch(cursor, /["']/y)
  if (opening === undefined) return undefined
  const start = cursor.at - 1
  const { leaf } = cursor
  const close = closingQuote(leaf.text, start, leaf.text.length)
  const end = close < 0 ? leaf.text.length : close + 1
  const quoted = readQuoted({ text: leaf.text.slice(start, end), start: leaf.start + start, end: leaf.start + end })
  if (quoted.kind === 'broken') throw new LeafProblem(quoted.problem)
  cursor.at = end
  return quoted.kind === 'quoted' ? quoted.text : ''
}

function readListLiteral(cursor: Cursor): Json[] {
  const values: Json[] = []
  while (!takes(cursor, ']')) {
    values.push(readLiteral(cursor).value)
    expectNext(cursor, ']')
  }
  return values
}

function readMapLiteral(cursor: Cursor): Json {
  const entries: [string, Json][] = []
  while (!takes(cursor, '}')) {
    const name = readQuotedLiteral(cursor) ?? takesMatch(cursor, /[A-Za-z_][\w-]*/y)
    if (name === undefined || !takes(cursor, ':')) {
      return stop(cursor, { code: 'ABL2005', message: `Expected \`name: value\`, found ${upNext(cursor)}.` })
    }
    entries.push([name, readLiteral(cursor).value])
    expectNext(cursor, '}')
  }
  return Object.fromEntries(entries)
}

/** A comma, or the closing bracket that comes next. */
function expectNext(cursor: Cursor, close: string): void {
  if (takes(cursor, ',') || sees(cursor, close)) return
  stop(cursor, { code: 'ABL2005', message: `Expected \`,\` or \`${close}\`, found ${upNext(cursor)}.` })
}

/** A value as `readLiteral` reads it back. */
export function printLiteral(value: Json): string {
  if (typeof value === 'string') return quote(value)
  if (typeof value === 'number') return printNumber(value)
  if (Array.isArray(value)) return `[${value.map(printLiteral).join(', ')}]`
  if (!isRecord(value)) return String(value)
  const entries = Object.entries(value as Record<string, Json>)
  return `{${entries.map(([name, inner]) => `${printKey(name)}: ${printLiteral(inner)}`).join(', ')}}`
}
