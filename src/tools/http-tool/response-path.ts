import type { Expression } from '../../abl/expression/ast.ts'
import { evaluateIn } from '../../abl/expression/evaluate.ts'
import { parseExpression } from '../../abl/expression/parse.ts'
import { contained, startRun } from '../../abl/expression/run.ts'

/** Whether a text is a path into a result: `data.items[0].name`, `[0]`, `data["x-y"]` (docs/abl.md, "Expressions"). */
export function isResponsePath(path: string): boolean {
  return parsePath(path) !== undefined
}

/** What stands at a path; undefined where it leads nowhere, and for a text that is no path. */
export function valueAt(value: unknown, path: string): unknown {
  const expression = parsePath(path)
  if (!expression) return undefined
  const found = contained(() => evaluateIn(startRun({ result: value }, undefined), expression))
  return found.ok ? found.value : undefined
}

function parsePath(path: string): Expression | undefined {
  const { expression } = parseExpression(`result${path.startsWith('[') ? '' : '.'}${path}`)
  return expression && isPath(expression) ? expression : undefined
}

function isPath(expression: Expression): boolean {
  if (expression.kind !== 'access' || expression.target.kind !== 'name') return false
  return expression.steps.every(
    step => step.kind === 'member' || (step.kind === 'index' && step.index.kind === 'literal'),
  )
}
