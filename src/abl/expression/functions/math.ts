import { finite } from '../values.ts'
import { countAt, type Family, numberAt } from './function.ts'

export const math = {
  ADD: { least: 2, most: 20, call: values => fold(values, (a, b) => a + b) },
  SUB: { least: 2, call: values => finite(numberAt(values, 0) - numberAt(values, 1)) },
  MUL: { least: 2, most: 20, call: values => fold(values, (a, b) => a * b) },
  DIV: { least: 2, call: values => divide(numberAt(values, 0), numberAt(values, 1)) },
  ROUND: { least: 1, most: 2, call: values => round(numberAt(values, 0), Math.min(countAt(values, 1, 0), 15)) },
  ABS: { least: 1, call: values => Math.abs(numberAt(values, 0)) },
  MIN: { least: 1, most: 20, call: values => extreme(values, Math.min) },
  MAX: { least: 1, most: 20, call: values => extreme(values, Math.max) },
} satisfies Family

function fold(values: readonly unknown[], combine: (a: number, b: number) => number): number {
  return finite(values.map((_, index) => numberAt(values, index)).reduce(combine))
}

function divide(dividend: number, divisor: number): number | null {
  return divisor === 0 ? null : finite(dividend / divisor)
}

/** Half away from zero, on the decimal digits as they are written: ROUND(1.005, 2) is 1.01. */
function round(value: number, digits: number): number {
  const scaled = Number(`${Math.abs(value)}e${digits}`)
  if (!Number.isFinite(scaled)) return value
  return Math.sign(value) * Number(`${Math.round(scaled)}e-${digits}`) || 0
}

/** Of the arguments, or of one list; nothing of an empty list. */
function extreme(values: readonly unknown[], choose: (a: number, b: number) => number): number | null {
  const candidates = values.length === 1 && Array.isArray(values[0]) ? values[0] : values
  const numbers = candidates.map((_, index) => numberAt(candidates, index))
  return numbers.length === 0 ? null : numbers.reduce((best, number) => choose(best, number))
}
