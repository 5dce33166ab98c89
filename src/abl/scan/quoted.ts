import type { Leaf } from './node.ts'
import { closingQuote } from './quotes.ts'
import type { Problem } from './report.ts'

/** How a leaf stands in the file. `offsets[i]` is where character i of the text comes from, when escapes moved it. */
export type Quoted =
  | { kind: 'plain' }
  | { kind: 'quoted'; text: string; offsets: readonly number[] }
  /** Begins with a quoted run, then goes on: an expression, or a mistake. */
  | { kind: 'mixed'; close: number }
  | { kind: 'broken'; problem: Problem }

const ESCAPES: Readonly<Record<string, string>> = { '"': '"', '\\': '\\', '/': '/', n: '\n', r: '\r', t: '\t' }

export function readQuoted(leaf: Leaf): Quoted {
  const { text } = leaf
  const quote = text[0]
  if (quote !== '"' && quote !== "'") return { kind: 'plain' }
  const close = closingQuote(text, 0, text.length)
  if (close < 0) {
    const span = { start: leaf.start, end: leaf.start + 1 }
    const problem: Problem = {
      code: 'ABL1003',
      span,
      message: `The quote \`${quote}\` is never closed.`,
      hint: `end the text with ${quote}`,
    }
    return { kind: 'broken', problem }
  }
  if (close < text.length - 1) return { kind: 'mixed', close }
  return quote === '"' ? resolveEscapes(leaf) : unquoteSingle(leaf)
}

function resolveEscapes(leaf: Leaf): Quoted {
  let text = ''
  const offsets: number[] = []
  for (let at = 1; at < leaf.text.length - 1; ) {
    const found = readEscape(leaf.text, at)
    if (!found) return { kind: 'broken', problem: unknownEscape(leaf, at) }
    text += found.text
    offsets.push(leaf.start + at)
    at += found.length
  }
  return { kind: 'quoted', text, offsets }
}

/** One character of a double-quoted text, escapes resolved; undefined for an escape that means nothing. */
export function readEscape(text: string, at: number): { text: string; length: number } | undefined {
  const character = text[at] ?? ''
  if (character !== '\\') return { text: character, length: 1 }
  const next = text[at + 1] ?? ''
  const hex = next === 'u' ? /^[0-9a-fA-F]{4}/.exec(text.slice(at + 2, at + 6))?.[0] : undefined
  if (hex) return { text: String.fromCharCode(Number.parseInt(hex, 16)), length: 6 }
  const plain = Object.hasOwn(ESCAPES, next) ? ESCAPES[next] : undefined
  return plain === undefined ? undefined : { text: plain, length: 2 }
}

function unknownEscape(leaf: Leaf, at: number): Problem {
  const written = leaf.text.slice(at, at + 2)
  return {
    code: 'ABL1012',
    span: { start: leaf.start + at, end: leaf.start + at + written.length },
    message: `\`${written}\` is no escape.`,
    hint: `a backslash itself is written twice: \`\\${written}\``,
  }
}

function unquoteSingle(leaf: Leaf): Quoted {
  let text = ''
  const offsets: number[] = []
  for (let at = 1; at < leaf.text.length - 1; at++) {
    text += leaf.text[at]
    offsets.push(leaf.start + at)
    if (leaf.text[at] === "'") at++
  }
  return { kind: 'quoted', text, offsets }
}

/** A text in double quotes, as `readQuoted` reads it back. */
export function quote(text: string): string {
  return `"${text.replace(/[\ud800-\udbff][\udc00-\udfff]|["\\\u0000-\u001f\u007f\u2028\u2029\ufeff\ud800-\udfff]/g, escapeOf)}"`
}

function escapeOf(character: string): string {
  if (character.length === 2) return character
  if (character === '\n') return '\\n'
  if (character === '\r') return '\\r'
  if (character === '\t') return '\\t'
  if (character === '"' || character === '\\') return `\\${character}`
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
}
