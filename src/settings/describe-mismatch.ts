import type { ErrorObject } from 'ajv'
import { isRecord } from '../core/json.ts'
import { didYouMean } from '../core/nearest.ts'
import { pathText } from './parse-yaml.ts'
import type { SettingsProblem } from './problem.ts'

/** A finding of the schema in words: what, where, and what to write. Never shows a value that may be a secret. */
export function describeMismatch(error: ErrorObject): SettingsProblem {
  const path = pathOf(error)
  const schema = error.parentSchema ?? {}
  if (error.propertyName !== undefined) return badName(path, error.propertyName)
  switch (error.keyword) {
    case 'additionalProperties':
      return unknownKey(path, String(error.params.additionalProperty), Object.keys(schema.properties ?? {}))
    case 'required':
      return missingKey(path, String(error.params.missingProperty))
    case 'discriminator':
      return badType(path, error)
    default:
      return schema['x-secret'] === true ? literalSecret(path) : badValue(path, error, schema)
  }
}

/** A JSON pointer as keys and indexes. */
function pathOf({ instancePath }: ErrorObject): (string | number)[] {
  return instancePath
    .split('/')
    .slice(1)
    .map(step => step.replaceAll('~1', '/').replaceAll('~0', '~'))
    .map(step => (/^\d+$/.test(step) ? Number(step) : step))
}

function unknownKey(path: (string | number)[], key: string, keys: string[]): SettingsProblem {
  const owner = path.length === 0 ? 'the settings' : `\`${pathText(path)}\``
  const hint = `${didYouMean(key, keys)} Keys here: ${keys.join(', ')}.`.trim()
  return {
    code: 'SETTINGS_UNKNOWN_KEY',
    message: `\`${key}\` is not a key of ${owner}.`,
    hint,
    path: [...path, key],
    atKey: true,
  }
}

function missingKey(path: (string | number)[], key: string): SettingsProblem {
  return { code: 'SETTINGS_MISSING_KEY', message: `\`${pathText(path)}\` has no \`${key}\`.`, path, atKey: true }
}

function badName(path: (string | number)[], name: string): SettingsProblem {
  const hint = 'Letters, digits and _ make a name, and it does not start with a digit; in a header - is fine too.'
  return {
    code: 'SETTINGS_VALUE',
    message: `\`${name}\` can't be a name here.`,
    hint,
    path: [...path, name],
    atKey: true,
  }
}

function badType(path: (string | number)[], { schema, params, data }: ErrorObject): SettingsProblem {
  const given = isRecord(data) ? String(data[String(params.tag)]) : ''
  const hint = `Known are ${TYPES.join(', ')}.`
  const at = [...path, String((schema as { propertyName: string }).propertyName)]
  return {
    code: 'SETTINGS_VALUE',
    message: `\`${pathText(at)}\` can't be \`${given.slice(0, 60)}\`.`,
    hint: `${didYouMean(given, TYPES)} ${hint}`.trim(),
    path: at,
  }
}

const TYPES = ['bearer', 'api_key', 'oauth2_client', 'oauth2_user', 'custom']

/** For a secret that was written where its place should be named. */
export function literalSecret(path: readonly (string | number)[]): SettingsProblem {
  const name = envNameFor(path)
  return {
    code: 'SETTINGS_LITERAL_SECRET',
    message: `\`${pathText(path)}\` is a secret, and this file is no place for one.`,
    hint: `Put it into .env as ${name}=…, and write { env: ${name} } here.`,
    path: [...path],
  }
}

const NOT_NAMES = ['config', 'value', 'headers', 'custom_headers', 'env']

/** A name that suits an environment variable for the value at a path. */
function envNameFor(path: readonly (string | number)[]): string {
  const words = path.filter(step => typeof step === 'string' && !NOT_NAMES.includes(step))
  const last = words.slice(-2).join('_').toUpperCase()
  return last.replaceAll(/[^A-Z0-9_]/g, '_') || 'SECRET'
}

function badValue(path: (string | number)[], error: ErrorObject, schema: Record<string, unknown>): SettingsProblem {
  const subject = path.length === 0 ? 'The file' : `\`${pathText(path)}\``
  const choice = error.keyword === 'oneOf' || error.keyword === 'anyOf'
  const verb = choice ? 'needs' : 'must be'
  const got = choice ? '' : `, got ${shown(path, error.data)}`
  return { code: 'SETTINGS_VALUE', message: `${subject} ${verb} ${expected(error, schema)}${got}.`, path }
}

function expected({ keyword, params }: ErrorObject, schema: Record<string, unknown>): string {
  const { 'x-say': say, enum: values, type } = schema
  if (typeof say === 'string') return say
  if (Array.isArray(values)) return values.length === 1 ? `\`${values[0]}\`` : `one of ${values.join(', ')}`
  switch (keyword) {
    case 'minimum':
    case 'maximum':
      return `a number ${params.comparison} ${params.limit}`
    case 'minLength':
      return 'a text with something in it'
    case 'minProperties':
      return 'a map with something in it'
    default:
      return [type]
        .flat()
        .map(one => WORDS[String(one)] ?? String(one))
        .join(' or ')
  }
}

const WORDS: Readonly<Record<string, string>> = {
  object: 'a map',
  array: 'a list',
  string: 'a text',
  number: 'a number',
  integer: 'a whole number',
  boolean: 'true or false',
  null: 'empty',
}

/** Sections whose texts are never secret. */
const OPEN = ['model', 'tools', 'lookups', 'server', 'knowledge', 'transforms']

function shown(path: readonly (string | number)[], value: unknown): string {
  if (value === null) return 'nothing'
  if (Array.isArray(value)) return 'a list'
  if (isRecord(value)) return 'a map'
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  const open = OPEN.includes(String(path[0])) || ['type', 'transport', 'host'].includes(String(path.at(-1)))
  return open ? `\`${String(value).slice(0, 60)}\`` : 'another text'
}
