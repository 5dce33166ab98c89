import { canonicalJson, isRecord, type JsonRecord, type JsonSchema } from '../../core/json.ts'
import { pointed, recordsIn, referenceOf, resolved, shortened, textsIn } from './document.ts'
import { mergedSchema } from './merge-schemas.ts'
import { keywordsOf } from './schema-keywords.ts'

/** A schema without references, in the dialect of 2020-12, and what it doesn't say of the original. */
export interface ConvertedSchema {
  schema: JsonSchema
  /** Its deepest parts are open objects. */
  cut: boolean
  /** Keywords that were left out. */
  lost: string[]
}

/** A reference that leads nowhere. */
export class MissingReference extends Error {
  constructor(reference: string) {
    super(`The reference ${reference} leads nowhere.`)
  }
}

const DEEPEST = 10
const DEPTHS = [DEEPEST, 6, 4, 3, 2, 1]
const MOST_NODES = 300

/**
 * A schema of an OpenAPI document (3.0 or 3.1) for the arguments of a request: references put in, `allOf` merged, what is
 * read-only left out. Where a schema contains itself, and where it would grow too large, it ends in open objects.
 * @throws MissingReference
 */
export function jsonSchemaOf(data: JsonRecord, node: unknown): ConvertedSchema {
  for (const depth of DEPTHS) {
    const conversion: Conversion = { data, deepest: depth, nodes: 0, cut: depth < DEEPEST, lost: new Set() }
    const schema = convert(conversion, { node, stack: [], depth: 0 })
    if (conversion.nodes <= MOST_NODES) return { schema, cut: conversion.cut, lost: [...conversion.lost] }
  }
  return { schema: {}, cut: true, lost: [] }
}

interface Conversion {
  data: JsonRecord
  deepest: number
  /** Schemas seen; once there are too many, the conversion is worth nothing and ends soon. */
  nodes: number
  cut: boolean
  lost: Set<string>
}

/** A schema in its place: the references that led to it, and how many objects and lists are around it. */
interface Place {
  node: unknown
  stack: readonly string[]
  depth: number
}

function convert(conversion: Conversion, place: Place): JsonSchema {
  if (++conversion.nodes > MOST_NODES) return {}
  const flat = flatten(conversion, place)
  if (flat === 'recursive') return { type: 'object' }
  const { node, stack } = flat
  const inner = { stack, depth: place.depth }
  const variants = variantsOf(conversion, node)
  return variants.length > 0
    ? convertVariants(conversion, { base: node, variants, ...inner })
    : convertPlain(conversion, { node, ...inner })
}

/** A node with its reference and its `allOf` put in. */
function flatten(
  conversion: Conversion,
  { node, stack }: Pick<Place, 'node' | 'stack'>,
): { node: JsonRecord; stack: readonly string[] } | 'recursive' {
  if (!isRecord(node)) return { node: {}, stack }
  const { $ref: _reference, allOf, ...own } = node
  const reference = referenceOf(node)
  let merged: JsonRecord = {}
  let seen = stack
  if (reference !== undefined) {
    if (stack.includes(reference)) return 'recursive'
    const target = pointed(conversion.data, reference)
    if (target === undefined) throw new MissingReference(reference)
    const flat = flatten(conversion, { node: target, stack: [...stack, reference] })
    if (flat === 'recursive') return flat
    merged = flat.node
    seen = flat.stack
  }
  for (const part of Array.isArray(allOf) ? allOf : []) {
    const flat = flatten(conversion, { node: part, stack: seen })
    if (flat === 'recursive') continue
    merged = mergedSchema(merged, flat.node)
    seen = flat.stack
  }
  return { node: mergedSchema(merged, own), stack: seen }
}

/** The alternatives that say something of their own; those that only require more are the server's business. */
function variantsOf({ data, lost }: Conversion, { oneOf, anyOf }: JsonRecord): unknown[] {
  const all = [...(Array.isArray(oneOf) ? oneOf : []), ...(Array.isArray(anyOf) ? anyOf : [])]
  const telling = all.filter(variant => {
    const keys = Object.keys(resolved(data, variant) ?? {})
    return keys.some(key => ['type', 'properties', 'enum', 'const', 'allOf', 'oneOf', 'anyOf', 'items'].includes(key))
  })
  if (telling.length < all.length) lost.add(oneOf === undefined ? 'anyOf' : 'oneOf')
  return telling.length < all.length && telling.length < 2 ? [] : telling
}

function convertVariants(
  conversion: Conversion,
  { base, variants, stack, depth }: { base: JsonRecord; variants: unknown[] } & Omit<Place, 'node'>,
): JsonSchema {
  const { oneOf: _oneOf, anyOf: _anyOf, description, default: fallback, nullable, discriminator: _, ...shared } = base
  const converted = variants.flatMap(variant => {
    const node = Object.keys(shared).length === 0 ? variant : { allOf: [shared, variant] }
    const schema = convert(conversion, { node, stack, depth })
    return Array.isArray(schema.anyOf) && Object.keys(schema).length === 1 ? (schema.anyOf as JsonSchema[]) : [schema]
  })
  const all = nullable === true ? [...converted, { type: 'null' }] : converted
  const members = [...new Map(all.map(schema => [canonicalJson(schema), schema])).values()]
  const [only] = members
  const text = shortened(description, LONGEST_DESCRIPTION)
  const words = {
    ...(text === '' ? {} : { description: text }),
    ...(fallback === undefined ? {} : { default: fallback }),
  }
  return members.length === 1 && only ? { ...only, ...words } : { anyOf: members, ...words }
}

const LONGEST_DESCRIPTION = 240

function convertPlain(conversion: Conversion, { node, stack, depth }: Place & { node: JsonRecord }): JsonSchema {
  const { schema, lost } = keywordsOf(node)
  for (const keyword of lost) conversion.lost.add(keyword)
  const description = shortened(node.description, LONGEST_DESCRIPTION)
  if (description !== '') schema.description = description
  const types = typeof schema.type === 'string' ? [schema.type] : (schema.type ?? [])
  const hasMore = isRecord(node.properties) || isRecord(node.items) || isRecord(node.additionalProperties)
  if (hasMore && depth >= conversion.deepest) {
    conversion.cut = true
    return schema
  }
  const inner = { stack, depth: depth + 1 }
  if (node.items !== undefined && types.includes('array'))
    schema.items = convert(conversion, { node: node.items, ...inner })
  if (isRecord(node.properties)) Object.assign(schema, convertProperties(conversion, { node, ...inner }))
  if (isRecord(node.additionalProperties))
    schema.additionalProperties = convert(conversion, { node: node.additionalProperties, ...inner })
  return schema
}

function convertProperties(conversion: Conversion, { node, stack, depth }: Place & { node: JsonRecord }): JsonSchema {
  const written = recordsIn(node.properties).filter(
    ([name, property]) =>
      name !== '__proto__' && property.readOnly !== true && resolved(conversion.data, property)?.readOnly !== true,
  )
  const properties = Object.fromEntries(
    written.map(([name, property]) => [name, convert(conversion, { node: property, stack, depth })]),
  )
  const required = [...new Set(textsIn(node.required))].filter(name => Object.hasOwn(properties, name))
  return { properties, ...(required.length > 0 ? { required } : {}) }
}
