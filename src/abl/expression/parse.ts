import {
  type ArithmeticOperator,
  type CompareOperator,
  type Expression,
  FORBIDDEN_NAMES,
  METHODS,
  type MethodName,
  type Step,
  type TextProblem,
} from './ast.ts'
import { checkCall } from './functions/index.ts'
import { fail, SyntaxProblem, type Token, tokenize } from './lexer.ts'
import {
  expect,
  isWord,
  LONGEST_EXPRESSION,
  nested,
  type Parser,
  peek,
  placeOf,
  take,
  takeAny,
  unexpected,
} from './parser.ts'

export interface ParsedExpression {
  /** Undefined when `problems` holds an error. */
  expression: Expression | undefined
  problems: TextProblem[]
}

const CONSTANTS: Readonly<Record<string, boolean | null | undefined>> = {
  true: true,
  false: false,
  null: null,
  undefined: undefined,
}
const COMPARISONS: readonly string[] = ['==', '!=', '>=', '<=', '>', '<', ...METHODS]
/** Words that cannot be used as a name. */
const RESERVED = ['AND', 'OR', 'NOT', 'IN', 'in', 'IS', 'SET']

/** Reads an expression (docs/abl.md, "Expressions"). Never throws: what is wrong comes back as problems. */
export function parseExpression(text: string, { inTemplate = false } = {}): ParsedExpression {
  const problems: TextProblem[] = []
  try {
    if (text.length > LONGEST_EXPRESSION) {
      fail({ start: 0, end: 1, message: `An expression has at most ${LONGEST_EXPRESSION} characters.` })
    }
    const parser: Parser = { tokens: tokenize(text), at: 0, depth: 0, problems, inTemplate }
    const expression = parseOr(parser)
    if (peek(parser).kind !== 'end') unexpected(parser)
    const failed = problems.some(problem => problem.severity !== 'warning')
    return { expression: failed ? undefined : expression, problems }
  } catch (error) {
    if (!(error instanceof SyntaxProblem)) throw error
    return { expression: undefined, problems: [...problems, error.problem] }
  }
}

function parseOr(parser: Parser): Expression {
  return parseOperands(parser, 'or', { words: ['OR', '||'], next: parseAnd })
}

function parseAnd(parser: Parser): Expression {
  return parseOperands(parser, 'and', { words: ['AND', '&&'], next: parseComparison })
}

function parseOperands(
  parser: Parser,
  kind: 'and' | 'or',
  { words, next }: { words: string[]; next: (parser: Parser) => Expression },
): Expression {
  const first = next(parser)
  const operands = [first]
  while (takeAny(parser, words)) operands.push(next(parser))
  return operands.length === 1 ? first : { kind, operands }
}

function parseComparison(parser: Parser): Expression {
  const start = peek(parser)
  const left = parseSum(parser)
  const operator = peek(parser)
  const compared = parseComparedTo(parser, left)
  if (compared === left) return left
  if (start.kind === 'name' && start.text === 'NOT') warnAboutNot(parser, start, operator)
  const token = peek(parser)
  if (isWord(token, [...COMPARISONS, 'IN', 'in', 'IS'])) {
    fail({
      ...placeOf(token),
      message: `A comparison cannot be compared again with \`${token.text}\`.`,
      hint: 'join the two with AND',
    })
  }
  return compared
}

function parseComparedTo(parser: Parser, left: Expression): Expression {
  const operator = takeAny(parser, COMPARISONS)
  if (operator) return { kind: 'compare', operator: operator as CompareOperator, left, right: parseSum(parser) }
  if (takeAny(parser, ['IN', 'in'])) return { kind: 'in', negated: false, left, right: parseSum(parser) }
  if (isWord(peek(parser), ['NOT']) && isWord(peek(parser, 1), ['IN', 'in'])) {
    parser.at += 2
    return { kind: 'in', negated: true, left, right: parseSum(parser) }
  }
  if (takeAny(parser, ['IS'])) {
    const negated = takeAny(parser, ['NOT']) !== undefined
    expect(parser, 'SET')
    return { kind: 'isSet', negated, operand: left }
  }
  if (takeAny(parser, ['is_number'])) return { kind: 'isNumber', operand: left }
  return left
}

function parseSum(parser: Parser): Expression {
  return parseChain(parser, ['+', '-'], parseProduct)
}

function parseProduct(parser: Parser): Expression {
  return parseChain(parser, ['*', '/', '%'], parseUnary)
}

function parseChain(parser: Parser, operators: string[], next: (parser: Parser) => Expression): Expression {
  const first = next(parser)
  const rest: { operator: ArithmeticOperator; operand: Expression }[] = []
  for (let operator = takeAny(parser, operators); operator; operator = takeAny(parser, operators)) {
    rest.push({ operator: operator as ArithmeticOperator, operand: next(parser) })
  }
  return rest.length === 0 ? first : { kind: 'arithmetic', first, rest }
}

function parseUnary(parser: Parser): Expression {
  const operator = takeAny(parser, ['NOT', '!', '-'])
  if (!operator) return parsePostfix(parser)
  return nested(parser, () => ({ kind: operator === '-' ? 'negate' : 'not', operand: parseUnary(parser) }))
}

function parsePostfix(parser: Parser): Expression {
  const target = parsePrimary(parser)
  const steps: Step[] = []
  for (;;) {
    if (takeAny(parser, ['.'])) steps.push(parseMember(parser))
    else if (takeAny(parser, ['['])) steps.push(parseIndex(parser))
    else break
  }
  checkConfig(parser, target, steps)
  return steps.length === 0 ? target : { kind: 'access', target, steps }
}

function parseIndex(parser: Parser): Step {
  const index = nested(parser, () => parseOr(parser))
  expect(parser, ']')
  return { kind: 'index', index }
}

function parseMember(parser: Parser): Step {
  const token = peek(parser)
  if (token.kind !== 'name') unexpected(parser)
  if (FORBIDDEN_NAMES.includes(token.text))
    fail({ ...placeOf(token), message: `The name \`${token.text}\` is not allowed.` })
  parser.at++
  if (!takeAny(parser, ['('])) return { kind: 'member', name: token.text }
  const name = METHODS.find(method => method === token.text)
  if (!name)
    fail({
      ...placeOf(token),
      message: `There is no method \`${token.text}\`.`,
      hint: `methods: ${METHODS.join(', ')}`,
    })
  const argument = nested(parser, () => parseOr(parser))
  expect(parser, ')')
  return { kind: 'method', name: name as MethodName, argument }
}

function parsePrimary(parser: Parser): Expression {
  const token = peek(parser)
  if (token.kind === 'number') return take(parser, { kind: 'literal', value: Number(token.text) })
  if (token.kind === 'text') return take(parser, { kind: 'literal', value: token.text })
  if (token.kind === 'name') return parseName(parser, token)
  if (takeAny(parser, ['['])) return { kind: 'list', items: parseItems(parser, ']') }
  if (takeAny(parser, ['{'])) return nested(parser, () => parseObject(parser))
  if (!takeAny(parser, ['('])) unexpected(parser)
  const inner = nested(parser, () => parseOr(parser))
  expect(parser, ')')
  return inner
}

function parseName(parser: Parser, token: Token): Expression {
  if (Object.hasOwn(CONSTANTS, token.text)) return take(parser, { kind: 'literal', value: CONSTANTS[token.text] })
  if (RESERVED.includes(token.text) || (token.text.startsWith('@') && !parser.inTemplate)) unexpected(parser)
  if (FORBIDDEN_NAMES.includes(token.text))
    fail({ ...placeOf(token), message: `The name \`${token.text}\` is not allowed.` })
  parser.at++
  if (!takeAny(parser, ['('])) return { kind: 'name', name: token.text, at: token.start }
  const call = { name: token.text, arguments: parseItems(parser, ')') }
  const problem = checkCall(call.name, call.arguments.length)
  if (problem) parser.problems.push({ ...placeOf(token), ...problem })
  return { kind: 'call', ...call }
}

function parseItems(parser: Parser, close: string): Expression[] {
  return nested(parser, () => {
    const items: Expression[] = []
    while (!takeAny(parser, [close])) {
      items.push(parseOr(parser))
      if (!takeAny(parser, [','])) {
        expect(parser, close)
        break
      }
    }
    return items
  })
}

function parseObject(parser: Parser): Expression {
  const entries: { name: string; value: Expression }[] = []
  while (!takeAny(parser, ['}'])) {
    const token = peek(parser)
    if (token.kind !== 'name' && token.kind !== 'text') unexpected(parser)
    if (FORBIDDEN_NAMES.includes(token.text))
      fail({ ...placeOf(token), message: `The name \`${token.text}\` is not allowed.` })
    parser.at++
    expect(parser, ':')
    entries.push({ name: token.text, value: parseOr(parser) })
    if (!takeAny(parser, [','])) {
      expect(parser, '}')
      break
    }
  }
  return { kind: 'object', entries }
}

/** `config` is read by a written name only: so every variable that a file may read is known beforehand. */
function checkConfig(parser: Parser, target: Expression, steps: readonly Step[]): void {
  if (target.kind !== 'name' || target.name !== 'config' || steps[0]?.kind === 'member') return
  const place = { start: target.at, end: target.at + target.name.length }
  parser.problems.push({
    ...place,
    message: '`config` must be followed by the name of one variable.',
    hint: 'write `config.NAME`',
  })
}

function warnAboutNot(parser: Parser, not: Token, operator: Token): void {
  parser.problems.push({
    ...placeOf(not),
    severity: 'warning',
    message: `NOT binds more tightly than \`${operator.text}\`: it is applied to the left side alone.`,
    hint: 'put brackets around what NOT is about',
  })
}
