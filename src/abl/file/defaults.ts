import type { DefaultKey } from '../bindings/binding.ts'
import { auth } from '../bindings/http.ts'
import { BINDINGS } from '../bindings/index.ts'
import type { AuthType, BindingSpec } from '../bindings/spec.ts'
import { template } from '../codec/expression.ts'
import { headers } from '../codec/headers.ts'
import type { Field } from '../codec/record.ts'
import { number } from '../codec/scalar.ts'
import type { Hints } from '../spec.ts'
import type { NamedValue } from '../types.ts'

/** What a file of tools sets for all its tools. The fields carry the names of the bindings' own. */
export interface ToolDefaults {
  /** Template. */
  baseUrl?: string
  auth?: AuthType
  /** Milliseconds. */
  timeout?: number
  retry?: number
  /** Milliseconds. */
  retryDelay?: number
  /** Requests per second. */
  rateLimit?: number
  headers: NamedValue[]
}

export const DEFAULTS = {
  baseUrl: { key: 'base_url', codec: template },
  auth: { key: 'auth', codec: auth },
  timeout: { key: 'timeout', codec: number({ least: 1 }) },
  retry: { key: 'retry', codec: number({ integer: true }) },
  retryDelay: { key: 'retry_delay', codec: number() },
  rateLimit: { key: 'rate_limit', codec: number({ least: 0.001 }) },
  headers: { key: 'headers', codec: headers, fallback: [] },
} satisfies { [K in keyof ToolDefaults]-?: Field<Exclude<ToolDefaults[K], undefined>> & { key: DefaultKey } }

export const DEFAULT_KEYS: readonly string[] = Object.values(DEFAULTS).map(field => field.key)

/**
 * A binding with its file's defaults laid under it. `isWritten` tells which keys the tool gives itself: those win, even
 * where their value is the usual one. A hint about the time, a retry policy and an auth profile are the tool's own word too.
 */
export function applyDefaults(
  binding: BindingSpec,
  defaults: ToolDefaults,
  { hints, isWritten }: { hints: Hints; isWritten: (key: string) => boolean },
): BindingSpec {
  const reached: readonly string[] = BINDINGS[binding.type].defaults
  const merged: Record<string, unknown> = { ...binding }
  for (const [name, { key }] of Object.entries(DEFAULTS)) {
    const value = defaults[name as keyof ToolDefaults]
    if (value === undefined || name === 'headers' || !reached.includes(key) || isWritten(key)) continue
    if (!isOverruled(key, binding, hints)) merged[name] = value
  }
  if ('headers' in binding && reached.includes('headers'))
    merged.headers = mergeHeaders(defaults.headers, binding.headers)
  return merged as unknown as BindingSpec
}

/** Whether the tool says by another property what a default would say. */
export function isOverruled(key: DefaultKey, binding: BindingSpec, hints: Hints): boolean {
  if (key === 'timeout') return hints.timeout !== undefined
  if (binding.type !== 'http') return false
  if (key === 'auth') return binding.authProfile !== undefined
  return (key === 'retry' || key === 'retry_delay') && binding.retryPolicy !== undefined
}

function mergeHeaders(shared: readonly NamedValue[], own: readonly NamedValue[]): NamedValue[] {
  const isSame = (a: NamedValue, b: NamedValue) => a.name === b.name && a.value === b.value
  const overridden = (header: NamedValue) =>
    own.some(other => other.name.toLowerCase() === header.name.toLowerCase() && !isSame(other, header))
  return [...shared.filter(header => !overridden(header)), ...ownHeaders(shared, own)]
}

/** The headers that a tool adds to, or changes from, the shared ones. */
export function ownHeaders(shared: readonly NamedValue[], all: readonly NamedValue[]): NamedValue[] {
  return all.filter(header => !shared.some(other => other.name === header.name && other.value === header.value))
}
