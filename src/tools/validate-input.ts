import { Ajv, type ErrorObject, type Options, type ValidateFunction } from 'ajv'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats, { type FormatsPlugin } from 'ajv-formats'
import { RE2JS } from 're2js'
import { messageOf } from '../core/errors.ts'
import { getPath, isRecord, type JsonRecord, type JsonSchema } from '../core/json.ts'
import type { ArgumentProblem, Prepared, ToolError } from '../core/tool.ts'

/** Checks arguments against one schema and fills its defaults; never changes what it was given. */
export type InputCheck = (input: Record<string, unknown>) => Prepared

/** Compiles schemas for one agent. A compiler of its own for each: a shared one would keep every reload's schemas. */
export interface SchemaCompiler {
  /** @throws Error with one line that says what is wrong with the schema. */
  compile(schema: JsonSchema): InputCheck
}

export function schemaCompiler(): SchemaCompiler {
  const draft07 = lazy(() => withFormats(new Ajv(OPTIONS)))
  const draft2020 = lazy(() => withFormats(new Ajv2020(OPTIONS)))
  return {
    compile(schema) {
      if (schema.type !== 'object') throw new Error('its `type` must be "object": arguments are always an object')
      const ajv = String(schema.$schema ?? '').includes('draft-07') ? draft07() : draft2020()
      const validate = compileWith(ajv, schema)
      return input => check(validate, structuredClone(input))
    },
  }
}

const OPTIONS: Options = {
  strict: false,
  ownProperties: true,
  useDefaults: true,
  allErrors: true,
  addUsedSchema: false,
  code: { regExp: Object.assign(linearRegExp, { code: 'undefined' }) },
}

function compileWith(ajv: Ajv, schema: JsonSchema): ValidateFunction {
  try {
    return ajv.compile({ ...schema, $id: undefined })
  } catch (error) {
    throw new Error(messageOf(error).split('\n')[0])
  }
}

/** A `pattern` that can't blow up; one that RE2 can't say (a look-ahead) falls back to JavaScript's engine. */
function linearRegExp(pattern: string, flags: string): { test(text: string): boolean } {
  try {
    const compiled = RE2JS.compile(RE2JS.translateRegExp(pattern))
    return { test: text => compiled.matcher(text).find() }
  } catch {
    return new RegExp(pattern, flags)
  }
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

function check(validate: ValidateFunction, input: Record<string, unknown>): Prepared {
  if (validate(input)) return { kind: 'ready', input }
  const problems = (validate.errors ?? []).map(error => problemOf(error, input))
  const error: ToolError = {
    code: 'validation_error',
    type: 'validation_error',
    message: 'The arguments do not fit the tool.',
    problems,
  }
  return { kind: 'outcome', outcome: { kind: 'failed', error } }
}

function problemOf(error: ErrorObject, input: JsonRecord): ArgumentProblem {
  const base = error.instancePath.slice(1).split('/').map(unescapePointer).join('.')
  const missing: unknown = error.params.missingProperty
  if (error.keyword === 'required' && typeof missing === 'string') {
    return { path: join(base, missing), expected: 'a value', received: 'nothing' }
  }
  const extra: unknown = error.params.additionalProperty
  if (error.keyword === 'additionalProperties' && typeof extra === 'string') {
    return { path: join(base, extra), expected: 'no such argument', received: brief(getPath(input, join(base, extra))) }
  }
  const received = base === '' ? input : getPath(input, base)
  return { path: base, expected: expectation(error), received: brief(received) }
}

function expectation({ keyword, params, message }: ErrorObject): string {
  if (keyword === 'type') return String(params.type)
  if (keyword === 'enum')
    return `one of ${(params.allowedValues as unknown[]).map(value => JSON.stringify(value)).join(', ')}`
  if (keyword === 'const') return JSON.stringify(params.allowedValue)
  if (keyword === 'pattern') return `text matching ${String(params.pattern)}`
  if (keyword === 'format') return `text in the format ${String(params.format)}`
  return (message ?? keyword).replace(/^must /, '')
}

function brief(value: unknown): string {
  const kind = Array.isArray(value) ? 'array' : value === null ? 'null' : isRecord(value) ? 'object' : typeof value
  const text = JSON.stringify(value) ?? 'nothing'
  return kind === 'null' ? 'null' : `${kind} ${text.length > 80 ? `${text.slice(0, 77)}...` : text}`
}

function join(base: string, name: string): string {
  return base === '' ? name : `${base}.${name}`
}

function unescapePointer(step: string): string {
  return step.replaceAll('~1', '/').replaceAll('~0', '~')
}
