import { readNumber, toText } from '../values.ts'
import type { Family } from './function.ts'

export const kind = {
  IS_ARRAY: { least: 1, call: ([value]) => Array.isArray(value) },
  IS_NUMBER: { least: 1, call: ([value]) => typeof value === 'number' },
  IS_STRING: { least: 1, call: ([value]) => typeof value === 'string' },
  /** Nothing for what does not read as a number. */
  TO_NUMBER: {
    least: 1,
    call: ([value]) => (typeof value === 'boolean' ? Number(value) : (readNumber(value) ?? null)),
  },
  TO_STRING: { least: 1, call: ([value]) => toText(value) },
} satisfies Family
