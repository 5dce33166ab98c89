import type { Expression, TextProblem } from '../expression/ast.ts'
import { fail, SyntaxProblem } from '../expression/lexer.ts'
import { parseExpression } from '../expression/parse.ts'
import type { TemplatePart } from './ast.ts'

export interface ParsedTemplate {
  /** Undefined when `problems` holds an error. */
  parts: TemplatePart[] | undefined
  /** Every expression in it, with the offset of its text. */
  expressions: { expression: Expression; at: number }[]
  problems: TextProblem[]
}

/** Blocks inside blocks, at most. */
const DEEPEST_TEMPLATE = 16

interface Tag {
  /** What stands between the braces, trimmed, and where. */
  text: string
  at: number
  start: number
  end: number
}

interface Parser {
  text: string
  at: number
  depth: number
  found: ParsedTemplate
}

/** Reads a template (docs/abl.md, "Templates"). Never throws: what is wrong comes back as problems. */
export function parseTemplate(text: string): ParsedTemplate {
  const found: ParsedTemplate = { parts: undefined, expressions: [], problems: [] }
  try {
    const parser: Parser = { text, at: 0, depth: 0, found }
    const { parts, end } = parseParts(parser)
    if (end) fail({ start: end.start, end: end.end, message: `\`{{${end.text}}}\` closes or divides nothing.` })
    if (found.problems.every(problem => problem.severity === 'warning')) found.parts = parts
  } catch (error) {
    if (!(error instanceof SyntaxProblem)) throw error
    found.problems.push(error.problem)
  }
  return found
}

/** Parts up to a tag that ends or divides a block, or to the end of the text. */
function parseParts(parser: Parser): { parts: TemplatePart[]; end?: Tag } {
  const parts: TemplatePart[] = []
  while (parser.at < parser.text.length) {
    const open = parser.text.indexOf('{{', parser.at)
    const until = open < 0 ? parser.text.length : open
    if (until > parser.at) parts.push({ kind: 'text', text: parser.text.slice(parser.at, until) })
    parser.at = until
    if (open < 0) break
    const tag = readTag(parser)
    if (tag.text.startsWith('/') || /^else\b/.test(tag.text)) return { parts, end: tag }
    parts.push(
      tag.text.startsWith('#')
        ? parseBlock(parser, tag)
        : { kind: 'hole', expression: expressionIn(parser, tag.text, tag.at) },
    )
  }
  return { parts }
}

function readTag(parser: Parser): Tag {
  const start = parser.at
  const close = closeOf(parser.text, start + 2)
  if (close < 0)
    return fail({ start, end: start + 2, message: 'The braces `{{` are never closed.', hint: 'close them with `}}`' })
  parser.at = close + 2
  const inner = parser.text.slice(start + 2, close)
  const text = inner.trim()
  return { text, at: start + 2 + inner.indexOf(text), start, end: close + 2 }
}

/** The offset of the next `}}` outside quotes. */
function closeOf(text: string, from: number): number {
  let quote = ''
  for (let at = from; at < text.length; at++) {
    const character = text[at] ?? ''
    if (quote === '"' && character === '\\') at++
    else if (quote !== '') quote = character === quote ? '' : quote
    else if (character === '"' || character === "'") quote = character
    else if (character === '}' && text[at + 1] === '}') return at
    else if (character === '{' && text[at + 1] === '{') return -1
  }
  return -1
}

function parseBlock(parser: Parser, tag: Tag): TemplatePart {
  const [, word = '', rest = ''] = /^#(\w*)\s*([\s\S]*)$/.exec(tag.text) ?? []
  if (++parser.depth > DEEPEST_TEMPLATE)
    fail({ ...placeOf(tag), message: `Blocks are nested at most ${DEEPEST_TEMPLATE} deep.` })
  const expression = expressionIn(parser, rest, tag.at + tag.text.length - rest.length)
  const block = chooseBlock(parser, { tag, word, expression })
  parser.depth--
  return block
}

function chooseBlock(
  parser: Parser,
  { tag, word, expression }: { tag: Tag; word: string; expression: Expression },
): TemplatePart {
  if (word === 'each') return parseEach(parser, tag, expression)
  if (word === 'if') return { kind: 'if', branches: parseBranches(parser, { tag, word, when: expression }) }
  if (word === 'unless')
    return { kind: 'if', branches: parseBranches(parser, { tag, word, when: { kind: 'not', operand: expression } }) }
  return fail({
    ...placeOf(tag),
    message: `There is no block \`{{#${word}}}\`.`,
    hint: 'blocks: {{#if}}, {{#unless}}, {{#each}}',
  })
}

function parseBranches(
  parser: Parser,
  { tag, word, when }: { tag: Tag; word: string; when: Expression },
): { when?: Expression; parts: TemplatePart[] }[] {
  const branches: { when?: Expression; parts: TemplatePart[] }[] = []
  let condition: Expression | undefined = when
  for (;;) {
    const { parts, end } = parseParts(parser)
    branches.push(condition ? { when: condition, parts } : { parts })
    if (!end)
      return fail({ ...placeOf(tag), message: `\`{{#${word}}}\` is never closed.`, hint: `close it with {{/${word}}}` })
    if (end.text === `/${word}`) return branches
    if (!end.text.startsWith('else') || !condition)
      return fail({ ...placeOf(end), message: `\`{{${end.text}}}\` does not fit \`{{#${word}}}\`.` })
    condition = elseCondition(parser, end)
  }
}

function elseCondition(parser: Parser, tag: Tag): Expression | undefined {
  const rest = tag.text.slice('else'.length).trim()
  if (rest === '') return undefined
  const condition = /^if\b\s*([\s\S]*)$/.exec(rest)?.[1]
  if (condition === undefined)
    return fail({
      ...placeOf(tag),
      message: `\`{{${tag.text}}}\` is not understood.`,
      hint: 'write {{else}} or {{else if …}}',
    })
  return expressionIn(parser, condition, tag.at + tag.text.length - condition.length)
}

function parseEach(parser: Parser, tag: Tag, items: Expression): TemplatePart {
  const body = parseParts(parser)
  const otherwise = body.end?.text === 'else' ? parseParts(parser) : undefined
  const end = otherwise ? otherwise.end : body.end
  if (!end) return fail({ ...placeOf(tag), message: '`{{#each}}` is never closed.', hint: 'close it with {{/each}}' })
  if (end.text !== '/each') return fail({ ...placeOf(end), message: `\`{{${end.text}}}\` does not fit \`{{#each}}\`.` })
  return { kind: 'each', items, parts: body.parts, otherwise: otherwise?.parts ?? [] }
}

function expressionIn(parser: Parser, text: string, at: number): Expression {
  const { expression, problems } = parseExpression(text, { inTemplate: true })
  const moved = problems.map(problem => ({ ...problem, start: problem.start + at, end: problem.end + at }))
  parser.found.problems.push(...moved)
  if (!expression) return { kind: 'literal', value: undefined }
  parser.found.expressions.push({ expression, at })
  return expression
}

function placeOf(tag: Tag): { start: number; end: number } {
  return { start: tag.start, end: tag.end }
}
