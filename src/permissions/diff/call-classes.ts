import type { Truth } from '../condition-operators.ts'
import type { ConditionTest } from '../condition-test.ts'
import { conditionKey, type FieldClass, fieldClasses } from './field-classes.ts'

/** Calls of one tool that no condition tells apart. */
export interface CallClass {
  truths: ReadonlyMap<string, Truth>
  /** The arguments of such a call; absent when none is known. */
  example?: Record<string, unknown>
}

/** More are not gone through; a person has to look. */
const MOST_CLASSES = 50_000

/** Every class of calls that these conditions tell apart; undefined when there are too many. */
export function callClasses(tests: readonly ConditionTest[]): CallClass[] | undefined {
  const byField = new Map<string, Map<string, ConditionTest>>()
  for (const test of tests) {
    const known = byField.get(test.condition.field) ?? new Map<string, ConditionTest>()
    byField.set(test.condition.field, known.set(conditionKey(test), test))
  }
  let classes: CallClass[] = [{ truths: new Map(), example: {} }]
  for (const [field, own] of byField) {
    const choices = fieldClasses(field, [...own.values()])
    if (classes.length * choices.length > MOST_CLASSES) return undefined
    classes = classes.flatMap(one => choices.map(choice => joined(one, choice)))
  }
  return classes
}

function joined({ truths, example }: CallClass, { field, truths: own, value }: FieldClass): CallClass {
  const all = new Map([...truths, ...own])
  if (!example || value.kind === 'guess') return { truths: all }
  if (value.kind === 'missing') return { truths: all, example }
  return { truths: all, example: withValue(example, field.split('.'), value.value) }
}

function withValue(input: Record<string, unknown>, [step = '', ...rest]: string[], value: unknown) {
  const inner = input[step]
  const below = typeof inner === 'object' && inner !== null && !Array.isArray(inner) ? { ...inner } : {}
  const next: unknown = rest.length === 0 ? value : withValue(below, rest, value)
  return { ...input, [step]: next }
}
