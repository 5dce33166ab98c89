import { RE2JS } from 're2js'
import { isStopWord, stem, subjects } from '../../core/english.ts'
import { wordsOf } from '../../core/tool-words.ts'
import type { KnownTool, Parameter } from './choose.ts'

const NUMBERS = 'zero one two three four five six seven eight nine ten eleven twelve'.split(' ')
const DAYS = 'sunday monday tuesday wednesday thursday friday saturday'.split(' ')
const NUMBER = /(?<![\w.-])([$€£]\s?)?(\d[\d,]*(?:\.\d+)?)(?![\w-]|\.\d)\s*([$€£%]?)\s*(\p{L}*)/gu
const DATE =
  /\b(\d{1,2})?(?:st|nd|rd|th)?(?: of)? ?((?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*) ?(\d{1,2}\b)?,? ?(\d{4})?/gi
const EMAIL = /[\w.+-]+@[\w-]+(?:\.[\w-]+)+/g
const PATH = /https?:\/\/\S+[\w/]|[\w.-]*[\w-]\/[\w./-]*\w|\b[\w-]+\.[A-Za-z]\w{0,4}\b/g
const QUOTED = /"([^"]+)"|“([^”]+)”|(?<=^|\s)'([^']+)'(?=\W|$)/g
const NAMES = /(?<![\p{L}\p{N}@.-])(\p{Lu}[\p{L}'-]*(?:\s+\p{Lu}[\p{L}'-]*)*)(?![\p{L}\p{N}-])/gu
const REASON = /\b(?:because|since|due to)\s+(?:of\s+)?(.+?)(?=[.;!?\n]|$)/gi
const PAIR =
  /(\p{L}+)(?=\s*((?:[:=#]|\b(?:is|id|number|no\.|named|called)\b)\s*)*("[^"]+"|[\p{L}\p{N}][\p{L}\p{N}._@-]*))/gu
const PREPOSITIONS = 'in|at|for|from|to|of|on|near|by|about|with|called|named|titled|via'
const MARKED = /\b(?:e-?mail|recipient|date|day|when|path|file|ur[il]|ids?|identifier|number|no|code|key|ref|sku)\b/

/** What a text offers for a parameter by marks that leave little doubt, the best first. */
export function clearValues(parameter: Parameter, text: string, now: Date): unknown[] {
  const said = wordsOf(text)
  const stems = said.map(stem)
  const { enum: choices, const: only, type } = parameter.schema
  if (only !== undefined) return [only]
  const isSaid = (value: unknown) => wordsOf(String(value)).every(word => stems.includes(stem(word)))
  const place = (value: unknown) => said.indexOf(wordsOf(String(value))[0] ?? '')
  if (choices) return choices.filter(isSaid).sort((a, b) => place(a) - place(b))
  if (type === 'number' || type === 'integer') return numbers(parameter, text)
  if (type === 'string') return [...new Set(strings(parameter, text, now))]
  const at = type === 'boolean' ? stems.findIndex(key => parameter.about.includes(key)) : -1
  return at < 0 ? [] : [!/\b(?:no|not|without|don|never)\b/.test(said.slice(Math.max(0, at - 3), at).join(' '))]
}

/** A required number takes what there is; an optional one only what stands beside its name or bears a currency. */
function numbers({ schema, about, required }: Parameter, text: string): number[] {
  const near = new Set([...about, ...subjects(schema.description ?? '')])
  const digits = text.replace(/\p{Ll}+/gu, word => (NUMBERS.indexOf(word) > 1 ? `${NUMBERS.indexOf(word)}` : word))
  const found = [...digits.matchAll(NUMBER)].map(({ 1: mark, 2: number = '', 3: unit, 4: word = '', index }) => {
    const beside = near.has(stem(word)) || near.has(stem(wordsOf(digits.slice(0, index)).at(-1) ?? ''))
    return { value: Number(number.replaceAll(',', '')), clear: Number(beside) + (mark || unit ? 0.5 : 0) }
  })
  const whole = found.filter(({ value }) => schema.type === 'number' || value % 1 === 0)
  const usable = whole.filter(({ clear }) => required || clear > 0).sort((a, b) => b.clear - a.clear)
  return usable.map(({ value }) => value)
}

function strings(parameter: Parameter, text: string, now: Date): string[] {
  const { pattern, format = '', examples = [] } = parameter.schema
  const meaning = meaningOf(parameter)
  const tokens = text.split(/[\s,;()[\]{}"“”]+/).map(token => token.replace(/^[#'<]+|[.:!?'>]+$/g, ''))
  const like = (source: string) => tokens.filter(token => token.length <= 64 && isWhole(source, token))
  if (pattern !== undefined) return like(pattern)
  if (format === 'email' || /\be-?mail\b|\brecipient/.test(meaning)) return text.match(EMAIL) ?? []
  if (format.startsWith('date') || /\b(?:date|day|when)\b/.test(meaning)) return dates(text, now)
  if (/^ur[il]/.test(format) || /\b(?:path|file|ur[il])\b/.test(meaning)) return text.match(PATH) ?? []
  const shapes = examples.map(String).filter(example => /\d/.test(example))
  const shaped = shapes.flatMap(example => like(`^${example.replace(/\W/g, '\\$&').replace(/\d+/g, '\\d+')}$`))
  if (shapes.length > 0) return [...shaped, ...named(parameter, text)]
  if (/\b(?:why|reason|cause)\b/.test(meaning)) return groups(text, REASON)
  const ids = tokens.filter(token => /\d|^\p{Lu}{2,}$/u.test(token) && !token.includes('@'))
  const others = MARKED.test(meaning) ? ids : parameter.name === 'to' ? (text.match(EMAIL) ?? []) : []
  return [...named(parameter, text), ...others]
}

function isWhole(pattern: string, token: string): boolean {
  try {
    return token !== '' && RE2JS.matches(pattern, token)
  } catch {
    return false
  }
}

const meaningOf = ({ name, schema }: Parameter) => [...wordsOf(name), schema.description ?? ''].join(' ').toLowerCase()

/** Whether any words may be its value. */
export function isFree(parameter: Parameter): boolean {
  const { type, enum: choices, pattern, format, examples = [] } = parameter.schema
  const marked = choices ?? pattern ?? format ?? examples.find(example => /\d/.test(String(example)))
  return type === 'string' && marked === undefined && !MARKED.test(meaningOf(parameter))
}

/** `author: Le Guin`, `subject "Hi"`, `order 1001`: the value beside the parameter's own name. */
function named({ about, name }: Parameter, text: string): string[] {
  const keys = about.length > 0 ? about : [stem(name)]
  return [...text.matchAll(PAIR)].flatMap(([, word = '', mark, value = '']) => {
    const meant = keys.includes(stem(word)) && !isStopWord(value.toLowerCase()) && (mark || /^"|\d/.test(value))
    return meant ? [value.replace(/^"|"$|\.$/g, '')] : []
  })
}

function dates(text: string, now: Date): string[] {
  const said = wordsOf(text)
  const exact = text.match(/\b\d{4}-\d\d-\d\d(?:T[\d:.]+(?:Z|[+-]\d\d:\d\d)?)?\b/g) ?? []
  const written = [...text.matchAll(DATE)].map(([, early, month, late, year = now.getUTCFullYear()]) =>
    Date.parse(`${early ?? late} ${month} ${year} UTC`),
  )
  const near = [-1, 0, 1, 2, 3, 4, 5, 6, 7].filter(shift => {
    const names = [shift > 0 && DAYS[(now.getUTCDay() + shift) % 7], ['yesterday', 'today', 'tomorrow'][shift + 1]]
    return said.some(word => names.includes(word))
  })
  const times = [...written, ...near.map(shift => now.getTime() + shift * 86_400_000)].filter(time => time > 0)
  return [...exact, ...times.map(time => new Date(time).toISOString().slice(0, 10))]
}

/** What only the build of the sentence speaks for: quoted text, names, what follows a preposition, what is left. */
export function looseValues({ name }: Parameter, text: string, known: KnownTool): string[] {
  if (/^(?:request|task|prompt)$/.test(name)) return [text]
  const end = String.raw`(?=[,.;!?\n](?:\s|$)|\s(?:${PREPOSITIONS}|that|and|or|because|please|today|tomorrow|now)\b|$)`
  const after = (words: string) => groups(text, RegExp(String.raw`\b(?:${words})\s+(.+?)${end}`, 'gi'))
  const way = /^(?:from|origin|source)/i.test(name) ? 'from' : /^(?:to|dest|target)/i.test(name) ? 'to' : '-'
  const all = [...after(way), ...groups(text, NAMES), ...after(PREPOSITIONS), text]
  const found = [...groups(text, QUOTED), ...all.map(value => trimmed(value.replace(EMAIL, ' '), known))]
  return [...new Set(found.filter(Boolean))]
}

/** What is to be passed on: after `that`, `saying` or a colon. */
export function toldText(text: string): string {
  const told = /(?:\S\s+that\s+|\bsaying\s+(?:that\s+)?|:\s+)(\S+\s+\S.*)$/is.exec(text)?.[1]?.trim() ?? ''
  return told.charAt(0).toUpperCase() + told.slice(1)
}

/** A text without the words at its ends that carry nothing or belong to the tool. */
function trimmed(text: string, { weights }: KnownTool): string {
  const isOwn = (word: string) => isStopWord(word) || (weights.get(stem(word)) ?? 0) >= 1
  const words = text.split(/\s+/).map(word => word.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, ''))
  const keeps = words.map(word => !wordsOf(word).every(isOwn))
  return words.slice(keeps.indexOf(true), keeps.lastIndexOf(true) + 1).join(' ')
}

function groups(text: string, pattern: RegExp): string[] {
  return [...text.matchAll(pattern)].map(match => (match.slice(1).find(Boolean) ?? '').trim()).filter(Boolean)
}
