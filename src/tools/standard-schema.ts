import { messageOf } from '../core/errors.ts'
import type { JsonSchema } from '../core/json.ts'

/** What we need of Standard JSON Schema (standardschema.dev, `StandardJSONSchemaV1`). */
export interface StandardJsonSchema<Input> {
  readonly '~standard': {
    readonly version: 1
    readonly vendor: string
    readonly jsonSchema: { input(options: { target: string }): Record<string, unknown> }
    readonly types?: { readonly input: Input; readonly output: unknown } | undefined
  }
}

/** A plain JSON Schema as it is; a schema object of another library by its own converter, as 2020-12. */
export function toJsonSchema(schema: JsonSchema | StandardJsonSchema<unknown>, tool: string): JsonSchema {
  if (!isStandard(schema)) return schema
  try {
    return schema['~standard'].jsonSchema.input({ target: 'draft-2020-12' })
  } catch (error) {
    const vendor = schema['~standard'].vendor
    throw new TypeError(`input_schema of \`${tool}\` (${vendor}) can't be written as JSON Schema: ${messageOf(error)}`)
  }
}

function isStandard(schema: JsonSchema | StandardJsonSchema<unknown>): schema is StandardJsonSchema<unknown> {
  const standard = (schema as { '~standard'?: { jsonSchema?: unknown } } | undefined)?.['~standard']
  return typeof standard?.jsonSchema === 'object'
}
