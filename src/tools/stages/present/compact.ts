import type { Compaction } from '../../../abl/index.ts'
import { countTokens } from '../../../core/count-tokens.ts'
import { isRecord, parseJson } from '../../../core/json.ts'
import type { CompactTools } from '../../../core/tool.ts'
import { stepsOf } from '../session-path.ts'

const MOST_TOKENS = 2_000
const SUMMARY_TIMEOUT_MS = 3_000
const ELLIPSIS = '…'
/** Where the search for a length begins. */
const MOST_CHARACTERS_A_TOKEN = 8

/**
 * How a result stands in the history from the next turn on: essential fields word for word, long texts elsewhere cut.
 * What is still too long is summarised in time, else cut; the essential fields then stand before it.
 */
export async function compactResult(
  { essentialFields, maxDescriptionLength, summaryTimeoutMs }: Compaction,
  text: string,
  { summarise }: CompactTools,
): Promise<string> {
  const value = parseJson(text) ?? text
  const essential = essentialFields.map(stepsOf)
  const longest = maxDescriptionLength ?? Number.POSITIVE_INFINITY
  const shortened = shorten(value, { essential, longest })
  const compact = value === text ? String(shortened) : JSON.stringify(shortened)
  if (countTokens(compact) <= MOST_TOKENS) return compact
  const kept = keep(value, essential)
  const head = kept === undefined ? '' : `${JSON.stringify(kept)}\n`
  const summary = await summarise(compact, summaryTimeoutMs ?? SUMMARY_TIMEOUT_MS)
  return head + (summary ?? cutToTokens(compact, MOST_TOKENS - countTokens(head)))
}

interface Shortening {
  /** The rest of the essential paths from here on. */
  essential: readonly (readonly string[])[]
  longest: number
}

function shorten(value: unknown, { essential, longest }: Shortening): unknown {
  if (essential.some(path => path.length === 0)) return value
  if (typeof value === 'string') return cut(value, longest)
  if (Array.isArray(value))
    return value.map((item, index) => shorten(item, { essential: inList(essential, index), longest }))
  if (!isRecord(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [
      name,
      shorten(inner, { essential: below(essential, name), longest }),
    ]),
  )
}

/** The parts at the essential paths alone, in their place; undefined for none. */
function keep(value: unknown, essential: Shortening['essential']): unknown {
  if (essential.length === 0) return undefined
  if (essential.some(path => path.length === 0)) return value
  if (Array.isArray(value)) {
    const items = value.map((item, index) => keep(item, inList(essential, index)))
    return items.some(item => item !== undefined) ? items.map(item => item ?? null) : undefined
  }
  if (!isRecord(value)) return undefined
  const entries = Object.entries(value).flatMap(([name, inner]) => {
    const kept = keep(inner, below(essential, name))
    return kept === undefined ? [] : [[name, kept]]
  })
  return entries.length > 0 ? Object.fromEntries(entries) : undefined
}

function below(paths: Shortening['essential'], name: string): string[][] {
  return paths.filter(([first]) => first === name).map(path => path.slice(1))
}

/** A path goes through a list, for all its items, unless it names one by its number. */
function inList(paths: Shortening['essential'], index: number): string[][] {
  return paths.flatMap(path => {
    const [first = ''] = path
    if (!/^\d+$/.test(first)) return [[...path]]
    return Number(first) === index ? [path.slice(1)] : []
  })
}

function cut(text: string, longest: number): string {
  if (text.length <= longest) return text
  return `${text.slice(0, longest).replace(/[\ud800-\udbff]$/, '')}${ELLIPSIS}`
}

/** As much of a text as a number of tokens holds. */
function cutToTokens(text: string, tokens: number): string {
  if (tokens <= 0) return ELLIPSIS
  let length = Math.min(text.length, tokens * MOST_CHARACTERS_A_TOKEN)
  while (countTokens(text.slice(0, length)) > tokens) length = Math.floor(length * 0.9)
  return cut(text, length)
}
