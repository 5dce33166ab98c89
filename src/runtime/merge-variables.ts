import { isRecord, type Json } from '../core/json.ts'

/** A session's variables with new values set: objects are merged key by key, everything else is replaced. Pure. */
export function mergeVariables(
  variables: Record<string, Json>,
  set: Record<string, unknown> | undefined,
): Record<string, Json> {
  return merge(variables, set ?? {}) as Record<string, Json>
}

function merge(before: Record<string, unknown>, set: Record<string, unknown>): Record<string, unknown> {
  const merged = structuredClone(before)
  for (const [key, value] of Object.entries(set)) {
    if (key === '__proto__') continue
    const inner = Object.hasOwn(merged, key) ? merged[key] : undefined
    merged[key] = isRecord(inner) && isRecord(value) ? merge(inner, value) : structuredClone(value)
  }
  return merged
}
