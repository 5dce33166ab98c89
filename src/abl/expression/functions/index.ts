import { getOwn } from '../../../core/json.ts'
import { suggestion } from '../../scan/report.ts'
import { EvaluationProblem } from '../problem.ts'
import type { Run } from '../run.ts'
import { context } from './context.ts'
import { format } from './format.ts'
import type { Family, FunctionDefinition } from './function.ts'
import { kind } from './kind.ts'
import { list } from './list.ts'
import { math } from './math.ts'
import { object } from './object.ts'
import { text } from './text.ts'

const FUNCTIONS: Family = { ...math, ...text, ...format, ...kind, ...list, ...object, ...context }

export const FUNCTION_NAMES: readonly string[] = Object.keys(FUNCTIONS)

/** What is wrong with a call as it is written, before anything is evaluated. */
export function checkCall(name: string, count: number): { message: string; hint?: string } | undefined {
  const definition = getOwn(FUNCTIONS, name)
  if (!definition) {
    const hint = suggestion(name, FUNCTION_NAMES)
    return { message: `There is no function \`${name}\`.`, ...(hint ? { hint } : {}) }
  }
  const { least, most = least } = definition
  if (count >= least && count <= most) return undefined
  return { message: `\`${name}\` takes ${arity(definition)}, not ${count}.` }
}

export function callFunction(name: string, values: readonly unknown[], run: Run): unknown {
  const definition = getOwn(FUNCTIONS, name)
  if (!definition) throw new EvaluationProblem(`There is no function \`${name}\`.`)
  return definition.call(values, run)
}

function arity({ least, most = least }: FunctionDefinition): string {
  const count = most === least ? String(least) : `${least} to ${most}`
  return `${count} argument${count === '1' ? '' : 's'}`
}
