import { isRecord } from '../../core/json.ts'
import type { KnownTool, Parameter } from './known-tool.ts'
import { isStopWord, stem, subjects, wordsOf } from './words.ts'

/** Where values are looked for: a text, the tool they are for, and what other arguments took already. */
export interface Source {
  text: string
  known: KnownTool
  taken: ReadonlySet<string>
  now: Date
}

const NUMBER_WORDS = 'zero one two three four five six seven eight nine ten eleven twelve'.split(' ')
const WEEKDAYS = 'sunday monday tuesday wednesday thursday friday saturday'.split(' ')
const MONTHS = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ')
const BEFORE = 'in|at|for|from|to|of|on|near|by|about|with|called|named|titled|via'
const QUOTED = /"([^"]+)"|“([^”]+)”|(?<=^|\s)'([^']+)'(?=\W|$)/g
const EMAIL = /[\w.+-]+@[\w-]+(?:\.[\w-]+)+/g
const FIND_PATH = /(?:https?:\/\/\S+|\S*[\w-]\/[\w./-]+|\b[\w-]+\.[A-Za-z]\w{0,4}\b)/g

/** What a text offers for a parameter, by marks that leave little doubt: the best first. */
export function clearValues(parameter: Parameter, source: Source): unknown[] {
  const { schema } = parameter
  const type = [schema.type].flat()[0]
  if (schema.enum) return choices(schema.enum, source.text)
  if (type === 'boolean') return truth(parameter, source.text)
  if (type === 'number' || type === 'integer') return numbers(parameter, source)
  if (type === 'array' || type === 'object') return []
  return strings(parameter, source).filter(value => !source.taken.has(value))
}

function choices(values: readonly unknown[], text: string): unknown[] {
  const said = new Set(wordsOf(text).map(stem))
  return values.filter(value => typeof value === 'string' && wordsOf(value).every(word => said.has(stem(word))))
}

function truth({ about, name }: Parameter, text: string): boolean[] {
  const said = wordsOf(text)
  const keys = about.length > 0 ? about : wordsOf(name).map(stem)
  const at = said.findIndex(word => keys.includes(stem(word)))
  if (at < 0) return []
  return [!said.slice(Math.max(0, at - 3), at).some(word => /^(no|not|without|don|never)$/.test(word))]
}

function numbers(parameter: Parameter, { text, taken }: Source): number[] {
  const near = new Set([...parameter.about, ...subjects(parameter.schema.description ?? '')])
  const found: { value: number; clear: number }[] = []
  for (const match of text.matchAll(
    /(?<![\w.-])([$€£]\s?)?(\d[\d,]*(?:\.\d+)?)(?![\w-]|\.\d)\s*([$€£%]?)\s*(\p{L}*)/gu,
  )) {
    const [whole, mark, digits = '', unit, word = ''] = match
    const before = wordsOf(text.slice(0, match.index)).at(-1) ?? ''
    const beside = near.has(stem(word)) || near.has(stem(before))
    if (!taken.has(digits)) found.push({ value: amount(digits), clear: Number(beside) + (mark || unit ? 0.5 : 0) })
    if (whole === '') break
  }
  for (const [index, word] of wordsOf(text).entries()) {
    const value = NUMBER_WORDS.indexOf(word)
    const next = wordsOf(text)[index + 1] ?? ''
    if (value > 1 || (value >= 0 && near.has(stem(next)))) found.push({ value, clear: near.has(stem(next)) ? 1 : 0 })
  }
  const fitting = parameter.schema.type === 'integer' ? found.filter(({ value }) => Number.isInteger(value)) : found
  const usable = parameter.required ? fitting : fitting.filter(({ clear }) => clear > 0)
  return usable.sort((a, b) => b.clear - a.clear).map(({ value }) => value)
}

const amount = (digits: string) => Number(digits.replaceAll(',', ''))

/** What kind of text a parameter takes, by its schema first and its name and description second. */
function kindOf({
  schema,
  name,
}: Parameter): 'pattern' | 'email' | 'date' | 'path' | 'shape' | 'reason' | 'id' | 'free' {
  const meaning = `${wordsOf(name).join(' ')} ${schema.description ?? ''}`.toLowerCase()
  if (typeof schema.pattern === 'string') return 'pattern'
  if (schema.format === 'email' || /\be-?mail\b|\brecipient/.test(meaning)) return 'email'
  if (/^date/.test(schema.format ?? '') || /\b(?:date|day|when)\b/.test(meaning)) return 'date'
  if (/^ur[il]/.test(schema.format ?? '') || /\b(?:path|file|url|uri)\b/.test(meaning)) return 'path'
  if (schema.examples?.some(example => /\d/.test(String(example)))) return 'shape'
  if (/\b(?:why|reason|cause)\b/.test(meaning)) return 'reason'
  return /\b(?:ids?|identifier|number|no|code|key|ref|reference|sku)\b/.test(meaning) ? 'id' : 'free'
}

/** Whether any words may be its value. */
export function isFree(parameter: Parameter): boolean {
  const type = [parameter.schema.type].flat()[0] ?? 'string'
  return type === 'string' && parameter.schema.enum === undefined && ['free', 'reason'].includes(kindOf(parameter))
}

function strings(parameter: Parameter, source: Source): string[] {
  const { text } = source
  const tokens = tokensOf(text)
  const byKind: Record<ReturnType<typeof kindOf>, () => string[]> = {
    pattern: () => tokens.filter(token => matches(String(parameter.schema.pattern), token)),
    email: () => text.match(EMAIL) ?? [],
    date: () => dates(text, source),
    path: () => text.match(FIND_PATH) ?? [],
    shape: () => {
      const shapes = (parameter.schema.examples ?? []).map(shapeOf)
      return tokens.filter(token => shapes.some(shape => shape.test(token)))
    },
    reason: () => groups(text, /\b(?:because|since|due to)\s+(?:of\s+)?(.+?)(?=[.;!?\n]|$)/gi),
    id: () => [
      ...named(parameter, text),
      ...tokens.filter(token => /\d|^\p{Lu}{2,}$/u.test(token) && !token.includes('@')),
    ],
    free: () => [...named(parameter, text), ...(/^to$/i.test(parameter.name) ? (text.match(EMAIL) ?? []) : [])],
  }
  return [...new Set(byKind[kindOf(parameter)]())]
}

/** `author: Le Guin`, `port is Dover`, `order 1001`: the value beside the parameter's own name. */
function named({ about, name }: Parameter, text: string): string[] {
  const keys = about.length > 0 ? about : wordsOf(name).map(stem)
  const found: string[] = []
  for (const match of text.matchAll(
    /(\p{L}+)\s*(?:(:|=|#|\bis\b|\bid\b|\bnumber\b|\bno\.|\bnamed\b|\bcalled\b)\s*)*("[^"]+"|[\p{L}\p{N}][\p{L}\p{N}._@-]*)/gu,
  )) {
    const [, word = '', mark, value = ''] = match
    if (!keys.includes(stem(word)) || isStopWord(value)) continue
    if (mark || /\d/.test(value) || value.startsWith('"')) found.push(value.replace(/^"|"$/g, '').replace(/\.$/, ''))
  }
  return found
}

function dates(text: string, { now }: Source): string[] {
  const day = (shift: number) => new Date(now.getTime() + shift * 86_400_000).toISOString().slice(0, 10)
  const exact = text.match(/\b\d{4}-\d\d-\d\d(?:T[\d:.]+(?:Z|[+-]\d\d:\d\d)?)?\b/g) ?? []
  const written = [
    ...text.matchAll(
      /\b(?:(\d{1,2})(?:st|nd|rd|th)?\s+)?(?:of\s+)?(\p{L}{3,9})\.?(?:\s+(\d{1,2})\b(?!\d))?(?:,?\s+(\d{4}))?/gu,
    ),
  ]
    .map(([, early, month = '', late, year]) => {
      const index = MONTHS.indexOf(month.slice(0, 3).toLowerCase())
      const date = early ?? late
      if (index < 0 || date === undefined || !isMonth(month)) return ''
      return `${year ?? now.getUTCFullYear()}-${String(index + 1).padStart(2, '0')}-${date.padStart(2, '0')}`
    })
    .filter(Boolean)
  const relative = wordsOf(text).flatMap(word => {
    const shift = ['today', 'tomorrow'].indexOf(word)
    if (shift >= 0) return [day(shift)]
    if (word === 'yesterday') return [day(-1)]
    const weekday = WEEKDAYS.indexOf(word)
    return weekday < 0 ? [] : [day(((weekday - now.getUTCDay() + 6) % 7) + 1)]
  })
  return [...exact, ...written, ...relative]
}

const isMonth = (word: string) =>
  /^(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)(uary|ruary|ch|il|e|y|ust|t|tember|ober|ember)?$/i.test(word)

/** What may be meant when only the sentence's build speaks for it: names, what follows a preposition, what is left. */
export function looseValues(parameter: Parameter, source: Source): string[] {
  const { text, known, taken } = source
  const isOwn = (word: string) => isStopWord(word) || known.weights.has(stem(word))
  const trimmed = (value: string) => trimBy(value, isOwn)
  const direction = /^(?:from|origin|source|start)/i.test(parameter.name)
    ? 'from'
    : /^(?:to|destination|target)/i.test(parameter.name)
      ? 'to'
      : ''
  const after = (words: string) =>
    groups(
      text,
      new RegExp(
        `\\b(?:${words})\\s+(.+?)(?=[,.;!?\\n](?:\\s|$)|\\s(?:${BEFORE}|that|and|or|because|please|today|tomorrow|now)\\b|$)`,
        'gi',
      ),
    )
  const names = groups(text, /(?<![\p{L}\p{N}@.-])(\p{Lu}[\p{L}'-]*(?:\s+\p{Lu}[\p{L}'-]*)*)/gu).map(trimmed)
  const left = text
    .replace(EMAIL, ' ')
    .split(/\s+/)
    .map(word => word.replace(/^\W+|[.,;:!?'"]+$/g, ''))
    .filter(word => word && !isOwn(word))
  const found = [
    ...(direction ? after(direction).map(trimmed) : []),
    ...groups(text, QUOTED),
    ...names,
    ...after(BEFORE).map(trimmed),
    left.join(' '),
  ]
  return [...new Set(found)].filter(value => value !== '' && !taken.has(value) && !EMAIL_ONLY.test(value))
}

/** What is to be passed on: after `that`, `saying` or a colon. */
export function toldText(text: string): string {
  const told = /(?:\S\s+that\s+|\bsaying\s+(?:that\s+)?|:\s+)(\S+\s+\S.*)$/is.exec(text)?.[1]?.trim() ?? ''
  return told.charAt(0).toUpperCase() + told.slice(1)
}

const EMAIL_ONLY = /^[\w.+-]+@[\w.-]+$/

function trimBy(value: string, drop: (word: string) => boolean): string {
  const words = value.split(/\s+/)
  while (words.length > 0 && drop(words[0] ?? '')) words.shift()
  while (words.length > 0 && drop(words.at(-1) ?? '')) words.pop()
  return words.join(' ')
}

function tokensOf(text: string): string[] {
  return [...new Set(text.split(/[\s,;()[\]{}"“”]+/).map(token => token.replace(/^[#'<]+|[.:!?'>]+$/g, '')))].filter(
    token => token.length > 0 && token.length <= 64,
  )
}

function matches(pattern: string, token: string): boolean {
  try {
    return new RegExp(pattern, 'u').exec(token)?.[0] === token
  } catch {
    return false
  }
}

/** `A-1001` stands for one letter, a dash and digits. */
function shapeOf(example: unknown): RegExp {
  const escaped = String(example).replace(/[.*+?^${}()|[\]\\/]/g, '\\$&')
  return new RegExp(
    `^${escaped.replace(/\d+/g, '\\d+').replace(/(?<!\\)\p{L}+/gu, run => `\\p{L}{${run.length}}`)}$`,
    'u',
  )
}

function groups(text: string, pattern: RegExp): string[] {
  return [...text.matchAll(pattern)].map(match => (match.slice(1).find(Boolean) ?? '').trim()).filter(Boolean)
}

/** Every scalar in a value, with its key. */
export function scalarsIn(json: unknown, key = ''): [string, unknown][] {
  if (Array.isArray(json)) return json.flatMap(item => scalarsIn(item, key))
  if (isRecord(json)) return Object.entries(json).flatMap(([name, value]) => scalarsIn(value, name))
  return json === null || json === undefined ? [] : [[key, json]]
}
