import { isRecord, type Json } from '../../core/json.ts'
import { ToolFailure } from '../../core/tool-failure.ts'

/** What fills a template: the call's arguments for `{field}`, the environment for `{{NAME}}`. */
export interface Filling {
  input: Readonly<Record<string, unknown>>
  env: Readonly<Record<string, string | undefined>>
  /** The fields that something has named so far. */
  used: Set<string>
}

const HOLE = /\{\{\s*([A-Za-z_]\w*)\s*\}\}|\{([A-Za-z_]\w*)\}/g

/** The names of the `{field}`s in a text, or in the texts of a JSON value. */
export function fieldsIn(template: unknown): string[] {
  return textsIn(template).flatMap(text => [...text.matchAll(HOLE)].flatMap(([, , field]) => field ?? []))
}

/** The names of the `{{NAME}}`s. */
export function environmentNamesIn(template: unknown): string[] {
  return textsIn(template).flatMap(text => [...text.matchAll(HOLE)].flatMap(([, name]) => name ?? []))
}

function textsIn(template: unknown): string[] {
  if (typeof template === 'string') return [template]
  if (Array.isArray(template)) return template.flatMap(textsIn)
  return isRecord(template) ? Object.values(template).flatMap(textsIn) : []
}

/** The value for a text: of a lone `{field}` the argument as it is, else a text. Filled once, never scanned again. */
export function fillText(template: string, filling: Filling): unknown {
  const lone = /^\{([A-Za-z_]\w*)\}$/.exec(template)?.[1]
  if (lone !== undefined) return fieldValue(lone, filling)
  return template.replace(HOLE, (_whole, name: string | undefined, field: string | undefined) =>
    name === undefined ? textOf(fieldValue(field ?? '', filling)) : environmentValue(name, filling),
  )
}

/** A JSON template with every text filled. A property whose value is a lone field without an argument is left out. */
export function fillJson(template: Json, filling: Filling): unknown {
  if (typeof template === 'string') return fillText(template, filling)
  if (Array.isArray(template)) {
    return template.map(item => fillJson(item, filling)).filter(value => value !== undefined)
  }
  if (!isRecord(template)) return template
  const entries = Object.entries(template).map(([key, value]) => [key, fillJson(value, filling)])
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined))
}

/** The arguments that nothing has named, without those that have no value. */
export function unusedFields({ input, used }: Filling): [string, unknown][] {
  return Object.entries(input).filter(([name, value]) => !used.has(name) && value !== undefined && value !== null)
}

/** @throws ToolFailure `config_missing` */
export function environmentValue(name: string, { env }: Pick<Filling, 'env'>): string {
  const value = Object.hasOwn(env, name) ? env[name] : undefined
  if (value !== undefined && value !== '') return value
  throw new ToolFailure({
    code: 'config_missing',
    message: `The environment variable ${name} is not set, and the request needs it.`,
  })
}

function fieldValue(name: string, { input, used }: Filling): unknown {
  used.add(name)
  return Object.hasOwn(input, name) ? input[name] : undefined
}

/** A value inside a text. */
export function textOf(value: unknown): string {
  if (value === undefined || value === null) return ''
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}
