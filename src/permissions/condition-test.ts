import type { Json, JsonRecord } from '../core/json.ts'
import type { Condition, DecisionWord } from '../core/rule.ts'
import { OPERATORS, type Operator, type Truth } from './condition-operators.ts'
import { shown } from './shown.ts'
import type { TextPattern } from './text-pattern.ts'

/** A condition that is ready to be judged. */
export interface ConditionTest {
  condition: Condition
  operator: Operator
  /** The steps of the path `field`. */
  steps: readonly string[]
  /** Compiled from `value`; for `matches` only. */
  pattern: TextPattern | undefined
}

export function conditionTest(condition: Condition, pattern?: TextPattern): ConditionTest {
  return { condition, operator: OPERATORS[condition.op], steps: condition.field.split('.'), pattern }
}

/**
 * Do all conditions hold on these arguments? What can't be judged (the field is missing, or its type doesn't fit the
 * operator) counts as false for a rule that allows, and as true for one that asks or denies: doubt never opens a door.
 */
export function conditionsHold(tests: readonly ConditionTest[], input: unknown, decision: DecisionWord): boolean {
  for (const test of tests) if (!counts(judge(test, input), decision)) return false
  return true
}

/** What one condition makes of a value of its field. */
export function judgeValue({ condition, operator, pattern }: ConditionTest, value: unknown): Truth {
  if (value === undefined && condition.op !== 'exists') return 'unclear'
  return operator.judge(value, condition.value, pattern)
}

/** The first condition that keeps the rule from the call, with the value that was found. */
export function whyConditionFails(
  tests: readonly ConditionTest[],
  input: unknown,
  decision: DecisionWord,
): string | undefined {
  const failed = tests.find(test => !counts(judge(test, input), decision))
  if (!failed) return undefined
  const found = foundValue(failed, input)
  const because = judge(failed, input) === 'unclear' ? ', which counts as false for allow' : ''
  return `its condition ${wordCondition(failed.condition)} is false: ${found}${because}`
}

/** The conditions that hold only because they could not be judged; empty when every one was. */
export function whatWasUnclear(tests: readonly ConditionTest[], input: unknown, decision: DecisionWord): string {
  const unclear = tests.filter(test => judge(test, input) === 'unclear').map(test => foundValue(test, input))
  return unclear.length === 0 ? '' : `${unclear.join(' and ')}, which counts as true for ${decision}`
}

/** A condition in words: `amount > 50`. */
export function wordCondition({ field, op, value }: Condition): string {
  if (op === 'exists') return value === false ? `${field} is not given` : `${field} is given`
  return `${field} ${OPERATORS[op].words} ${wordValue(value)}`
}

function judge(test: ConditionTest, input: unknown): Truth {
  return judgeValue(test, valueAt(test, input))
}

/** The value at a path, own properties only. Its steps are known: a gate with a thousand rules takes them apart once. */
function valueAt({ steps }: ConditionTest, input: unknown): unknown {
  let current = input
  for (const step of steps) {
    if (current === null || typeof current !== 'object' || !Object.hasOwn(current, step)) return undefined
    current = (current as JsonRecord)[step]
  }
  return current
}

/** Whether a condition that came out so lets its rule decide. */
export function counts(truth: Truth, decision: DecisionWord): boolean {
  return truth === 'unclear' ? decision !== 'allow' : truth === 'yes'
}

function foundValue(test: ConditionTest, input: unknown): string {
  const actual = valueAt(test, input)
  const { field } = test.condition
  return actual === undefined ? `${field} is missing` : `${field} is ${shown(actual)}`
}

function wordValue(value: Json | undefined): string {
  return Array.isArray(value) ? value.map(item => shown(item)).join(', ') : shown(value)
}
