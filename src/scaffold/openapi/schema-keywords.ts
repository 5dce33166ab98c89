import type { JsonRecord, JsonSchema } from '../../core/json.ts'

/** Keywords that are taken as they are, when their value is of this type. */
const PLAIN: Readonly<Record<string, 'number' | 'boolean'>> = {
  maximum: 'number',
  minimum: 'number',
  exclusiveMaximum: 'number',
  exclusiveMinimum: 'number',
  multipleOf: 'number',
  maxLength: 'number',
  minLength: 'number',
  maxItems: 'number',
  minItems: 'number',
  uniqueItems: 'boolean',
}

const FORMATS = ['date', 'date-time', 'time', 'email', 'hostname', 'ipv4', 'ipv6', 'uri', 'uuid']

/** Keywords that restrict and that no schema made here has. */
const LOST = [
  'not',
  'if',
  'patternProperties',
  'prefixItems',
  'contains',
  'propertyNames',
  'dependentRequired',
  'dependentSchemas',
  'unevaluatedProperties',
  '$dynamicRef',
]

/** What one schema says about the value itself, in the dialect of 2020-12: type, enumeration, bounds, default. */
export function keywordsOf(node: JsonRecord): { schema: JsonSchema; lost: string[] } {
  const schema: JsonSchema = {}
  const type = typeOf(node)
  if (type !== undefined) schema.type = type
  const values = valuesOf(node)
  if (values) schema.enum = values
  if (typeof node.format === 'string' && FORMATS.includes(node.format)) schema.format = node.format
  for (const [keyword, kind] of Object.entries(PLAIN)) {
    const value = node[keyword]
    if (typeof value === kind && (kind === 'boolean' || isBound(keyword, value))) schema[keyword] = value
  }
  oldBounds(node, schema)
  if (typeof node.pattern === 'string' && isPattern(node.pattern)) schema.pattern = node.pattern
  if (node.default !== undefined) schema.default = node.default
  return { schema, lost: LOST.filter(keyword => node[keyword] !== undefined) }
}

const TYPES = ['string', 'number', 'integer', 'boolean', 'array', 'object', 'null']

/** A schema that says nothing about its type says it by what it has. */
function typeOf(node: JsonRecord): string | string[] | undefined {
  const given = (Array.isArray(node.type) ? node.type : [node.type]).filter(type => TYPES.includes(type))
  const [first = node.properties !== undefined ? 'object' : node.items !== undefined ? 'array' : undefined] = given
  if (first === undefined) return undefined
  const types = given.length > 0 ? given : [first]
  const all = node.nullable === true && !types.includes('null') ? [...types, 'null'] : types
  return all.length === 1 ? first : [...new Set(all)]
}

function valuesOf(node: JsonRecord): unknown[] | undefined {
  if (node.const !== undefined) return [node.const]
  if (!Array.isArray(node.enum) || node.enum.length === 0) return undefined
  const values = [...new Map(node.enum.map(value => [JSON.stringify(value), value])).values()]
  return node.nullable === true && !values.includes(null) ? [...values, null] : values
}

function isBound(keyword: string, value: unknown): boolean {
  if (keyword === 'multipleOf') return Number(value) > 0
  return /^(max|min)(Length|Items)$/.test(keyword) ? Number.isInteger(value) && Number(value) >= 0 : true
}

/** In 3.0, `exclusiveMinimum: true` turns `minimum` into a bound that is not reached. */
function oldBounds(node: JsonRecord, schema: JsonSchema): void {
  for (const [flag, bound] of [
    ['exclusiveMinimum', 'minimum'],
    ['exclusiveMaximum', 'maximum'],
  ] as const) {
    if (node[flag] !== true || typeof schema[bound] !== 'number') continue
    schema[flag] = schema[bound]
    delete schema[bound]
  }
}

function isPattern(pattern: string): boolean {
  try {
    return new RegExp(pattern, 'u').source.length < 500
  } catch {
    return false
  }
}
