import { isNothing } from '../../../../abl/expression/values.ts'

export type Pair = readonly [name: string, value: string]

/** A value as fields of a query or a form: arrays repeat the name, objects are JSON, null and undefined are left out. */
export function pairsOf(name: string, value: unknown): Pair[] {
  const values = Array.isArray(value) ? value : [value]
  return values.filter(item => !isNothing(item)).map(item => [name, pairText(item)])
}

function pairText(value: unknown): string {
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

export function encodePairs(pairs: readonly Pair[]): string {
  return new URLSearchParams(pairs.map((pair): [string, string] => [...pair])).toString()
}

/** A URL with more in its query, before its fragment. */
export function appendQuery(url: string, pairs: readonly Pair[]): string {
  if (pairs.length === 0) return url
  const [base = '', ...fragment] = url.split('#')
  const joint = !base.includes('?') ? '?' : /[?&]$/.test(base) ? '' : '&'
  return [base + joint + encodePairs(pairs), ...fragment].join('#')
}
