import { EvaluationProblem } from '../problem.ts'
import { LONGEST_TEXT, limited, spend } from '../run.ts'
import { toText } from '../values.ts'
import { countAt, type Family, listAt, textAt } from './function.ts'

export const text = {
  UPPER: { least: 1, call: values => limited(textAt(values, 0).toUpperCase()) },
  LOWER: { least: 1, call: values => limited(textAt(values, 0).toLowerCase()) },
  TRIM: { least: 1, call: values => textAt(values, 0).trim() },
  /** From an offset, counted from 0, up to another one that is left out. */
  SUBSTRING: {
    least: 2,
    most: 3,
    call: values => textAt(values, 0).slice(countAt(values, 1, 0), countAt(values, 2, Number.POSITIVE_INFINITY)),
  },
  /** Every occurrence, word for word. */
  REPLACE: { least: 3, call: values => replace(textAt(values, 0), textAt(values, 1), textAt(values, 2)) },
  SPLIT: { least: 1, most: 2, call: values => textAt(values, 0).split(textAt(values, 1, ',')) },
  JOIN: {
    least: 1,
    most: 2,
    call(values, run) {
      const items = listAt(values, 0)
      spend(run, items.length)
      return join(items.map(toText), textAt(values, 1, ', '))
    },
  },
  PAD_START: { least: 2, most: 3, call: values => textAt(values, 0).padStart(width(values), textAt(values, 2, ' ')) },
  PAD_END: { least: 2, most: 3, call: values => textAt(values, 0).padEnd(width(values), textAt(values, 2, ' ')) },
  REPEAT: { least: 2, call: values => repeat(textAt(values, 0), countAt(values, 1, 0)) },
} satisfies Family

function replace(whole: string, search: string, replacement: string): string {
  return search === '' ? whole : join(whole.split(search), replacement)
}

function join(parts: readonly string[], separator: string): string {
  const length = parts.reduce((sum, part) => sum + part.length, separator.length * Math.max(0, parts.length - 1))
  return length > LONGEST_TEXT ? tooLong() : parts.join(separator)
}

function repeat(part: string, count: number): string {
  return part.length * count > LONGEST_TEXT ? tooLong() : part.repeat(count)
}

function width(values: readonly unknown[]): number {
  const wanted = countAt(values, 1, 0)
  return wanted > LONGEST_TEXT ? tooLong() : wanted
}

function tooLong(): never {
  throw new EvaluationProblem(`A text may have at most ${LONGEST_TEXT} characters.`)
}
