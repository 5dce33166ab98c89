import { isIban, isLuhn } from './checksums.ts'

export type PiiType = 'email' | 'phone' | 'ssn' | 'card' | 'iban' | 'birth_date' | 'passport'

interface Span {
  start: number
  end: number
}

interface Detector {
  type: PiiType
  find(text: string): Span[]
}

const EMAIL =
  /[A-Za-z0-9][A-Za-z0-9._%+-]{0,63}@[A-Za-z0-9][A-Za-z0-9-]{0,62}(?:\.[A-Za-z0-9-]{1,62}){0,6}\.[A-Za-z]{2,24}/g
const SSN = /(?<![\d-])(?!000|666|9\d\d)\d{3}-(?!00)\d{2}-(?!0000)\d{4}(?![\d-])/g
const CARD =
  /(?<![\w.-])(?:(?:[3-6]\d|2[2-7])\d{11,17}|(?:[3-6]\d|2[2-7])\d{2}([ -])\d{4}\1\d{4}\1\d{4}|3[47]\d{2}([ -])\d{6}\2\d{5})(?![\w-])/g
const IBAN = /\b[A-Z]{2}\d{2}(?: ?[A-Z0-9]){11,30}\b/g
const INTERNATIONAL = /(?<![\w+])\+[1-9]\d{0,2}(?:[ ().-]{0,2}\d){6,13}(?!\d)/g
const NORTH_AMERICAN = /(?<![\d.-])(?:\([2-9]\d{2}\) ?|[2-9]\d{2}[-. ])[2-9]\d{2}[-. ]\d{4}(?![\d-])/g
const DATE = String.raw`\d{4}-\d{1,2}-\d{1,2}|\d{1,2}[./-]\d{1,2}[./-]\d{2,4}|\d{1,2} [A-Z][a-z]{2,8} \d{4}|[A-Z][a-z]{2,8} \d{1,2},? \d{4}`
const BIRTH_DATE = new RegExp(
  String.raw`\b(?:d\.?o\.?b|date[ _-]?of[ _-]?birth|birth[ _-]?da(?:te|y)|born(?: on)?)["']?(?: is)?\s{0,2}[:=]?\s{0,2}["']?(${DATE})`,
  'gi',
)
const NAMED_SSN =
  /\b(?:ssn|social[ _-]?security(?:[ _-]?number)?)(?:_last4)?["']?(?: is)?\s{0,2}[:=#]?\s{0,2}["']?(\d{9}|\d{4})\b/gi
const PASSPORT = /\bpassport(?:[ _-]?(?:number|no\.?))?["']?(?: is)?\s{0,2}[:=#]?\s{0,2}["']?([A-Z]{0,2}\d{6,9})\b/gi

/**
 * What counts as personal data. Each knows a shape that little else has: numbers are proved by their checksum or by the
 * word beside them, so that versions, addresses of machines, dates and amounts stay as they are.
 */
export const DETECTORS: readonly Detector[] = [
  { type: 'email', find: text => (text.includes('@') ? whole(text, EMAIL) : []) },
  { type: 'ssn', find: text => [...whole(text, SSN), ...named(text, NAMED_SSN)] },
  { type: 'card', find: text => whole(text, CARD).filter(span => isLuhn(digits(text, span))) },
  { type: 'iban', find: text => ibans(text) },
  { type: 'phone', find: text => [...whole(text, INTERNATIONAL), ...whole(text, NORTH_AMERICAN)] },
  { type: 'birth_date', find: text => named(text, BIRTH_DATE) },
  { type: 'passport', find: text => named(text, PASSPORT) },
]

function whole(text: string, pattern: RegExp): Span[] {
  return [...text.matchAll(pattern)].map(match => ({ start: match.index, end: match.index + match[0].length }))
}

/** The value after a word that says what it is: the pattern's first group, at its end. */
function named(text: string, pattern: RegExp): Span[] {
  return [...text.matchAll(pattern)].map(match => {
    const end = match.index + match[0].length
    return { start: end - (match[1] ?? '').length, end }
  })
}

function digits(text: string, { start, end }: Span): string {
  return text.slice(start, end).replace(/\D/g, '')
}

/** Words may follow the number: it ends where its checksum holds. */
function ibans(text: string): Span[] {
  return whole(text, IBAN).flatMap(({ start, end }) => {
    for (let at = end; at - start >= 15; at--) {
      const candidate = text.slice(start, at)
      if (!candidate.endsWith(' ') && isIban(candidate.replaceAll(' ', ''))) return [{ start, end: at }]
    }
    return []
  })
}
