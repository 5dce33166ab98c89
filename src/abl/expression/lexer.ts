import { readEscape } from '../scan/quoted.ts'
import type { TextProblem } from './ast.ts'

export type TokenKind = 'number' | 'text' | 'name' | 'symbol' | 'end'

export interface Token {
  kind: TokenKind
  /** The name, the symbol, the digits, or the content of a quoted text. */
  text: string
  start: number
  end: number
}

const BLANK = /\s*/y
const NUMBER = /\d+(?:\.\d+)?/y
const NAME = /@?[A-Za-z_]\w*/y
const SYMBOL = /==|!=|>=|<=|\|\||&&|[<>()[\]{}.,:+\-*/%!]/y

/** Thrown inside the parser only; `parseExpression` turns it into a problem. */
export class SyntaxProblem extends Error {
  readonly problem: TextProblem

  constructor(problem: TextProblem) {
    super(problem.message)
    this.problem = problem
  }
}

/** All tokens of an expression; the last one is the end. */
export function tokenize(text: string): Token[] {
  const tokens: Token[] = []
  let at = skip(text, 0)
  while (at < text.length) {
    const token = readToken(text, at)
    tokens.push(token)
    at = skip(text, token.end)
  }
  tokens.push({ kind: 'end', text: 'the end', start: text.length, end: text.length })
  return tokens
}

function skip(text: string, at: number): number {
  BLANK.lastIndex = at
  BLANK.test(text)
  return BLANK.lastIndex
}

function readToken(text: string, at: number): Token {
  const character = text[at]
  if (character === '"' || character === "'") return readText(text, at, character)
  return (
    match({ kind: 'number', pattern: NUMBER }, text, at) ??
    match({ kind: 'name', pattern: NAME }, text, at) ??
    match({ kind: 'symbol', pattern: SYMBOL }, text, at) ??
    fail({
      start: at,
      end: at + 1,
      message: `\`${String.fromCodePoint(text.codePointAt(at) ?? 0)}\` has no meaning here.`,
      ...hintFor(character),
    })
  )
}

function match({ kind, pattern }: { kind: TokenKind; pattern: RegExp }, text: string, at: number): Token | undefined {
  pattern.lastIndex = at
  const found = pattern.exec(text)?.[0]
  return found === undefined ? undefined : { kind, text: found, start: at, end: at + found.length }
}

function readText(text: string, start: number, quote: string): Token {
  let content = ''
  let at = start + 1
  while (at < text.length) {
    if (text[at] === quote && !(quote === "'" && text[at + 1] === quote))
      return { kind: 'text', text: content, start, end: at + 1 }
    if (text[at] === quote) {
      content += quote
      at += 2
      continue
    }
    const found = quote === '"' ? readEscape(text, at) : { text: text[at] ?? '', length: 1 }
    if (!found) {
      const written = text.slice(at, at + 2)
      return fail({
        start: at,
        end: at + written.length,
        message: `\`${written}\` is no escape.`,
        hint: `a backslash itself is written twice: \`\\${written}\``,
      })
    }
    content += found.text
    at += found.length
  }
  return fail({
    start,
    end: start + 1,
    message: `The quote \`${quote}\` is never closed.`,
    hint: `end the text with ${quote}`,
  })
}

function hintFor(character: string | undefined): { hint?: string } {
  if (character === '=') return { hint: 'compare with `==`' }
  if (character === '&') return { hint: 'write AND' }
  if (character === '|') return { hint: 'write OR' }
  return {}
}

export function fail(problem: TextProblem): never {
  throw new SyntaxProblem(problem)
}
