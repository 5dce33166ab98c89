import { isRecord, type Json } from '../../core/json.ts'
import { ToolFailure } from '../../core/tool-failure.ts'
import { environmentValue, type Filling, fillJson, fillText, textOf, unusedFields } from './fields.ts'

/**
 * A request with places for values: `{field}` is an argument of the call, `{{NAME}}` an environment variable. A text that
 * is nothing but `{field}` takes the argument as it is; without one, it is left out with its key.
 */
export interface RequestTemplate {
  method: string
  url: string
  headers?: Readonly<Record<string, string>>
  query?: Readonly<Record<string, string>>
  body?: Json
  /** How the body is written. @default 'json' */
  bodyType?: 'json' | 'form'
}

/** What `guardedFetch` takes. */
export interface FilledRequest {
  url: string
  method: string
  headers: Record<string, string>
  body?: string
}

/**
 * The request of one call. Arguments that the template names nowhere go into the query of a GET or HEAD, else into the
 * body. No argument can leave its path segment or change the host.
 * @throws ToolFailure `config_missing` for an environment variable that is not set, `validation_error`
 */
export async function httpRequest(
  template: RequestTemplate,
  input: Readonly<Record<string, unknown>>,
  env: Readonly<Record<string, string | undefined>> = process.env,
): Promise<FilledRequest> {
  const filling: Filling = { input, env, used: new Set() }
  const method = template.method.toUpperCase()
  const [address = '', search] = template.url.split('?', 2)
  const base = await addressOf(address, filling)
  const pairs = [...writtenPairs(search), ...Object.entries(template.query ?? {})]
  const query = pairs.flatMap(([name, text]) => pairsOf(name, fillText(text, filling)))
  const headers = headersOf(template.headers ?? {}, filling)
  const body = bodyOf(template, method, filling)
  if (isReading(method)) query.push(...unusedFields(filling).flatMap(([name, value]) => pairsOf(name, value)))
  const url = query.length === 0 ? base : `${base}?${new URLSearchParams(query)}`
  if (body === undefined) return { url, method, headers }
  const isTyped = Object.keys(headers).some(name => name.toLowerCase() === 'content-type')
  return { url, method, headers: isTyped ? headers : { ...headers, 'Content-Type': body.type }, body: body.text }
}

function isReading(method: string): boolean {
  return method === 'GET' || method === 'HEAD'
}

/** Loaded by the first call, so that agents load without it. */
async function addressOf(address: string, filling: Filling): Promise<string> {
  const { compileEndpoint } = await import('../../abl/endpoint/compile.ts')
  const endpoint = address.replace(/\{\{\s*([A-Za-z_]\w*)\s*\}\}/g, '{{config.$1}}')
  const compiled = await compileEndpoint(endpoint)
  if (!compiled.ok) throw invalid(compiled.problems[0]?.message ?? `\`${address}\` is no URL.`)
  for (const name of compiled.value.parameters) filling.used.add(name)
  const filled = compiled.value.fill({ parameters: filling.input, config: name => environmentValue(name, filling) })
  if (!filled.ok) throw invalid(filled.error.message)
  return filled.url
}

/** The query that stands in the URL itself, its values still templates. */
function writtenPairs(search = ''): [string, string][] {
  return search
    .split('&')
    .filter(Boolean)
    .map(pair => {
      const [name = '', value = ''] = pair.split(/=(.*)/s)
      return [decoded(name), decoded(value)]
    })
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    return text
  }
}

/** A list repeats the name; what has no value is left out. */
function pairsOf(name: string, value: unknown): [string, string][] {
  if (value === undefined || value === null) return []
  return (Array.isArray(value) ? value : [value]).map(item => [name, textOf(item)])
}

function headersOf(templates: Readonly<Record<string, string>>, filling: Filling): Record<string, string> {
  const headers: Record<string, string> = {}
  for (const [name, template] of Object.entries(templates)) {
    const value = fillText(template, filling)
    if (value === undefined || value === null) continue
    const text = textOf(value)
    if (/[^\t\u0020-\u007e\u0080-\u00ff]/.test(text)) throw invalid(`The header ${name} can't hold that value.`)
    headers[name] = text
  }
  return headers
}

function bodyOf(
  { body, bodyType = 'json' }: RequestTemplate,
  method: string,
  filling: Filling,
): { type: string; text: string } | undefined {
  if (isReading(method)) return undefined
  const filled = body === undefined ? undefined : fillJson(body, filling)
  const rest = Object.fromEntries(unusedFields(filling))
  const isOpen = filled === undefined || isRecord(filled)
  const value = isOpen && Object.keys(rest).length > 0 ? { ...rest, ...(isRecord(filled) ? filled : {}) } : filled
  if (value === undefined) return undefined
  if (bodyType === 'json') return { type: 'application/json', text: JSON.stringify(value) }
  const pairs = Object.entries(isRecord(value) ? value : {}).flatMap(([name, item]) => pairsOf(name, item))
  return { type: 'application/x-www-form-urlencoded', text: new URLSearchParams(pairs).toString() }
}

function invalid(message: string): ToolFailure {
  return new ToolFailure({ code: 'validation_error', type: 'validation_error', message })
}
