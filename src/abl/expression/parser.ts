import type { Expression, TextProblem } from './ast.ts'
import { fail, type Token } from './lexer.ts'

/** Brackets, calls and signs inside one another, at most. */
const DEEPEST_EXPRESSION = 32
/** Characters of an expression, at most. */
export const LONGEST_EXPRESSION = 10_000

/** The tokens of an expression, and how far they have been read. */
export interface Parser {
  tokens: readonly Token[]
  at: number
  depth: number
  problems: TextProblem[]
  /** `@index` and its like stand only in templates. */
  inTemplate: boolean
}

/** Reads one level deeper; the level that is too deep is a problem. */
export function nested<T>(parser: Parser, read: () => T): T {
  if (++parser.depth > DEEPEST_EXPRESSION) {
    fail({ ...placeOf(peek(parser)), message: `An expression is nested at most ${DEEPEST_EXPRESSION} deep.` })
  }
  const result = read()
  parser.depth--
  return result
}

/** The next token, or one further on, without consuming it. */
export function peek(parser: Parser, ahead = 0): Token {
  return parser.tokens[Math.min(parser.at + ahead, parser.tokens.length - 1)] as Token
}

/** Consumes the next token and gives what it stands for. */
export function take(parser: Parser, expression: Expression): Expression {
  parser.at++
  return expression
}

/** Consumes the next token if it is one of some words or symbols. */
export function takeAny(parser: Parser, words: readonly string[]): string | undefined {
  const token = peek(parser)
  if (!isWord(token, words)) return undefined
  parser.at++
  return token.text
}

/** Consumes a word or symbol that must come next. */
export function expect(parser: Parser, word: string): void {
  if (takeAny(parser, [word]) === undefined) unexpected(parser, `expected \`${word}\``)
}

export function isWord(token: Token, words: readonly string[]): boolean {
  return (token.kind === 'symbol' || token.kind === 'name') && words.includes(token.text)
}

/** Ends the parsing at the next token. */
export function unexpected(parser: Parser, hint?: string): never {
  const token = peek(parser)
  const what = token.kind === 'end' ? 'The expression ends too early.' : `\`${token.text}\` is not expected here.`
  return fail({ ...placeOf(token), message: what, ...(hint ? { hint } : lowerCaseHint(parser)) })
}

/** For `and`, `or`, `not` in lower case: they read as names, so the word after them is the one that surprises. */
function lowerCaseHint(parser: Parser): { hint?: string } {
  const words = [parser.tokens[parser.at - 1]?.text, peek(parser).text]
  const lower = words.find(word => word !== undefined && /^(?:and|or|not|is)$/.test(word))
  return lower ? { hint: `write ${lower.toUpperCase()}` } : {}
}

export function placeOf(token: Token): { start: number; end: number } {
  return { start: token.start, end: token.end }
}
