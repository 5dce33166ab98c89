import { isRecord } from '../core/json.ts'

const HIDDEN = '«hidden»'

/** Values shorter than these hide only where they stand by themselves: `4` must not tear `14` apart. */
const SHORT = 4

/** A text without the values of these arguments, whatever wrote them into it (`visibility.trace: false`). */
export function hideValues(
  text: string,
  names: readonly string[] | undefined,
  input: Readonly<Record<string, unknown>>,
): string {
  if (!names) return text
  const values = names.flatMap(name => leaves(input[name])).toSorted((a, b) => b.length - a.length)
  return values.reduce(hide, text)
}

function hide(text: string, value: string): string {
  if (value.length >= SHORT) return text.replaceAll(value, HIDDEN)
  const escaped = value.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
  return text.replace(new RegExp(`(?<![\\p{L}\\p{N}])${escaped}(?![\\p{L}\\p{N}])`, 'gu'), HIDDEN)
}

function leaves(value: unknown): string[] {
  if (typeof value === 'string' || typeof value === 'number') return value === '' ? [] : [String(value)]
  if (Array.isArray(value)) return value.flatMap(leaves)
  return isRecord(value) ? Object.values(value).flatMap(leaves) : []
}
