import { isWrittenSecret } from '../../abl/check/auth.ts'
import { parseEndpoint } from '../../abl/endpoint/parse.ts'
import { messageOf, usageError } from '../../core/errors.ts'
import type { Json } from '../../core/json.ts'
import { fieldsIn } from '../../tools/http-tool/fields.ts'
import { isResponsePath } from '../../tools/http-tool/response-path.ts'
import { inputSchemaOf, type Parameter, parseParameters } from '../parameter.ts'
import { HTTP_TOOL_METHODS, type HttpTool } from './http-tool.ts'

/** An HTTP tool as a person asks for it, every part as text. */
export interface WantedRequest {
  name: string
  description: string
  method: string
  url: string
  /** Each `Name: value`. */
  headers: readonly string[]
  /** JSON. */
  body?: string | undefined
  responsePath?: string | undefined
  /** Each as `parseParameter` reads it. Fields that are not among them are required texts. */
  parameters: readonly string[]
  safe: boolean
}

/** The tool, checked. @throws LoopengineError (2) naming the part that is wrong */
export function readHttpTool(wanted: WantedRequest): HttpTool {
  const method = readMethod(wanted.method)
  const url = readUrl(wanted.url)
  const headers = readHeaders(wanted.headers)
  const body = readBody(wanted.body, method)
  const { responsePath } = wanted
  if (responsePath !== undefined) checkResponsePath(responsePath)
  const parameters = allParameters(parseParameters(wanted.parameters), { url, headers, body })
  refuseUnsent(parameters, { method, url, headers, body })
  return {
    name: wanted.name,
    description: wanted.description,
    method,
    url,
    headers,
    ...(body === undefined ? {} : { body }),
    ...(responsePath === undefined ? {} : { responsePath }),
    input_schema: inputSchemaOf(parameters),
    safe: wanted.safe,
  }
}

function readMethod(text: string): HttpTool['method'] {
  const method = HTTP_TOOL_METHODS.find(known => known === text.toUpperCase())
  if (method) return method
  throw usageError('method', `\`${text}\` is no method.`, `One of: ${HTTP_TOOL_METHODS.join(', ')}.`)
}

/** @throws LoopengineError `url` (2) */
export function readUrl(text: string): string {
  const url = text.trim()
  const wrong = urlProblem(url)
  if (wrong === undefined) return url
  throw usageError('url', `\`${url}\` ${wrong}.`, 'Write it whole, as in https://api.example.com/orders/{id}.')
}

function urlProblem(url: string): string | undefined {
  if (!/^(https?:\/\/[^/]|\{\{\s*[A-Za-z_]\w*\s*\}\})/i.test(url)) return 'is no http or https URL'
  const { inHost, problems } = parseEndpoint(url.replace(/\{\{\s*([A-Za-z_]\w*)\s*\}\}/g, '{{config.$1}}'))
  if (inHost.length > 0) return `has ${inHost[0]} in its host, which no argument may choose`
  if (problems.length > 0) return `does not read: ${problems[0]?.message}`
  const sample = url.replace(/^\{\{[^}]*\}\}/, 'https://x').replace(/\{+[^{}]*\}+/g, 'x')
  if (!URL.canParse(sample)) return 'is no http or https URL'
  const { username, password, hash } = new URL(sample)
  if (username !== '' || password !== '') return 'holds a user or a password; send a header instead'
  return hash === '' ? undefined : 'has a part behind `#`, which is never sent'
}

/** @throws LoopengineError `header` (2) */
export function readHeaders(texts: readonly string[]): Record<string, string> {
  const headers: Record<string, string> = {}
  for (const text of texts) {
    const [, name = '', value = ''] = /^\s*([^:]*?)\s*:\s*(.*?)\s*$/s.exec(text) ?? []
    const wrong = headerProblem({ name, value }, headers)
    if (wrong !== undefined) throw usageError('header', `\`${name || text}\` ${wrong}.`, HEADER_HINT)
    headers[name] = value
  }
  return headers
}

const HEADER_HINT =
  "Write 'Name: value'; a secret is taken from the environment: 'Authorization: Bearer {{SHOP_TOKEN}}'."

function headerProblem(
  header: { name: string; value: string },
  known: Readonly<Record<string, string>>,
): string | undefined {
  const { name, value } = header
  if (!/^[A-Za-z0-9!#$%&'*+\-.^_`|~]+$/.test(name)) return 'is no header'
  if (Object.keys(known).some(other => other.toLowerCase() === name.toLowerCase())) return 'is given twice'
  if (/[^\t\u0020-\u007e]/.test(value)) return 'has a value that no header can hold'
  return isWrittenSecret(header) ? 'carries a credential that would be written into the file' : undefined
}

function readBody(text: string | undefined, method: string): Json | undefined {
  if (text === undefined) return undefined
  if (method === 'GET' || method === 'HEAD')
    throw usageError('body', `A ${method} request has no body.`, 'Put the fields into the URL, or use another method.')
  try {
    return JSON.parse(text)
  } catch (error) {
    const hint = `Write it as in '{"amount": "{amount}", "note": "Order {id}"}'.`
    throw usageError('body', `The body is no JSON: ${messageOf(error)}.`, hint)
  }
}

/** @throws LoopengineError `response_path` (2) */
export function checkResponsePath(path: string): void {
  if (isResponsePath(path)) return
  throw usageError('response_path', `\`${path}\` is no path into an answer.`, 'Write it as in `data.items[0].name`.')
}

interface Sent {
  url: string
  headers: Record<string, string>
  body: Json | undefined
}

/** The parameters given, and one for each field that is not among them; what stands in the path is always required. */
function allParameters(given: readonly Parameter[], { url, headers, body }: Sent): Parameter[] {
  const inPath = fieldsIn(url.split('?', 1)[0])
  const named = new Set([...fieldsIn(url), ...fieldsIn(headers), ...fieldsIn(body)])
  const added = [...named].filter(name => !given.some(parameter => parameter.name === name))
  const plain = added.map(name => ({ name, schema: { type: 'string' }, required: true }))
  return [...plain, ...given].map(parameter =>
    inPath.includes(parameter.name) ? { ...parameter, required: true } : parameter,
  )
}

/** A body that is a list or a text has no place for fields that it doesn't name. */
function refuseUnsent(
  parameters: readonly Parameter[],
  { method, url, headers, body }: Sent & { method: string },
): void {
  if (method === 'GET' || method === 'HEAD' || body === undefined) return
  if (typeof body === 'object' && body !== null && !Array.isArray(body)) return
  const named = [...fieldsIn(url), ...fieldsIn(headers), ...fieldsIn(body)]
  const lost = parameters.find(({ name }) => !named.includes(name))
  if (!lost) return
  throw usageError(
    'parameter',
    `Nothing sends the parameter \`${lost.name}\`.`,
    `Name it in the URL or in the body: \`{${lost.name}}\`.`,
  )
}
