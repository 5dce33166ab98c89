/** A value that JSON can carry. */
export type Json = null | boolean | number | string | Json[] | { [key: string]: Json }

/** A JSON Schema (2020-12 unless `$schema` says draft-07). Kept open: ajv is the judge of its content. */
export interface JsonSchema {
  type?: string | string[]
  properties?: Record<string, JsonSchema>
  required?: readonly string[]
  items?: JsonSchema | JsonSchema[]
  enum?: readonly unknown[]
  description?: string
  default?: unknown
  examples?: readonly unknown[]
  pattern?: string
  format?: string
  [keyword: string]: unknown
}

export type JsonRecord = Record<string, unknown>

/** A plain keyed object: neither null nor an array. */
export function isRecord(value: unknown): value is JsonRecord {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Own properties only: a name that comes from outside must never reach `Object.prototype`. */
export function getOwn<T>(record: Readonly<Record<string, T>>, name: string): T | undefined {
  return Object.hasOwn(record, name) ? record[name] : undefined
}

/** JSON text with sorted keys: equal values give equal texts, whatever order their keys were written in. */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_key, inner: unknown) =>
    isRecord(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)))
      : inner,
  )
}

/** The value of a JSON text; undefined when it is none. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
