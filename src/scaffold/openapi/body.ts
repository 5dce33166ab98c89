import type { JsonRecord, JsonSchema } from '../../core/json.ts'
import { recordsIn, referenceOf, resolved, shortened } from './document.ts'
import { jsonSchemaOf, MissingReference } from './json-schema.ts'
import type { FoundOperation, RequestBody } from './operation.ts'
import type { WireArgument } from './parameters.ts'

export interface ReadBody {
  body?: RequestBody
  /** What the body is made of; one for all of it when `body.whole`. */
  fields: WireArgument[]
  unsupported: string[]
  losses: string[]
}

/** The request body of an operation: JSON before forms, anything else can't be sent. */
export function readBody(data: JsonRecord, { node, method }: FoundOperation): ReadBody {
  const read: ReadBody = { fields: [], unsupported: [], losses: [] }
  if (node.requestBody === undefined) return read
  const written = resolved(data, node.requestBody)
  if (!written) throw new MissingReference(referenceOf(node.requestBody) ?? 'of the body')
  const contents = recordsIn(written.content)
  if (contents.length === 0) return read
  const required = written.required === true
  const json = contents.find(([type]) => /^(application|text)\/([\w.+-]+\+)?json\b|^\*\/\*/i.test(type))
  const form = contents.find(([type]) => /^application\/x-www-form-urlencoded\b/i.test(type))
  const chosen = json ?? form
  if (!chosen || method === 'GET' || method === 'HEAD') {
    const what = chosen ? `the body of a ${method}` : `a body of ${contents.map(([type]) => type).join(', ')}`
    return required
      ? { ...read, unsupported: [`${what} can't be sent`] }
      : { ...read, losses: [`${what} can't be sent and is left out`] }
  }
  const { schema, cut, lost } = jsonSchemaOf(data, chosen[1].schema ?? {})
  if (cut) read.losses.push('the deepest parts of the body are described as open objects')
  read.losses.push(...lost.map(keyword => `\`${keyword}\` of the body is not checked`))
  const described = { ...schema, ...description(written) }
  if (json) readJson(described, { read, required })
  else readForm(described, { read, required })
  const [mediaType = ''] = chosen[0].split(';')
  if (read.body && json && !/^(application\/json|\*\/\*)$/i.test(mediaType)) read.body.mediaType = mediaType.trim()
  return read
}

function description({ description: text }: JsonRecord): { description?: string } {
  const line = shortened(text, 240)
  return line === '' ? {} : { description: line }
}

interface Reading {
  read: ReadBody
  required: boolean
}

/** An object's properties become arguments; any other body is one argument. */
function readJson(schema: JsonSchema, { read, required }: Reading): void {
  const isPlain = schema.type === 'object' && !schema.anyOf && Object.keys(schema.properties ?? {}).length > 0
  read.body = { encoding: 'json', whole: !isPlain }
  read.fields = isPlain ? fieldsOf(schema) : [{ wire: 'body', place: 'body', schema, required }]
}

/** A form holds texts, numbers and lists of them. */
function readForm(schema: JsonSchema, { read }: Reading): void {
  read.body = { encoding: 'form', whole: false }
  for (const field of fieldsOf(schema)) {
    if (!isStructured(field.schema)) read.fields.push(field)
    else if (field.required) read.unsupported.push(`its form has the nested field \`${field.wire}\``)
    else read.losses.push(`the field \`${field.wire}\` is left out: it is nested, and the body is a form`)
  }
}

function fieldsOf({ properties = {}, required = [] }: JsonSchema): WireArgument[] {
  return Object.entries(properties).map(([wire, schema]) => ({
    wire,
    place: 'body',
    schema,
    required: required.includes(wire),
  }))
}

function isStructured(schema: JsonSchema): boolean {
  const types = [schema.type ?? []].flat()
  const variants = Array.isArray(schema.anyOf) ? (schema.anyOf as JsonSchema[]) : []
  return types.includes('object') || types.includes('array') || variants.some(isStructured)
}
