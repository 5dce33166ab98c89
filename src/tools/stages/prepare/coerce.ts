import { type FieldSpec, fitsType, type TypeSpec, typeName } from '../../../abl/index.ts'
import { isRecord, type Json } from '../../../core/json.ts'
import type { ArgumentProblem } from '../../../core/tool.ts'
import { shown } from '../../argument-problem.ts'

/** Where a value stands, and where its problems go. */
export interface CoercionPlace {
  path: string
  problems: ArgumentProblem[]
}

/**
 * A value as its declared type wants it: `"42"` for a number, `"true"` for a boolean, `5` for a text, also inside lists
 * and objects. What does not fit is noted, all of it, and comes back as it was. Changes nothing in place.
 */
export function coerce(value: unknown, type: TypeSpec, place: CoercionPlace): unknown {
  switch (type.kind) {
    case 'any':
    case 'named':
      return value
    case 'object':
      return coerceObject(value, type.fields, place)
    case 'array':
      return coerceArray(value, type.items, place)
    case 'nullable':
      return value === null ? null : coerce(value, type.type, place)
    case 'union':
      return coerceUnion(value, type, place)
    default:
      return coerceScalar(value, type, place)
  }
}

function coerceObject(value: unknown, fields: readonly FieldSpec[] | undefined, place: CoercionPlace): unknown {
  if (!isRecord(value)) return refuse(value, 'object', place)
  if (!fields) return value
  const coerced = new Map(Object.entries(value))
  for (const field of fields) {
    const given = coerced.get(field.name)
    const inside = { ...place, path: joined(place.path, field.name) }
    if (given !== undefined && !(given === null && passesOver(field))) {
      coerced.set(field.name, coerce(given, field.type, inside))
    } else if (field.default !== undefined) coerced.set(field.name, structuredClone(field.default))
    else {
      coerced.delete(field.name)
      if (!field.optional) refuse(undefined, expectation(field.type), inside)
    }
  }
  return Object.fromEntries(coerced)
}

/** Models write null for what they leave out. */
function passesOver({ type, optional, default: fallback }: FieldSpec): boolean {
  return (optional || fallback !== undefined) && !takesNull(type)
}

export function takesNull(type: TypeSpec): boolean {
  if (type.kind === 'union') return type.members.some(takesNull)
  return type.kind === 'nullable' || type.kind === 'any' || type.kind === 'named'
}

function coerceArray(value: unknown, items: TypeSpec, place: CoercionPlace): unknown {
  if (!Array.isArray(value)) return refuse(value, 'array', place)
  return value.map((item, index) => coerce(item, items, { ...place, path: joined(place.path, String(index)) }))
}

/** A member that the value fits as it is comes before one that it has to be changed for. */
function coerceUnion(value: unknown, type: Extract<TypeSpec, { kind: 'union' }>, place: CoercionPlace): unknown {
  const ordered = [...type.members.filter(member => fitsType(value as Json, member)), ...type.members]
  for (const member of ordered) {
    const attempt: CoercionPlace = { path: place.path, problems: [] }
    const coerced = coerce(value, member, attempt)
    if (attempt.problems.length === 0) return coerced
  }
  return refuse(value, typeName(type), place)
}

type Nested = { kind: 'object' } | { kind: 'array' } | { kind: 'named' } | { kind: 'union' } | { kind: 'nullable' }

type Scalar = Exclude<TypeSpec, Nested>

function coerceScalar(value: unknown, type: Scalar, place: CoercionPlace): unknown {
  const changed = SCALARS[type.kind](value)
  return fitsType(changed as Json, type) ? changed : refuse(value, expectation(type), place)
}

const NUMBER = /^\s*[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?\s*$/

/** What a value is read as; one that can't be is left for the check that follows. */
const SCALARS: Readonly<Record<Scalar['kind'], (value: unknown) => unknown>> = {
  string: asText,
  enum: asText,
  date: asIs,
  datetime: asIs,
  any: asIs,
  number(value) {
    const read = typeof value === 'string' && value.length <= 400 && NUMBER.test(value) ? Number(value) : value
    return typeof read === 'number' && !Number.isFinite(read) ? undefined : read
  },
  boolean: value => (value === 'true' ? true : value === 'false' ? false : value),
}

function asIs(value: unknown): unknown {
  return value
}

function asText(value: unknown): unknown {
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : value
}

const DATES = {
  date: 'date (YYYY-MM-DD, a day that exists)',
  datetime: 'datetime (such as 2026-03-01T10:00:00Z)',
} as const

function expectation(type: TypeSpec): string {
  return type.kind === 'date' || type.kind === 'datetime' ? DATES[type.kind] : typeName(type)
}

function refuse(value: unknown, expected: string, { path, problems }: CoercionPlace): unknown {
  problems.push({ path, expected, received: shown(value) })
  return value
}

function joined(path: string, name: string): string {
  return path === '' ? name : `${path}.${name}`
}

/** The problem of a parameter that has no value. */
export function missing(name: string, type: TypeSpec): ArgumentProblem {
  return { path: name, expected: expectation(type), received: 'nothing' }
}
