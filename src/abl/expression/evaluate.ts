import { isRecord } from '../../core/json.ts'
import type { ArithmeticOperator, CompareOperator, Expression, MethodName, Step } from './ast.ts'
import { callFunction } from './functions/index.ts'
import { readName } from './names.ts'
import { EvaluationProblem } from './problem.ts'
import { type Run, spend } from './run.ts'
import { finite, isEqual, isNothing, isTruthy, order, readMember, readNumber } from './values.ts'

/** The value of an expression. Throws `EvaluationProblem`; changes nothing but the run's own account. */
export function evaluateIn(run: Run, expression: Expression): unknown {
  spend(run)
  switch (expression.kind) {
    case 'literal':
      return expression.value
    case 'list':
      return expression.items.map(item => evaluateIn(run, item))
    case 'object':
      return Object.fromEntries(expression.entries.map(entry => [entry.name, evaluateIn(run, entry.value)]))
    case 'name':
      return readName(run, expression.name, [])
    case 'access':
      return readAccess(run, expression.target, expression.steps)
    case 'call':
      return callFunction(
        expression.name,
        expression.arguments.map(argument => evaluateIn(run, argument)),
        run,
      )
    case 'not':
      return !isTruthy(evaluateIn(run, expression.operand))
    case 'negate':
      return -numberOf(evaluateIn(run, expression.operand), '-')
    case 'and':
      return expression.operands.every(operand => isTruthy(evaluateIn(run, operand)))
    case 'or':
      return expression.operands.some(operand => isTruthy(evaluateIn(run, operand)))
    case 'arithmetic':
      return calculate(run, expression)
    case 'compare':
      return compare(run, expression.operator, [evaluateIn(run, expression.left), evaluateIn(run, expression.right)])
    case 'in':
      return expression.negated !== includes(run, evaluateIn(run, expression.right), evaluateIn(run, expression.left))
    case 'isSet':
      return expression.negated === isNothing(evaluateIn(run, expression.operand))
    case 'isNumber':
      return readNumber(evaluateIn(run, expression.operand)) !== undefined
  }
}

function readAccess(run: Run, target: Expression, steps: readonly Step[]): unknown {
  const members = leadingMembers(steps)
  const isName = target.kind === 'name'
  let value = isName ? readName(run, target.name, members) : evaluateIn(run, target)
  for (const step of isName ? steps.slice(members.length) : steps) {
    spend(run)
    if (step.kind === 'method') value = compare(run, step.name, [value, evaluateIn(run, step.argument)])
    else value = readMember(value, step.kind === 'member' ? step.name : evaluateIn(run, step.index))
  }
  return value
}

function leadingMembers(steps: readonly Step[]): string[] {
  const names: string[] = []
  for (const step of steps) {
    if (step.kind !== 'member') break
    names.push(step.name)
  }
  return names
}

function calculate(run: Run, { first, rest }: Extract<Expression, { kind: 'arithmetic' }>): unknown {
  let value = evaluateIn(run, first)
  for (const { operator, operand } of rest) {
    const right = evaluateIn(run, operand)
    value = apply(operator, numberOf(value, operator), numberOf(right, operator))
  }
  return value
}

function apply(operator: ArithmeticOperator, left: number, right: number): number | null {
  switch (operator) {
    case '+':
      return finite(left + right)
    case '-':
      return finite(left - right)
    case '*':
      return finite(left * right)
    case '/':
      return right === 0 ? null : finite(left / right)
    case '%':
      return right === 0 ? null : finite(left % right)
  }
}

function numberOf(value: unknown, operator: string): number {
  if (typeof value === 'number') return finite(value)
  const what = isNothing(value)
    ? 'nothing'
    : Array.isArray(value)
      ? 'a list'
      : typeof value === 'string'
        ? 'a text'
        : `a ${typeof value}`
  throw new EvaluationProblem(
    `\`${operator}\` needs numbers, not ${what}.${typeof value === 'string' ? ' Use TO_NUMBER.' : ''}`,
  )
}

function compare(run: Run, operator: CompareOperator | MethodName, [left, right]: [unknown, unknown]): boolean {
  switch (operator) {
    case '==':
      return isEqual(left, right, run)
    case '!=':
      return !isEqual(left, right, run)
    case '<':
      return order(left, right) < 0
    case '<=':
      return order(left, right) <= 0
    case '>':
      return order(left, right) > 0
    case '>=':
      return order(left, right) >= 0
    case 'contains':
      return includes(run, left, right)
    case 'matches':
      return matches(run, left, right)
    case 'startsWith':
      return typeof left === 'string' && typeof right === 'string' && left.startsWith(right)
    case 'endsWith':
      return typeof left === 'string' && typeof right === 'string' && left.endsWith(right)
  }
}

/** Whether a list holds a value, a text another text, an object a field of that name. */
function includes(run: Run, whole: unknown, part: unknown): boolean {
  if (Array.isArray(whole)) return whole.some(item => isEqual(item, part, run))
  if (typeof whole === 'string')
    return typeof part === 'string' || typeof part === 'number' ? whole.includes(String(part)) : false
  return isRecord(whole) && typeof part === 'string' && Object.hasOwn(whole, part)
}

function matches(run: Run, text: unknown, pattern: unknown): boolean {
  if (typeof pattern !== 'string') throw new EvaluationProblem('`matches` needs a pattern in quotes.')
  if (!run.matcher) throw new EvaluationProblem('`matches` needs an expression made by compileExpression.')
  spend(run, 256)
  return typeof text === 'string' && run.matcher(pattern, text)
}
