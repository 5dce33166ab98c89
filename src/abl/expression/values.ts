import { isRecord } from '../../core/json.ts'
import { FORBIDDEN_NAMES } from './ast.ts'
import { EvaluationProblem } from './problem.ts'
import { limited, type Run, spend } from './run.ts'

/** False are false, 0, "", "false", null, undefined, [] and {}. */
export function isTruthy(value: unknown): boolean {
  if (Array.isArray(value)) return value.length > 0
  if (isRecord(value)) return Object.keys(value).length > 0
  return value !== 'false' && Boolean(value)
}

export function isNothing(value: unknown): value is null | undefined {
  return value === null || value === undefined
}

/** The number that a value is, or that its text reads as. */
export function readNumber(value: unknown): number | undefined {
  if (typeof value === 'number') return Number.isFinite(value) ? value : undefined
  if (
    typeof value !== 'string' ||
    value.length > 400 ||
    !/^\s*[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?\s*$/.test(value)
  )
    return undefined
  const parsed = Number(value)
  return Number.isFinite(parsed) ? parsed : undefined
}

/** A number as the result of a calculation; what is no finite number is an error. */
export function finite(value: number): number {
  if (Number.isFinite(value)) return value
  throw new EvaluationProblem('The result of a calculation is too large.')
}

/** Equality: null and undefined are the same, a text that reads as a number equals that number, lists and objects by content. */
export function isEqual(left: unknown, right: unknown, run: Run): boolean {
  spend(run)
  if (isNothing(left) || isNothing(right)) return isNothing(left) && isNothing(right)
  if (typeof left === 'number' && typeof right === 'string') return readNumber(right) === left
  if (typeof left === 'string' && typeof right === 'number') return readNumber(left) === right
  if (Array.isArray(left))
    return (
      Array.isArray(right) &&
      left.length === right.length &&
      left.every((item, index) => isEqual(item, right[index], run))
    )
  if (isRecord(left)) return isRecord(right) && sameFields(left, right, run)
  return left === right
}

function sameFields(left: Record<string, unknown>, right: Record<string, unknown>, run: Run): boolean {
  const names = Object.keys(left)
  if (names.length !== Object.keys(right).length) return false
  return names.every(name => Object.hasOwn(right, name) && isEqual(left[name], right[name], run))
}

/**
 * Less than 0, 0, or more: the order of two values; NaN when they have none. Texts that are not both numbers compare as
 * texts, so that ISO dates have their order; otherwise a text is read as a number, true is 1, a list its length, nothing 0.
 */
export function order(left: unknown, right: unknown): number {
  const [first, second] = [orderNumber(left), orderNumber(right)]
  const texts = typeof left === 'string' && typeof right === 'string'
  if (texts && (Number.isNaN(first) || Number.isNaN(second))) return left < right ? -1 : left > right ? 1 : 0
  return first - second
}

function orderNumber(value: unknown): number {
  if (isNothing(value)) return 0
  if (typeof value === 'boolean') return value ? 1 : 0
  if (Array.isArray(value)) return value.length
  return readNumber(value) ?? Number.NaN
}

/** A value as text: nothing is empty, lists and objects are JSON. */
export function toText(value: unknown): string {
  if (isNothing(value)) return ''
  return limited(typeof value === 'object' ? toJson(value) : String(value))
}

export function toJson(value: unknown): string {
  try {
    return JSON.stringify(value) ?? 'null'
  } catch {
    throw new EvaluationProblem('A value cannot be written as JSON.')
  }
}

/** What stands under a name or index: own properties of objects, items of lists, `length` of lists and texts. */
export function readMember(value: unknown, name: unknown): unknown {
  if (typeof value === 'string') return name === 'length' ? value.length : undefined
  if (typeof value !== 'object' || value === null) return undefined
  const key = typeof name === 'number' ? String(name) : name
  if (typeof key !== 'string' || FORBIDDEN_NAMES.includes(key) || !Object.hasOwn(value, key)) return undefined
  if (Array.isArray(value) && key !== 'length' && !/^\d+$/.test(key)) return undefined
  return (value as Record<string, unknown>)[key]
}
