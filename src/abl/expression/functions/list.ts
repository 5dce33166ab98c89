import { isRecord } from '../../../core/json.ts'
import { type Run, spend } from '../run.ts'
import { isEqual, readMember } from '../values.ts'
import { type Family, listAt, textAt } from './function.ts'

export const list = {
  LENGTH: { least: 1, call: ([value]) => lengthOf(value) },
  /** The first item equal to a value: ARRAY_FIND(list, value); or whose field is: ARRAY_FIND(list, "field", value). */
  ARRAY_FIND: { least: 2, most: 3, call: (values, run) => listAt(values, 0)[indexIn(values, run)] ?? null },
  ARRAY_FIND_INDEX: { least: 2, most: 3, call: (values, run) => indexIn(values, run) },
} satisfies Family

function lengthOf(value: unknown): number {
  if (typeof value === 'string' || Array.isArray(value)) return value.length
  return isRecord(value) ? Object.keys(value).length : 0
}

function indexIn(values: readonly unknown[], run: Run): number {
  const items = listAt(values, 0)
  spend(run, items.length)
  if (values.length === 2) return items.findIndex(item => isEqual(item, values[1], run))
  const path = textAt(values, 1).split('.')
  return items.findIndex(item =>
    isEqual(
      path.reduce<unknown>((part, name) => readMember(part, name), item),
      values[2],
      run,
    ),
  )
}
