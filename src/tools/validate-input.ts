import { Ajv, type Options, type ValidateFunction } from 'ajv'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats, { type FormatsPlugin } from 'ajv-formats'
import { messageOf } from '../core/errors.ts'
import type { JsonSchema } from '../core/json.ts'
import type { Prepared, ToolError } from '../core/tool.ts'
import { argumentProblem } from './argument-problem.ts'
import { META_SCHEMA_2020 } from './meta-schema-2020.ts'
import { safePattern } from './pattern.ts'

export type CheckedInput = Exclude<Prepared, { kind: 'conclude' }>

/** Checks arguments against one schema and fills its defaults; never changes what it was given. */
export type InputCheck = (input: Record<string, unknown>) => CheckedInput

/** Compiles schemas for one agent. A compiler of its own for each: a shared one would keep every reload's schemas. */
export interface SchemaCompiler {
  /** @throws Error with one line that says what is wrong with the schema. */
  compile(schema: JsonSchema): InputCheck
}

export function schemaCompiler(): SchemaCompiler {
  const draft07 = lazy(() => withFormats(new Ajv(OPTIONS)))
  const draft2020 = lazy(() => withFormats(new Ajv2020({ ...OPTIONS, validateSchema: false })))
  return {
    compile(schema) {
      if (schema.type !== 'object') throw new Error('its `type` must be "object": arguments are always an object')
      // An asynchronous check answers with a promise, which would pass for a yes.
      if (schema.$async !== undefined) throw new Error('`$async` is not supported')
      const validate = compileWith(dialectOf(schema) === 'draft-07' ? draft07() : draft2020(), schema)
      return input => check(validate, structuredClone(input))
    },
  }
}

function dialectOf({ $schema = '2020-12' }: JsonSchema): '2020-12' | 'draft-07' {
  const named = String($schema)
  if (named.includes('2020-12')) return '2020-12'
  if (named.includes('draft-07')) return 'draft-07'
  throw new Error(`its \`$schema\` is \`${named}\`; draft-07 and 2020-12 are known here`)
}

const OPTIONS: Options = {
  strict: false,
  ownProperties: true,
  useDefaults: true,
  allErrors: true,
  addUsedSchema: false,
  logger: false,
  code: { regExp: Object.assign(safePattern, { code: 'undefined' }) },
}

/** One for the process: unlike a compiler of schemas it keeps nothing of what it has seen. */
const judge2020 = lazy(() => {
  const ajv = new Ajv2020({ strict: false, ownProperties: true, logger: false })
  return { wellFormed: ajv.compile(META_SCHEMA_2020), ajv }
})

function compileWith(ajv: Ajv, schema: JsonSchema): ValidateFunction {
  const plain = { ...schema, $id: undefined, $schema: undefined }
  try {
    if (ajv.opts.validateSchema === false) refuseMalformed(plain)
    return ajv.compile(plain)
  } catch (error) {
    throw new Error(messageOf(error).split(/\n|, data\//)[0])
  }
}

function refuseMalformed(schema: unknown): void {
  const { wellFormed, ajv } = judge2020()
  if (!wellFormed(schema)) throw new Error(`schema is invalid: ${ajv.errorsText(wellFormed.errors)}`)
}

function withFormats<T extends Ajv>(ajv: T): T {
  // The package is CommonJS: Node hands its function over directly, its types say otherwise.
  const add = addFormats as unknown as FormatsPlugin
  add(ajv)
  return ajv
}

function lazy<T>(make: () => T): () => T {
  let made: T | undefined
  return () => {
    made ??= make()
    return made
  }
}

/** A long list that is wrong in every item would fill the conversation. */
const SHOWN_PROBLEMS = 20

function check(validate: ValidateFunction, input: Record<string, unknown>): CheckedInput {
  if (validate(input)) return { kind: 'ready', input }
  const errors = validate.errors ?? []
  const more = errors.length > SHOWN_PROBLEMS ? ` The first ${SHOWN_PROBLEMS} of ${errors.length} problems:` : ''
  const error: ToolError = {
    code: 'validation_error',
    type: 'validation_error',
    message: `The arguments do not fit the tool.${more}`,
    problems: errors.slice(0, SHOWN_PROBLEMS).map(one => argumentProblem(one, input)),
  }
  return { kind: 'outcome', outcome: { kind: 'failed', error } }
}
