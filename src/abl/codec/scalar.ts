import type { Leaf, Value } from '../scan/node.ts'
import { quote, readQuoted } from '../scan/quoted.ts'
import { shown, suggestion } from '../scan/report.ts'
import {
  type Codec,
  keyOf,
  type Printed,
  type ReadContext,
  type ReferenceKind,
  refuse,
  refuseKind,
  spanOf,
} from './codec.ts'

/** A value as text; `place` gives the offset in the source that an index of it comes from. */
export interface PlacedText {
  text: string
  quoted: boolean
  place(index: number): number
}

/** The text of a scalar: quotes resolved, pipe blocks dedented; undefined (reported) for anything else. */
export function readText(value: Value, context: ReadContext, expected = 'a text'): PlacedText | undefined {
  if (value.kind === 'pipe') {
    if (value.text === '') return refuseKind({ kind: 'none', span: value.span, commented: false }, context, expected)
    return { text: value.text, quoted: false, place: () => value.span.start }
  }
  if (value.kind !== 'inline') return refuseKind(value, context, expected)
  const { leaf } = value
  const found = readQuoted(leaf)
  if (found.kind === 'broken') return refuse(context, found.problem)
  if (found.kind === 'quoted')
    return { text: found.text, quoted: true, place: index => found.offsets[index] ?? leaf.end - 1 }
  if (found.kind === 'plain') return plainText(leaf)
  const span = { start: leaf.start + found.close + 1, end: leaf.end }
  const message = `Only a comment may follow the closing quote, not \`${shown(leaf.text.slice(found.close + 1).trim())}\`.`
  return refuse(context, { code: 'ABL1005', span, message, hint: 'escape quotes inside a text: \\"' })
}

export function plainText(leaf: Leaf): PlacedText {
  return { text: leaf.text, quoted: false, place: index => leaf.start + index }
}

/** Any text. Printed in quotes, or as a pipe block when it has several lines. */
export const text: Codec<string> = {
  read: (value, context) => readText(value, context)?.text,
  print: printText,
}

/** A text that names something declared elsewhere. */
export function nameOf(kind: ReferenceKind): Codec<string> {
  return {
    read(value, context) {
      const name = readText(value, context, 'a name')?.text
      if (name !== undefined) context.references.push({ kind, name, span: value.span })
      return name
    },
    print: printWord,
  }
}

/** A number of at least `least`. Quoted or not: the property decides that it is a number. */
export function number({ least = 0, integer = false }: { least?: number; integer?: boolean } = {}): Codec<number> {
  const expected = `${integer ? 'a whole number' : 'a number'} of at least ${least}`
  return {
    read(value, context) {
      const found = readText(value, context, expected)?.text
      if (found === undefined) return undefined
      const parsed = parseNumber(found)
      if (parsed !== undefined && parsed >= least && (!integer || Number.isInteger(parsed))) return parsed
      return refuseText(value, context, { found, expected })
    },
    print: value => printNumber(value),
  }
}

/** `-?digits[.digits]`, else undefined. */
export function parseNumber(text: string): number | undefined {
  const parsed = /^-?\d+(?:\.\d+)?$/.test(text) ? Number(text) : Number.NaN
  return Number.isFinite(parsed) ? parsed : undefined
}

/** A number in digits, never with an exponent. */
export function printNumber(value: number): string {
  const plain = String(value)
  const [, sign = '', whole = '', fraction = '', exponent] = /^(-?)(\d+)(?:\.(\d+))?e([+-]\d+)$/.exec(plain) ?? []
  if (exponent === undefined) return plain
  const digits = whole + fraction
  const point = whole.length + Number(exponent)
  return point > 0 ? sign + digits.padEnd(point, '0') : `${sign}0.${'0'.repeat(-point)}${digits}`
}

export const boolean: Codec<boolean> = {
  read(value, context) {
    const found = readText(value, context, '`true` or `false`')?.text
    if (found === undefined) return undefined
    if (found === 'true' || found === 'false') return found === 'true'
    return refuseText(value, context, { found, expected: '`true` or `false`' })
  },
  print: String,
}

/** One of a few words; `fold` reads them in any case. */
export function word<W extends string>(words: readonly W[], fold?: 'upper'): Codec<W> {
  const expected = `one of ${words.join(', ')}`
  return {
    read(value, context) {
      const found = readText(value, context, expected)?.text
      if (found === undefined) return undefined
      const folded = fold ? found.toUpperCase() : found
      const known = words.find(candidate => candidate === folded)
      return known ?? refuseText(value, context, { found, expected, words })
    },
    print: printWord,
  }
}

function refuseText(
  value: Value,
  context: ReadContext,
  { found, expected, words }: { found: string; expected: string; words?: readonly string[] },
): undefined {
  const message = `\`${keyOf(context)}\` must be ${expected}, not \`${shown(found)}\`.`
  refuse(context, { code: 'ABL2011', span: spanOf(value, context), message, hint: words && suggestion(found, words) })
}

/** A text without quotes where it reads back as the same text. */
export function printWord(value: string): string {
  return /^[A-Za-z0-9_][A-Za-z0-9_./-]*$/.test(value) ? value : quote(value)
}

export function printText(value: string): Printed {
  return fitsPipe(value) ? { style: 'pipe', lines: value.split('\n') } : quote(value)
}

/** Whether a pipe block gives the text back: several lines, nothing to lose at its ends or at the left. */
function fitsPipe(value: string): boolean {
  if (!value.includes('\n') || /[\u0000-\u0008\u000b-\u001f\u007f\u2028\u2029\ufeff]|\p{Surrogate}/u.test(value))
    return false
  const lines = value.split('\n')
  if (lines[0]?.trim() === '' || lines.at(-1)?.trim() === '') return false
  if (lines.some(line => line !== '' && /^[ \t]*$/.test(line))) return false
  return lines.some(line => line !== '' && !/^[ \t]/.test(line)) && !lines.some(line => line.startsWith('\t'))
}
