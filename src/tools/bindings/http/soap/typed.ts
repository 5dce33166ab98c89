import type { TypeSpec } from '../../../../abl/index.ts'
import { isRecord } from '../../../../core/json.ts'

/**
 * A value of XML, which knows texts only, as the type that the declaration promises: numbers, booleans, lists of one.
 * What does not fit stays as it is.
 */
export function typed(value: unknown, type: TypeSpec | undefined): unknown {
  switch (type?.kind) {
    case 'number':
      return typeof value === 'string' && /^\s*[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?\s*$/.test(value)
        ? Number(value)
        : value
    case 'boolean':
      return typeof value === 'string' ? (BOOLEANS.get(value.trim()) ?? value) : value
    case 'nullable':
      return typed(value, type.type)
    case 'array':
      return listOf(value, type.items).map(item => typed(item, type.items))
    case 'object':
      return type.fields ? typedFields(value, type.fields) : value
    default:
      return value
  }
}

const BOOLEANS = new Map([
  ['true', true],
  ['1', true],
  ['false', false],
  ['0', false],
])

/** A list is written as its items, or as one element around them. */
function listOf(value: unknown, items: TypeSpec): unknown[] {
  if (Array.isArray(value)) return value
  if (value === '' || value === null || value === undefined) return []
  const inside = aroundItems(value, items)
  return inside === undefined ? [value] : Array.isArray(inside) ? inside : [inside]
}

/** What stands in an element that is only there to hold the items; undefined when it is an item itself. */
function aroundItems(value: unknown, items: TypeSpec): unknown {
  const [only, second] = isRecord(value) ? Object.entries(value) : []
  if (only === undefined || second !== undefined) return undefined
  const [name, inside] = only
  const isField = items.kind === 'object' && (items.fields ?? []).some(field => field.name === name)
  const holdsRecords = items.kind === 'object' || items.kind === 'named' || items.kind === 'any'
  return Array.isArray(inside) || !holdsRecords || (items.kind === 'object' && items.fields && !isField)
    ? inside
    : undefined
}

function typedFields(value: unknown, fields: readonly { name: string; type: TypeSpec; optional: boolean }[]): unknown {
  const whole = value === '' ? {} : value
  if (!isRecord(whole)) return value
  const found = fields.filter(({ name, type }) => Object.hasOwn(whole, name) || type.kind === 'array')
  const entries = found.map(({ name, type, optional }) => {
    const inner = Object.hasOwn(whole, name) ? whole[name] : undefined
    return [name, inner === undefined && optional ? undefined : typed(inner, type)] as const
  })
  return { ...whole, ...Object.fromEntries(entries.filter(([, inner]) => inner !== undefined)) }
}
