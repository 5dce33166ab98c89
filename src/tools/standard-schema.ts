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
  const { vendor, jsonSchema } = schema['~standard']
  if (typeof jsonSchema?.input !== 'function') {
    throw new TypeError(
      `input_schema of \`${tool}\` is a schema of ${vendor} in a version that can't be written as JSON Schema (zod: 4.2 or newer).`,
    )
  }
  try {
    return jsonSchema.input({ target: 'draft-2020-12' })
  } catch (error) {
    throw new TypeError(`input_schema of \`${tool}\` (${vendor}) can't be written as JSON Schema: ${messageOf(error)}`)
  }
}

function isStandard(schema: JsonSchema | StandardJsonSchema<unknown>): schema is StandardJsonSchema<unknown> {
  return typeof schema === 'object' && schema !== null && '~standard' in schema
}
