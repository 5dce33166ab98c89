import { EvaluationProblem } from '../problem.ts'
import { isNothing } from '../values.ts'
import { formatDate } from './date.ts'
import { type Family, numberAt, textAt } from './function.ts'

export const format = {
  /** Hides a text but for its end (`last4`), its beginning (`first4`) or both (`2*4`). */
  MASK: { least: 1, most: 2, call: values => mask(textAt(values, 0), textAt(values, 1, 'last4')) },
  FORMAT_CURRENCY: {
    least: 1,
    most: 3,
    call: values => currency(numberAt(values, 0), textAt(values, 1, 'USD'), textAt(values, 2, 'en-US')),
  },
  /** A date in UTC by a pattern such as `DD.MM.YYYY HH:mm`; nothing for what is no date. */
  FORMAT_DATE: {
    least: 1,
    most: 2,
    call: values => (isNothing(values[0]) ? null : formatDate(values[0], textAt(values, 1, 'YYYY-MM-DD'))),
  },
  ORDINAL: { least: 1, call: values => ordinal(numberAt(values, 0)) },
} satisfies Family

/** A text no longer than what would be shown is hidden whole. */
function mask(text: string, pattern: string): string {
  const [, word, count, head, tail] = /^(?:(first|last)(\d{1,3})|(\d{1,3})\*(\d{1,3}))$/.exec(pattern) ?? []
  if (word === undefined && head === undefined) {
    throw new EvaluationProblem(`\`${pattern}\` is no pattern of MASK. Write last4, first4 or 2*4.`)
  }
  const characters = Array.from(text)
  const first = word === 'first' ? Number(count) : Number(head ?? 0)
  const last = word === 'last' ? Number(count) : Number(tail ?? 0)
  const hidden = characters.length - first - last
  if (hidden <= 0) return '*'.repeat(characters.length)
  return characters.slice(0, first).join('') + '*'.repeat(hidden) + characters.slice(characters.length - last).join('')
}

function currency(amount: number, code: string, locale: string): string {
  try {
    return new Intl.NumberFormat(locale, { style: 'currency', currency: code }).format(amount)
  } catch {
    throw new EvaluationProblem(`FORMAT_CURRENCY knows no currency \`${code}\` or no locale \`${locale}\`.`)
  }
}

function ordinal(value: number): string {
  const teens = Math.abs(value) % 100
  const last = Math.abs(value) % 10
  if (teens >= 11 && teens <= 13) return `${value}th`
  return `${value}${last === 1 ? 'st' : last === 2 ? 'nd' : last === 3 ? 'rd' : 'th'}`
}
