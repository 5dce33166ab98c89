import { isRecord, type Json } from '../../core/json.ts'

type Container = Record<string, Json> | Json[]

/** The names of a dot path: `items[0].name` -> items, 0, name. */
export function stepsOf(path: string): string[] {
  return path
    .replace(/^session\./, '')
    .split(/[.[\]]+/)
    .filter(step => step !== '')
}

/** What stands at a path, by own properties only. */
export function readPath(root: unknown, path: string): unknown {
  return stepsOf(path).reduce<unknown>((value, step) => childOf(value, step), root)
}

function childOf(value: unknown, step: string): unknown {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, step)) return undefined
  return (value as Record<string, unknown>)[step]
}

/**
 * Puts a value at a path of the session's variables and makes what is missing on the way: lists for numbers, else
 * objects. What stands on the way and is neither is replaced.
 */
export function writePath(root: Record<string, Json>, path: string, value: Json): void {
  const steps = stepsOf(path)
  const last = steps.pop()
  if (last === undefined) return
  let current: Container = root
  for (const [index, step] of steps.entries()) {
    const child = childOf(current, step)
    const next = isContainer(child) ? child : emptyFor(steps[index + 1] ?? last)
    if (next !== child) put(current, step, next)
    current = next
  }
  put(current, last, value)
}

/** Takes away what stands at a path; of a list, the item. */
export function clearPath(root: Record<string, Json>, path: string): void {
  const steps = stepsOf(path)
  const last = steps.pop()
  const parent = steps.reduce<unknown>((value, step) => childOf(value, step), root)
  if (last === undefined || !isContainer(parent) || !Object.hasOwn(parent, last)) return
  if (Array.isArray(parent)) parent.splice(Number(last), 1)
  else delete parent[last]
}

/** A list grows by one at most: `items[9]` of an empty list is its first item. */
function put(container: Container, step: string, value: Json): void {
  if (Array.isArray(container)) container[Math.min(Number(step) || 0, container.length)] = value
  else Object.defineProperty(container, step, { value, writable: true, enumerable: true, configurable: true })
}

function emptyFor(step: string): Container {
  return /^\d+$/.test(step) ? [] : {}
}

function isContainer(value: unknown): value is Container {
  return Array.isArray(value) || isRecord(value)
}

/** A value as JSON keeps it, a copy; nothing becomes null. Undefined for what JSON can't carry. */
export function asJson(value: unknown): Json | undefined {
  if (value === undefined) return null
  try {
    const text = JSON.stringify(value)
    return text === undefined ? undefined : (JSON.parse(text) as Json)
  } catch {
    return undefined
  }
}
