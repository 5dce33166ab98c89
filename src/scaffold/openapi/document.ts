import { isRecord, type JsonRecord } from '../../core/json.ts'

/** An OpenAPI document, read and with its external files brought in. */
export interface OpenApiDocument {
  data: JsonRecord
  title: string
  /** The path or URL it came from, as a person gave it. */
  source: string
  /** Where relative server URLs start; undefined for a file. */
  url?: string
}

/** What stands in the place of a reference into another document that is not read. */
export const NOT_FOLLOWED = 'x-loopengine-not-followed'

/** Where a node points to, be it followed or not. */
export function referenceOf(node: unknown): string | undefined {
  const reference = isRecord(node) ? (node.$ref ?? node[NOT_FOLLOWED]) : undefined
  return typeof reference === 'string' ? reference : undefined
}

const MOST_HOPS = 32

/** The value behind a node that may be a `$ref` of the same document; undefined where it leads nowhere. */
export function resolved(data: JsonRecord, node: unknown): JsonRecord | undefined {
  let found = node
  for (let hops = 0; hops < MOST_HOPS; hops++) {
    if (!isRecord(found)) return undefined
    const reference = referenceOf(found)
    if (reference === undefined) return found
    found = pointed(data, reference)
  }
  return undefined
}

/** What a reference such as `#/components/schemas/Order` points to. */
export function pointed(data: JsonRecord, reference: string): unknown {
  if (!reference.startsWith('#')) return undefined
  let found: unknown = data
  for (const part of reference.slice(1).split('/').slice(1)) {
    const key = decoded(part).replaceAll('~1', '/').replaceAll('~0', '~')
    const holder = found
    const has = (isRecord(holder) || Array.isArray(holder)) && Object.hasOwn(holder, key)
    found = has ? (holder as JsonRecord)[key] : undefined
  }
  return found
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

/** A map's own entries that are maps themselves. */
export function recordsIn(value: unknown): [string, JsonRecord][] {
  return isRecord(value)
    ? Object.entries(value).filter((entry): entry is [string, JsonRecord] => isRecord(entry[1]))
    : []
}

/** Whether a word can be the name of a header or a cookie. */
export function isToken(word: string): boolean {
  return /^[A-Za-z0-9!#$%&'*+\-.^_`|~]+$/.test(word)
}

/** The texts among a list's items. */
export function textsIn(value: unknown): string[] {
  return Array.isArray(value) ? value.filter(item => typeof item === 'string') : []
}

/** A text on one line, cut at the end of a sentence or word where it is longer. */
export function shortened(text: unknown, longest: number): string {
  if (typeof text !== 'string') return ''
  const line = text
    .replace(/<[^<>]*>/g, '')
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/\s+/g, ' ')
    .trim()
  if (line.length <= longest) return line
  const cut = line.slice(0, longest - 1)
  const sentence = cut.lastIndexOf('. ')
  if (sentence > longest / 2) return cut.slice(0, sentence + 1)
  return `${cut.slice(0, Math.max(cut.lastIndexOf(' '), longest / 2)).trimEnd()}…`
}
