import type { JsonRecord, JsonSchema } from '../../core/json.ts'
import { isToken, recordsIn, referenceOf, resolved, shortened } from './document.ts'
import { jsonSchemaOf, MissingReference } from './json-schema.ts'
import type { Argument, FoundOperation } from './operation.ts'

/** An argument that has no name of its own yet. */
export type WireArgument = Omit<Argument, 'name'>

export interface ReadParameters {
  found: WireArgument[]
  unsupported: string[]
  losses: string[]
}

/** Headers that the client sets, or that have their own place in a document. */
const OWN_HEADERS = ['accept', 'content-type', 'authorization', 'user-agent', 'content-length', 'host']

/** The parameters of an operation, its own before those of its path. */
export function readParameters(data: JsonRecord, { node, item, path }: FoundOperation): ReadParameters {
  const read: ReadParameters = { found: [], unsupported: [], losses: [] }
  const byPlace = new Map<string, JsonRecord>()
  for (const written of [...listOf(item.parameters), ...listOf(node.parameters)]) {
    const parameter = resolved(data, written)
    if (!parameter) throw new MissingReference(referenceOf(written) ?? 'of a parameter')
    byPlace.set(`${String(parameter.in)} ${String(parameter.name)}`, parameter)
  }
  for (const parameter of byPlace.values()) readOne(data, parameter, read)
  const missing = [...path.matchAll(/\{([^{}]+)\}/g)].flatMap(([, name = '']) =>
    byPlace.has(`path ${name}`) ? [] : [name],
  )
  const undeclared = missing.map(wire => ({ wire, place: 'path' as const, schema: { type: 'string' }, required: true }))
  read.found.push(...undeclared)
  return read
}

function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : []
}

function readOne(data: JsonRecord, parameter: JsonRecord, read: ReadParameters): void {
  const { in: place, name: wire } = parameter
  if (typeof wire !== 'string' || (place !== 'path' && place !== 'query' && place !== 'header' && place !== 'cookie'))
    return
  if (place === 'header' && OWN_HEADERS.includes(wire.toLowerCase())) return
  const required = parameter.required === true || place === 'path'
  const [json] = recordsIn(parameter.content).filter(([type]) => /json/i.test(type))
  const { schema, lost } = jsonSchemaOf(data, json ? json[1].schema : (parameter.schema ?? {}))
  read.losses.push(...lost.map(keyword => `\`${keyword}\` of \`${wire}\` is not checked`))
  const described = withDescription(schema, shortened(parameter.description, 240))
  const argument: WireArgument = { wire, place, schema: described, required }
  const style =
    typeof parameter.style === 'string' ? parameter.style : place === 'query' || place === 'cookie' ? 'form' : 'simple'
  const isExploded = parameter.explode === undefined ? style === 'form' : parameter.explode === true
  const isSendable = place === 'path' || place === 'query' || isToken(wire)
  const written = !isSendable ? undefined : json ? [argument] : asWritten(argument, style, isExploded)
  const why = isSendable ? `is written in the style \`${style}\`` : `has a name that no ${place} can have`
  if (written) read.found.push(...written)
  else if (required) read.unsupported.push(`its parameter \`${wire}\` ${why}`)
  else read.losses.push(`the parameter \`${wire}\` is left out: it ${why}`)
}

function withDescription(schema: JsonSchema, description: string): JsonSchema {
  return description === '' ? schema : { ...schema, description }
}

/** The parameter as values that requests can carry: one text, a list whose name is repeated, or a field for each property. */
function asWritten(argument: WireArgument, style: string, isExploded: boolean): WireArgument[] | undefined {
  const { schema, place, wire } = argument
  const isList = schema.type === 'array'
  const isObject = schema.type === 'object'
  if (style === 'deepObject')
    return isObject && place === 'query' ? fieldsOf(argument, name => `${wire}[${name}]`) : undefined
  if (!isList && !isObject) return style === 'form' || style === 'simple' ? [argument] : undefined
  if (isObject)
    return style === 'form' && isExploded && place === 'query' ? fieldsOf(argument, name => name) : undefined
  if (style === 'form' && isExploded) return place === 'query' ? [argument] : undefined
  const separator = SEPARATORS[style]
  return separator === undefined ? undefined : [{ ...argument, schema: joined(schema, separator) }]
}

const SEPARATORS: Readonly<Record<string, string>> = { form: ',', simple: ',', pipeDelimited: '|', spaceDelimited: ' ' }

/** A list that travels as one text. */
function joined({ items, description = '' }: JsonSchema, separator: string): JsonSchema {
  const choices = items && !Array.isArray(items) && items.enum ? ` Each one of ${items.enum.join(', ')}.` : ''
  const how = `Several values are separated by "${separator}".`
  return { type: 'string', description: `${description} ${how}${choices}`.trim() }
}

function fieldsOf(
  { schema, place, required }: WireArgument,
  wireOf: (name: string) => string,
): WireArgument[] | undefined {
  const fields = Object.entries(schema.properties ?? {})
  if (fields.length === 0) return undefined
  if (fields.some(([, field]) => [field.type].flat().includes('object'))) return undefined
  return fields.map(([name, field]) => ({
    wire: wireOf(name),
    place,
    schema: field,
    required: required && (schema.required ?? []).includes(name),
  }))
}
