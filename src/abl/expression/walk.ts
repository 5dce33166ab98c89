import { type Expression, ROOTS, type Step } from './ast.ts'

/** A name that an expression reads, with the written members that follow it. */
export interface NameUse {
  root: string
  path: readonly string[]
  at: number
}

/** Every name that an expression reads. */
export function namesIn(expression: Expression): NameUse[] {
  const uses: NameUse[] = []
  visit(expression, (inner, steps) => {
    if (inner.kind === 'name') uses.push({ root: inner.name, path: writtenMembers(steps), at: inner.at })
  })
  return uses
}

/** The parameters among some names: bare ones and members of `input`. Session variables cannot be told from bare ones. */
export function parametersRead(names: readonly NameUse[]): string[] {
  return names.flatMap(({ root, path }) => (root === 'input' ? path.slice(0, 1) : ROOTS.includes(root) ? [] : [root]))
}

/** The patterns after `matches`: their texts where they are written out, undefined where they are computed. */
export function patternsIn(expression: Expression): (string | undefined)[] {
  const patterns: (string | undefined)[] = []
  visit(expression, inner => {
    if (inner.kind === 'compare' && inner.operator === 'matches') patterns.push(writtenText(inner.right))
    if (inner.kind !== 'access') return
    for (const step of inner.steps)
      if (step.kind === 'method' && step.name === 'matches') patterns.push(writtenText(step.argument))
  })
  return patterns
}

function visit(
  expression: Expression,
  see: (inner: Expression, steps: readonly Step[]) => void,
  steps: readonly Step[] = [],
): void {
  see(expression, steps)
  for (const child of childrenOf(expression))
    visit(child, see, expression.kind === 'access' && child === expression.target ? expression.steps : [])
}

function childrenOf(expression: Expression): Expression[] {
  switch (expression.kind) {
    case 'list':
      return expression.items
    case 'object':
      return expression.entries.map(entry => entry.value)
    case 'access':
      return [expression.target, ...expression.steps.flatMap(stepChildren)]
    case 'call':
      return expression.arguments
    case 'not':
    case 'negate':
    case 'isSet':
    case 'isNumber':
      return [expression.operand]
    case 'and':
    case 'or':
      return expression.operands
    case 'arithmetic':
      return [expression.first, ...expression.rest.map(part => part.operand)]
    case 'compare':
    case 'in':
      return [expression.left, expression.right]
    default:
      return []
  }
}

function stepChildren(step: Step): Expression[] {
  if (step.kind === 'index') return [step.index]
  return step.kind === 'method' ? [step.argument] : []
}

function writtenMembers(steps: readonly Step[]): string[] {
  const names: string[] = []
  for (const step of steps) {
    if (step.kind !== 'member') break
    names.push(step.name)
  }
  return names
}

function writtenText(expression: Expression): string | undefined {
  return expression.kind === 'literal' && typeof expression.value === 'string' ? expression.value : undefined
}
