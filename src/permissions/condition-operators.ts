import type { Json } from '../core/json.ts'
import type { ConditionOperator } from '../core/rule.ts'
import type { TextPattern } from './text-pattern.ts'

/** `unclear`: the operator can't judge a value of this type. */
export type Truth = 'yes' | 'no' | 'unclear'

/** `expected` has passed `expects`. */
export type Judge = (actual: unknown, expected: Json | undefined, pattern: TextPattern | undefined) => Truth

/** One operator of `when`. */
export interface Operator {
  /** Between the field and the value, when a rule is told to people. */
  words: string
  /** What `value` must be, or undefined when it fits. */
  expects(value: Json | undefined): string | undefined
  judge: Judge
}

/** Every operator that a condition may use. */
export const OPERATORS = {
  eq: { words: '=', expects: scalar, judge: (actual, expected) => truth(actual === expected) },
  ne: { words: 'is not', expects: scalar, judge: (actual, expected) => truth(actual !== expected) },
  gt: { words: '>', expects: comparable, judge: ordered((a, b) => a > b) },
  gte: { words: '>=', expects: comparable, judge: ordered((a, b) => a >= b) },
  lt: { words: '<', expects: comparable, judge: ordered((a, b) => a < b) },
  lte: { words: '<=', expects: comparable, judge: ordered((a, b) => a <= b) },
  in: {
    words: 'is one of',
    expects: listOfScalars,
    judge: (actual, expected) => truth(Array.isArray(expected) && expected.some(item => item === actual)),
  },
  contains: { words: 'contains', expects: scalar, judge: contains },
  matches: {
    words: 'matches',
    expects: text,
    judge: (actual, _expected, pattern) => (typeof actual === 'string' && pattern ? truth(pattern(actual)) : 'unclear'),
  },
  startsWith: {
    words: 'starts with',
    expects: text,
    judge: (actual, expected) =>
      typeof actual === 'string' && typeof expected === 'string' ? truth(actual.startsWith(expected)) : 'unclear',
  },
  exists: {
    words: 'is given',
    expects: value => (value === undefined || typeof value === 'boolean' ? undefined : 'true or false'),
    judge: (actual, expected) => truth((actual !== undefined) === (expected ?? true)),
  },
} satisfies Record<ConditionOperator, Operator>

function truth(holds: boolean): Truth {
  return holds ? 'yes' : 'no'
}

/** Two numbers, or two texts by code unit (which orders ISO dates); anything else is unclear. */
function ordered(compare: (a: number | string, b: number | string) => boolean): Judge {
  return (actual, expected) => {
    if (typeof actual === 'number' && typeof expected === 'number') return truth(compare(actual, expected))
    if (typeof actual === 'string' && typeof expected === 'string') return truth(compare(actual, expected))
    return 'unclear'
  }
}

function contains(actual: unknown, expected: Json | undefined): Truth {
  if (Array.isArray(actual)) return truth(actual.includes(expected))
  if (typeof actual === 'string' && typeof expected === 'string') return truth(actual.includes(expected))
  return 'unclear'
}

function scalar(value: Json | undefined): string | undefined {
  return value !== undefined && (value === null || typeof value !== 'object')
    ? undefined
    : 'one text, number, true, false or null'
}

function comparable(value: Json | undefined): string | undefined {
  return typeof value === 'number' || typeof value === 'string' ? undefined : 'a number, or a text such as "2026-12-31"'
}

function text(value: Json | undefined): string | undefined {
  return typeof value === 'string' ? undefined : 'a text'
}

function listOfScalars(value: Json | undefined): string | undefined {
  const fits = Array.isArray(value) && value.length > 0 && value.every(item => scalar(item) === undefined)
  return fits ? undefined : 'a list with at least one text or number, such as [EUR, USD]'
}
