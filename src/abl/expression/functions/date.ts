const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
]
const DAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']

/** The parts a pattern may name; the longest that fits at a place is taken. Text in brackets stays: `[at] HH`. */
const PARTS: Readonly<Record<string, (date: Date) => string>> = {
  YYYY: date => String(date.getUTCFullYear()).padStart(4, '0'),
  YY: date => two(date.getUTCFullYear() % 100),
  MMMM: date => MONTHS[date.getUTCMonth()] ?? '',
  MMM: date => (MONTHS[date.getUTCMonth()] ?? '').slice(0, 3),
  MM: date => two(date.getUTCMonth() + 1),
  M: date => String(date.getUTCMonth() + 1),
  DD: date => two(date.getUTCDate()),
  D: date => String(date.getUTCDate()),
  dddd: date => DAYS[date.getUTCDay()] ?? '',
  ddd: date => (DAYS[date.getUTCDay()] ?? '').slice(0, 3),
  HH: date => two(date.getUTCHours()),
  H: date => String(date.getUTCHours()),
  hh: date => two(twelve(date)),
  h: date => String(twelve(date)),
  mm: date => two(date.getUTCMinutes()),
  ss: date => two(date.getUTCSeconds()),
  SSS: date => String(date.getUTCMilliseconds()).padStart(3, '0'),
  A: date => (date.getUTCHours() < 12 ? 'AM' : 'PM'),
}

const PATTERN = /\[([^\]]*)\]|YYYY|YY|MMMM|MMM|MM|M|DD|D|dddd|ddd|HH|H|hh|h|mm|ss|SSS|A/g

/** A date (ISO text or milliseconds) in UTC by a pattern, or null for what is no date. */
export function formatDate(value: unknown, pattern: string): string | null {
  const date = readDate(value)
  if (!date) return null
  return pattern.replace(PATTERN, (part, literal: string | undefined) => literal ?? PARTS[part]?.(date) ?? part)
}

/** ISO texts only, and only days that exist: `2026-02-30` is none. */
export function readDate(value: unknown): Date | undefined {
  if (typeof value === 'number') return valid(new Date(value))
  const found = typeof value === 'string' ? /^(\d{4})-(\d{2})-(\d{2})(?:[T ]\d{2}:\d{2}.*)?$/.exec(value) : null
  if (!found || !isRealDay(Number(found[1]), Number(found[2]), Number(found[3]))) return undefined
  return valid(new Date(value as string))
}

function isRealDay(year: number, month: number, day: number): boolean {
  const date = new Date(Date.UTC(year, month - 1, day))
  date.setUTCFullYear(year, month - 1, day)
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day
}

function valid(date: Date): Date | undefined {
  return Number.isNaN(date.getTime()) ? undefined : date
}

function two(value: number): string {
  return String(value).padStart(2, '0')
}

function twelve(date: Date): number {
  return date.getUTCHours() % 12 || 12
}
