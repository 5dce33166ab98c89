import { isRecord, type JsonRecord } from '../../core/json.ts'
import { textsIn } from './document.ts'

/** What two schemas of an `allOf` say together; of words that both have, the second's count. */
export function mergedSchema(first: JsonRecord, second: JsonRecord): JsonRecord {
  const required = [...new Set([...textsIn(first.required), ...textsIn(second.required)])]
  const properties = mergedProperties(first.properties, second.properties)
  return {
    ...first,
    ...second,
    ...(properties === undefined ? {} : { properties }),
    ...(required.length > 0 ? { required } : {}),
    ...mergedVariants(first, second),
  }
}

function mergedProperties(first: unknown, second: unknown): JsonRecord | undefined {
  if (!isRecord(first) || !isRecord(second)) return isRecord(first) ? first : isRecord(second) ? second : undefined
  const both = Object.keys(first).filter(name => Object.hasOwn(second, name))
  return {
    ...first,
    ...second,
    ...Object.fromEntries(both.map(name => [name, { allOf: [first[name], second[name]] }])),
  }
}

/** Two sets of alternatives can't both be kept as one list: the larger says more. */
function mergedVariants(first: JsonRecord, second: JsonRecord): JsonRecord {
  const merged: JsonRecord = {}
  for (const key of ['oneOf', 'anyOf']) {
    const [one, other] = [first[key], second[key]]
    if (Array.isArray(one) && Array.isArray(other)) merged[key] = one.length > other.length ? one : other
  }
  return merged
}
