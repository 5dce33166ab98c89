/**
 * A deep copy of plain objects and lists. Other objects (a tool's own `prepare` may make a Date, or one of a class) are
 * handed on as they are.
 */
export function copyPlain<T>(value: T): T {
  return copy(value) as T
}

function copy(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(copy)
  if (typeof value !== 'object' || value === null) return value
  const prototype: unknown = Object.getPrototypeOf(value)
  if (prototype !== Object.prototype && prototype !== null) return value
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, copy(inner)]))
}
