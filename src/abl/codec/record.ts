import { isDeepStrictEqual } from 'node:util'
import type { Pair } from '../scan/node.ts'
import { shown, suggestion } from '../scan/report.ts'
import { type Codec, keyOf, type Printed, pathOf, type ReadContext, refuse, within } from './codec.ts'
import { reportDuplicate } from './collection.ts'
import { pairsOf } from './flow.ts'
import { printPair } from './lines.ts'

/** One property of a record: the key as the file writes it, and how its value is read. */
export interface Field<T> {
  key: string
  codec: Codec<T>
  required?: boolean
  /** Stands in when the file has no such key; left out when printing. */
  fallback?: T
  /** Other spellings of the key. Two spellings at once are ABL3009. */
  aliases?: readonly string[]
}

/** A field for every property of T. */
export type Fields<T> = { readonly [K in keyof T]-?: Field<Exclude<T[K], undefined>> }

/** The same table with the types of its fields forgotten, for code that treats all records alike. */
export type AnyFields = Readonly<Record<string, Field<unknown>>>

export interface RecordOptions {
  /** Takes the keys that no field has. @default ABL2007 with the nearest key */
  onUnknown?(pair: Pair, context: ReadContext): void
}

/** A map with known keys. */
export function record<T extends object>(fields: Fields<T>, options: RecordOptions = {}): Codec<T> {
  return {
    read(value, context) {
      const pairs = pairsOf(value, context)
      return pairs && (readFields(fields, pairs, { context, options }) as T)
    },
    print: value => ({ style: 'block', lines: printFields(fields, value as Readonly<Record<string, unknown>>) }),
  }
}

/** Reads pairs by a table of fields. What could not be read is absent and reported. */
export function readFields(
  fields: AnyFields,
  pairs: readonly Pair[],
  { context, options = {} }: { context: ReadContext; options?: RecordOptions },
): Record<string, unknown> {
  const { keys, closing } = indexOf(fields)
  const written = new Map<string, Pair>()
  const values: Record<string, unknown> = {}
  for (const pair of pairs) {
    const name = keys.get(pair.key)
    const field = name === undefined ? undefined : fields[name]
    if (name === undefined || !field) {
      if (options.onUnknown) options.onUnknown(pair, context)
      else reportUnknown(pair, context, [...keys.keys()])
      continue
    }
    reportTwice(pair, written.get(name), context)
    written.set(name, pair)
    const value = field.codec.read(pair.value, within(context, pair))
    if (value !== undefined) values[name] = value
  }
  for (const [name, field] of closing) {
    if (field.required && !written.has(name)) reportMissing(field.key, context)
    if (field.fallback !== undefined && values[name] === undefined) values[name] = copyOf(field.fallback)
  }
  return values
}

/** The lines of a record's properties, in the order of its table; what equals its fallback is left out. */
export function printFields(fields: AnyFields, values: Readonly<Record<string, unknown>>): string[] {
  return Object.entries(fields).flatMap(([name, field]) => {
    const value = values[name]
    if (value === undefined || isDeepStrictEqual(value, field.fallback)) return []
    return printProperty(field.key, field.codec.print(value))
  })
}

function printProperty(key: string, printed: Printed): string[] {
  const isEmpty = typeof printed !== 'string' && printed.lines.length === 0
  return isEmpty ? [`${key}: {}`] : printPair(key, printed)
}

/** Lists and maps must not be shared between the records that fall back to them. */
function copyOf(fallback: unknown): unknown {
  if (Array.isArray(fallback)) return [...fallback]
  return typeof fallback === 'object' ? { ...fallback } : fallback
}

interface FieldIndex {
  /** Every spelling of every key, to the field's name. */
  keys: ReadonlyMap<string, string>
  /** The fields that something is done for when the file does not give them. */
  closing: readonly (readonly [string, Field<unknown>])[]
}

const indexes = new WeakMap<AnyFields, FieldIndex>()

function indexOf(fields: AnyFields): FieldIndex {
  const known = indexes.get(fields)
  if (known) return known
  const entries = Object.entries(fields)
  const keys = new Map(
    entries.flatMap(([name, field]) => [field.key, ...(field.aliases ?? [])].map(key => [key, name] as const)),
  )
  const index = { keys, closing: entries.filter(([, field]) => field.required || field.fallback !== undefined) }
  indexes.set(fields, index)
  return index
}

/** Every spelling of every key, to the field's name. */
export function keysOf(fields: AnyFields): ReadonlyMap<string, string> {
  return indexOf(fields).keys
}

export function reportUnknown(pair: Pair, context: ReadContext, candidates: readonly string[]): void {
  const where = context.path === '' ? '' : ` of \`${pathOf(context)}\``
  context.report.add({
    code: 'ABL2007',
    span: pair.keySpan,
    message: `\`${shown(pair.key)}\` is no property${where}.`,
    hint: suggestion(pair.key, candidates) ?? `known: ${candidates.join(', ')}`,
    ...(context.report.strict ? { severity: 'error' } : {}),
  })
}

export function reportMissing(key: string, context: ReadContext): void {
  const where = context.path === '' ? '' : ` in \`${keyOf(context)}\``
  refuse(context, {
    code: 'ABL2012',
    span: context.keySpan,
    message: `\`${key}\` is missing${where}.`,
    hint: `add \`${key}: …\``,
  })
}

function reportTwice(pair: Pair, earlier: Pair | undefined, context: ReadContext): void {
  if (!earlier) return
  if (earlier.key === pair.key) {
    reportDuplicate(pair, context)
    return
  }
  const message = `\`${earlier.key}\` and \`${pair.key}\` mean the same; only one may be given.`
  context.report.add({ code: 'ABL3009', span: pair.keySpan, message, hint: 'keep one of them' })
}
