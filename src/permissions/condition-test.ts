import { getPath, type Json } from '../core/json.ts'
import type { Condition, DecisionWord } from '../core/rule.ts'
import { OPERATORS, type Truth } from './condition-operators.ts'
import { shown } from './shown.ts'
import type { TextPattern } from './text-pattern.ts'

/** A condition that is ready to be judged. */
export interface ConditionTest {
  condition: Condition
  /** Compiled from `value`; for `matches` only. */
  pattern?: TextPattern
}

/**
 * Do all conditions hold on these arguments? What can't be judged (the field is missing, or its type doesn't fit the
 * operator) counts as false for a rule that allows, and as true for one that asks or denies: doubt never opens a door.
 */
export function conditionsHold(tests: readonly ConditionTest[], input: unknown, decision: DecisionWord): boolean {
  return tests.every(test => counts(judge(test, input), decision))
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

function judge({ condition, pattern }: ConditionTest, input: unknown): Truth {
  const actual = getPath(input, condition.field)
  if (actual === undefined && condition.op !== 'exists') return 'unclear'
  return OPERATORS[condition.op].judge(actual, condition.value, pattern)
}

function counts(truth: Truth, decision: DecisionWord): boolean {
  return truth === 'unclear' ? decision !== 'allow' : truth === 'yes'
}

function foundValue({ condition }: ConditionTest, input: unknown): string {
  const actual = getPath(input, condition.field)
  return actual === undefined ? `${condition.field} is missing` : `${condition.field} is ${shown(actual)}`
}

function wordValue(value: Json | undefined): string {
  return Array.isArray(value) ? value.map(item => shown(item)).join(', ') : shown(value)
}
