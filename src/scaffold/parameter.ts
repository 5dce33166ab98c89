import { usageError } from '../core/errors.ts'
import type { JsonSchema } from '../core/json.ts'

/** One argument of a tool, as `--param 'orderId:string:The order id'` names it. */
export interface Parameter {
  name: string
  schema: JsonSchema
  required: boolean
}

const TYPES: Record<string, JsonSchema> = {
  string: { type: 'string' },
  number: { type: 'number' },
  integer: { type: 'integer' },
  boolean: { type: 'boolean' },
  date: { type: 'string', format: 'date' },
}

/**
 * Reads `name[?][:type[:description]]`. Types: string, number, integer, boolean, date, `a|b` for one of several words, and
 * each of them with `[]`; a `?` behind the name or the type makes it optional.
 * @throws LoopengineError `parameter` (2)
 */
export function parseParameter(text: string): Parameter {
  const [, name = '', mark = '', typed = 'string', description = ''] =
    /^\s*([^:?\s]*)\s*(\??)\s*(?::\s*([^:]*?)\s*(?::\s*([\s\S]*?)\s*)?)?$/.exec(text) ?? []
  if (!/^[A-Za-z_$][\w$]*$/.test(name)) throw badParameter(text, `\`${name}\` is no name for a parameter`)
  const optional = mark === '?' || typed.endsWith('?')
  const schema = schemaOf(typed.replace(/\?$/, '').trim() || 'string', text)
  return { name, required: !optional, schema: description === '' ? schema : { ...schema, description } }
}

/** @throws LoopengineError `parameter` (2) when a name comes twice. */
export function parseParameters(texts: readonly string[]): Parameter[] {
  const parameters = texts.map(parseParameter)
  const twice = parameters.find(({ name }, index) => parameters.findIndex(other => other.name === name) < index)
  if (twice) throw usageError('parameter', `The parameter \`${twice.name}\` is given twice.`)
  return parameters
}

/** The schema of the arguments. */
export function inputSchemaOf(parameters: readonly Parameter[]): JsonSchema {
  const required = parameters.filter(parameter => parameter.required).map(({ name }) => name)
  const properties = Object.fromEntries(parameters.map(({ name, schema }) => [name, schema]))
  return { type: 'object', properties, ...(required.length > 0 ? { required } : {}) }
}

function schemaOf(type: string, text: string): JsonSchema {
  if (type.endsWith('[]'))
    return { type: 'array', items: schemaOf(type.slice(0, -2).replace(/^\((.*)\)$/, '$1'), text) }
  const known = Object.hasOwn(TYPES, type) ? TYPES[type] : undefined
  if (known) return { ...known }
  const words = type.split('|').map(word => word.trim())
  if (words.length > 1 && words.every(Boolean)) return { type: 'string', enum: words }
  throw badParameter(text, `\`${type}\` is no type`)
}

function badParameter(text: string, what: string): Error {
  return usageError(
    'parameter',
    `In \`${text}\`, ${what}.`,
    "Write `name:type:description`, as in 'orderId:string:The order id' or 'limit?:number'. " +
      'Types: string, number, integer, boolean, date, `open|closed`, each with `[]`.',
  )
}
