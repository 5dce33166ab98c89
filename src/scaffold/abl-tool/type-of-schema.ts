import { FORBIDDEN_NAMES } from '../../abl/expression/ast.ts'
import type { FieldSpec, TypeSpec } from '../../abl/index.ts'
import { fitsType } from '../../abl/signature/fits.ts'
import type { Json, JsonSchema } from '../../core/json.ts'

/** Whether a word can be the name of a parameter or a field. */
export function isAblName(name: string): boolean {
  return /^[A-Za-z_]\w{0,63}$/.test(name) && !FORBIDDEN_NAMES.includes(name)
}

/**
 * The ABL type that says most of a JSON Schema without `$ref`. What a type has no word for (bounds, patterns) is left
 * out; an object that has a field which no ABL name can name is an open object.
 */
export function typeOfSchema(schema: JsonSchema): TypeSpec {
  const variants = schema.anyOf ?? schema.oneOf
  if (Array.isArray(variants)) return unionOf(variants as JsonSchema[])
  const types = typeof schema.type === 'string' ? [schema.type] : (schema.type ?? [])
  const isNullable = types.includes('null') || (schema.enum?.includes(null) ?? false)
  const kinds = types.filter(type => type !== 'null')
  const members = kinds.map(type => typeOfKind(schema, type))
  const type = members.length === 0 ? typeWithoutKind(schema) : oneOrUnion(members)
  return isNullable ? nullable(type) : type
}

function unionOf(variants: readonly JsonSchema[]): TypeSpec {
  const kept = variants.filter(({ type }) => type !== 'null')
  const members = distinct(kept.map(typeOfSchema))
  if (members.length === 0) return { kind: 'any' }
  const type = oneOrUnion(members)
  return kept.length < variants.length ? nullable(type) : type
}

function nullable(type: TypeSpec): TypeSpec {
  return type.kind === 'any' ? type : { kind: 'nullable', type: bare(type) }
}

/** A type as a signature can write it: below `nullable` and `union` no field has a description or a default. */
function bare(type: TypeSpec): TypeSpec {
  if (type.kind === 'array') return { kind: 'array', items: bare(type.items) }
  if (type.kind === 'nullable') return { kind: 'nullable', type: bare(type.type) }
  if (type.kind === 'union') return { kind: 'union', members: type.members.map(bare) }
  if (type.kind !== 'object' || !type.fields) return type
  return {
    kind: 'object',
    fields: type.fields.map(({ name, type: inner, optional }) => ({ name, type: bare(inner), optional })),
  }
}

function oneOrUnion(members: readonly TypeSpec[]): TypeSpec {
  const [first] = members
  if (!first || members.some(({ kind }) => kind === 'any')) return { kind: 'any' }
  return members.length === 1 ? first : { kind: 'union', members: distinct(members.map(bare)) }
}

function distinct(types: readonly TypeSpec[]): TypeSpec[] {
  return [...new Map(types.map(type => [JSON.stringify(type), type])).values()]
}

function typeWithoutKind(schema: JsonSchema): TypeSpec {
  if (schema.properties) return objectOf(schema)
  return schema.enum ? enumOf(schema, { kind: 'any' }) : { kind: 'any' }
}

function typeOfKind(schema: JsonSchema, kind: string): TypeSpec {
  switch (kind) {
    case 'string':
      return enumOf(schema, { kind: STRING_FORMATS[schema.format ?? ''] ?? 'string' })
    case 'number':
    case 'integer':
      return { kind: 'number' }
    case 'boolean':
      return { kind: 'boolean' }
    case 'array':
      return { kind: 'array', items: itemsOf(schema) }
    default:
      return objectOf(schema)
  }
}

const STRING_FORMATS: Readonly<Record<string, 'date' | 'datetime'>> = { date: 'date', 'date-time': 'datetime' }

function itemsOf({ items }: JsonSchema): TypeSpec {
  return items && !Array.isArray(items) ? typeOfSchema(items) : { kind: 'any' }
}

/** An enumeration of texts; ABL has none of other values. */
function enumOf({ enum: values }: JsonSchema, otherwise: TypeSpec): TypeSpec {
  const words = (values ?? []).filter(value => value !== null)
  const texts = words.filter(value => typeof value === 'string' && value !== '')
  if (texts.length === 0 || texts.length < words.length) return otherwise
  return { kind: 'enum', values: texts as string[] }
}

function objectOf({ properties = {}, required = [] }: JsonSchema): TypeSpec {
  const entries = Object.entries(properties)
  if (entries.length === 0 || !entries.every(([name]) => isAblName(name))) return { kind: 'object' }
  return { kind: 'object', fields: entries.map(([name, schema]) => fieldOf(name, schema, required.includes(name))) }
}

function fieldOf(name: string, schema: JsonSchema, required: boolean): FieldSpec {
  const type = typeOfSchema(schema)
  const fallback = defaultOf(schema, type)
  return {
    name,
    type,
    optional: !required,
    ...(schema.description === undefined ? {} : { description: schema.description }),
    ...(fallback === undefined ? {} : { default: fallback }),
  }
}

/** The default of a schema, where the type takes it. */
export function defaultOf({ default: value }: JsonSchema, type: TypeSpec): Json | undefined {
  if (value === undefined || value === null) return undefined
  return fitsType(value as Json, type) ? (value as Json) : undefined
}
