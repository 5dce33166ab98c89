import type { JsonSchema } from '../core/json.ts'
import type { FieldSpec, ParameterSpec, TypeSpec } from './types.ts'

/** What the model is told about a tool's arguments: never a hidden parameter, never one with another source. */
export function inputSchema(parameters: readonly ParameterSpec[]): JsonSchema {
  const seen = parameters.filter(isSeenByModel)
  return {
    type: 'object',
    properties: Object.fromEntries(seen.map(parameter => [parameter.name, described(parameter.type, parameter)])),
    required: seen.filter(parameter => parameter.required).map(parameter => parameter.name),
  }
}

/** Whether the model gives a parameter its value. */
export function isSeenByModel({ source, visibility }: ParameterSpec): boolean {
  return source.kind === 'model' && visibility.model
}

/** A type as JSON Schema. Named types are open objects that keep their name. */
export function typeSchema(type: TypeSpec): JsonSchema {
  switch (type.kind) {
    case 'any':
      return {}
    case 'date':
      return { type: 'string', format: 'date' }
    case 'datetime':
      return { type: 'string', format: 'date-time' }
    case 'object':
      return type.fields ? objectSchema(type.fields) : { type: 'object' }
    case 'array':
      return { type: 'array', items: typeSchema(type.items) }
    case 'named':
      return { type: 'object', title: type.name }
    case 'enum':
      return { type: 'string', enum: type.values }
    case 'union':
      return { anyOf: type.members.map(typeSchema) }
    case 'nullable':
      return { anyOf: [typeSchema(type.type), { type: 'null' }] }
    default:
      return { type: type.kind }
  }
}

function objectSchema(fields: readonly FieldSpec[]): JsonSchema {
  return {
    type: 'object',
    properties: Object.fromEntries(fields.map(field => [field.name, described(field.type, field)])),
    required: fields.filter(field => !field.optional).map(field => field.name),
  }
}

function described(
  type: TypeSpec,
  { description, default: fallback }: { description?: string; default?: unknown },
): JsonSchema {
  return {
    ...typeSchema(type),
    ...(description === undefined ? {} : { description }),
    ...(fallback === undefined ? {} : { default: fallback }),
  }
}
