import { canonicalJson } from '../../core/json.ts'
import type { Truth } from '../condition-operators.ts'
import { type ConditionTest, judgeValue } from '../condition-test.ts'

/** One way in which a field's value can meet all conditions about it. */
export interface FieldClass {
  field: string
  /** By the condition's key. */
  truths: ReadonlyMap<string, Truth>
  /** `guess`: a value may do so, and none is known. */
  value: { kind: 'value'; value: unknown } | { kind: 'missing' } | { kind: 'guess' }
}

const keys = new WeakMap<ConditionTest, string>()

/** What tells one condition from another. */
export function conditionKey(test: ConditionTest): string {
  const known = keys.get(test)
  if (known !== undefined) return known
  const key = canonicalJson(test.condition)
  keys.set(test, key)
  return key
}

/**
 * The ways in which one field can meet the conditions about it, found by trying values around those that the conditions
 * name. A pattern can't be turned into a text that it matches: both answers are taken to be possible for any text.
 */
export function fieldClasses(field: string, tests: readonly ConditionTest[]): FieldClass[] {
  const classes = new Map<string, FieldClass>()
  for (const value of candidates(tests)) {
    const truths = new Map(tests.map(test => [conditionKey(test), judgeValue(test, value)]))
    add(classes, { field, truths, value: value === undefined ? { kind: 'missing' } : { kind: 'value', value } })
    if (typeof value !== 'string') continue
    for (const guess of otherMatches(truths, tests)) add(classes, { field, truths: guess, value: { kind: 'guess' } })
  }
  return [...classes.values()]
}

function add(classes: Map<string, FieldClass>, found: FieldClass): void {
  const key = JSON.stringify([...found.truths])
  const known = classes.get(key)
  if (!known || known.value.kind === 'guess') classes.set(key, found)
}

/** Natural values first, so that an example shows one of these. */
function candidates(tests: readonly ConditionTest[]): unknown[] {
  const values = tests.flatMap(({ condition: { value } }) => (Array.isArray(value) ? value : [value]))
  const numbers = [...new Set(values.filter(value => typeof value === 'number'))].sort((a, b) => a - b)
  const texts = [...new Set(values.filter(value => typeof value === 'string'))]
  const lists = values.filter(value => value !== undefined).map(value => [value])
  return [...around(numbers), ...variants(texts), true, false, null, ...lists, [], {}, undefined]
}

/** Each number, and one in every gap before, between and after them. */
function around(numbers: readonly number[]): number[] {
  const [first = 0] = numbers
  const last = numbers.at(-1) ?? 0
  const between = numbers.slice(1).map((number, index) => ((numbers[index] ?? 0) + number) / 2)
  return [...numbers, ...between, last + 1, first - 1]
}

const MOST_JOINED = 12

/** Each text, longer ones that start or end so, two joined, and texts that are none of these. */
function variants(texts: readonly string[]): string[] {
  const joined = texts.slice(0, MOST_JOINED).flatMap(a => texts.slice(0, MOST_JOINED).map(b => a + b))
  return [...texts, ...texts.flatMap(text => [`${text}~`, `~${text}`, `${text} `]), ...joined, '~', '', '\uffff']
}

/** The same text with every other combination of answers of the patterns. */
function otherMatches(truths: ReadonlyMap<string, Truth>, tests: readonly ConditionTest[]): Map<string, Truth>[] {
  const patterns = tests.filter(({ condition }) => condition.op === 'matches').map(conditionKey)
  let all = [new Map(truths)]
  for (const key of patterns.slice(0, MOST_JOINED)) {
    all = all.flatMap(one => [new Map(one).set(key, 'yes'), new Map(one).set(key, 'no')])
  }
  return patterns.length === 0 ? [] : all
}
