import { EvaluationProblem } from '../problem.ts'
import type { Run } from '../run.ts'
import { isNothing, readNumber, toText } from '../values.ts'

/** One function of the language. Contract: no side effects; own properties only; throws nothing but `EvaluationProblem`. */
export interface FunctionDefinition {
  least: number
  /** Arguments at most. @default least */
  most?: number
  call(values: readonly unknown[], run: Run): unknown
}

export type Family = Readonly<Record<string, FunctionDefinition>>

/** An argument as a number; texts that read as one are taken. */
export function numberAt(values: readonly unknown[], index: number): number {
  const value = readNumber(values[index])
  if (value === undefined) throw new EvaluationProblem(`Argument ${index + 1} must be a number.`)
  return value
}

/** An argument as a whole number of at least 0, or `fallback` when it is absent. */
export function countAt(values: readonly unknown[], index: number, fallback: number): number {
  if (isNothing(values[index])) return fallback
  const value = numberAt(values, index)
  if (value < 0 || !Number.isInteger(value))
    throw new EvaluationProblem(`Argument ${index + 1} must be a whole number of at least 0.`)
  return value
}

export function textAt(values: readonly unknown[], index: number, fallback = ''): string {
  return isNothing(values[index]) ? fallback : toText(values[index])
}

export function listAt(values: readonly unknown[], index: number): readonly unknown[] {
  const value = values[index]
  if (isNothing(value)) return []
  if (Array.isArray(value)) return value
  throw new EvaluationProblem(`Argument ${index + 1} must be a list.`)
}
