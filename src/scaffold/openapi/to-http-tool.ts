import type { JsonSchema } from '../../core/json.ts'
import { HTTP_TOOL_METHODS, type HttpTool } from '../http-tool/http-tool.ts'
import type { Credential } from './credentials.ts'
import type { MadeTool, MakeFor } from './made-tool.ts'
import type { Argument, ReadOperation } from './operation.ts'
import { type NeededSettings, needVariable, variableName } from './setting-names.ts'

export interface HttpToolTarget extends MakeFor {
  needed: NeededSettings
}

/** An operation as a tool in TypeScript that makes the request. */
export function httpToolOf(operation: ReadOperation, target: HttpToolTarget): MadeTool<HttpTool> {
  const { unsupported, body } = operation
  const all = operation.arguments.filter(({ place, required }) => place !== 'cookie' || required)
  const left = operation.arguments.filter(argument => !all.includes(argument))
  const losses = [...operation.losses, ...left.map(({ wire }) => `the optional cookie \`${wire}\` is left out`)]
  const method = HTTP_TOOL_METHODS.find(known => known === operation.method)
  const { server } = target
  const reasons = [...unsupported]
  if (operation.credentials.some(({ kind }) => kind === 'mutual_tls')) reasons.push('it needs a client certificate')
  if (server === undefined) reasons.push('the document names no server for it; give --base-url URL')
  if (!method || server === undefined || reasons.length > 0) return { kind: 'unsupported', reasons }
  const credentials = carried(operation.credentials, target)
  const query = named(all, 'query', method)
  const whole = body?.whole ? all.find(({ place }) => place === 'body') : undefined
  const headers = {
    ...named(all, 'header'),
    ...credentials.headers,
    ...cookieOf(all, credentials.cookies),
    ...typeOf(operation),
  }
  const tool: HttpTool = {
    name: target.name,
    description: operation.description,
    method,
    url: `${server}${pathOf(operation)}`,
    headers,
    ...filled('query', { ...query, ...credentials.query }),
    ...(whole ? { body: `{${whole.name}}` } : {}),
    ...(body?.encoding === 'form' ? { bodyType: 'form' as const } : {}),
    input_schema: schemaOf(all),
    safe: method === 'GET' || method === 'HEAD',
  }
  return { kind: 'tool', tool, losses: [...losses, ...credentials.losses] }
}

function filled<K extends string>(key: K, value: Record<string, string>): { [P in K]?: Record<string, string> } {
  return Object.keys(value).length === 0 ? {} : ({ [key]: value } as { [P in K]: Record<string, string> })
}

/** Those that the request must name: in the query of a GET, an argument of the same name goes by itself. */
function named(all: readonly Argument[], place: Argument['place'], method = ''): Record<string, string> {
  const goesByItself = ({ name, wire }: Argument) => (method === 'GET' || method === 'HEAD') && name === wire
  const there = all.filter(argument => argument.place === place && !goesByItself(argument))
  return Object.fromEntries(there.map(({ wire, name }) => [wire, `{${name}}`]))
}

/** Cookies share one header. */
function cookieOf(all: readonly Argument[], secrets: readonly string[]): Record<string, string> {
  const sent = all.filter(({ place }) => place === 'cookie').map(({ wire, name }) => `${wire}={${name}}`)
  const cookie = [...sent, ...secrets].join('; ')
  return cookie === '' ? {} : { Cookie: cookie }
}

function typeOf({ body }: ReadOperation): Record<string, string> {
  return body?.mediaType === undefined ? {} : { 'Content-Type': body.mediaType }
}

function pathOf({ path, arguments: all }: ReadOperation): string {
  const names = new Map(all.filter(({ place }) => place === 'path').map(({ wire, name }) => [wire, name]))
  return path.replace(/\{([^{}]+)\}/g, (whole, wire: string) => (names.has(wire) ? `{${names.get(wire)}}` : whole))
}

function schemaOf(all: readonly Argument[]): JsonSchema {
  const required = all.filter(argument => argument.required).map(({ name }) => name)
  const properties = Object.fromEntries(all.map(({ name, schema }) => [name, schema]))
  return { type: 'object', properties, ...(required.length > 0 ? { required } : {}) }
}

interface Carried {
  headers: Record<string, string>
  query: Record<string, string>
  cookies: string[]
  losses: string[]
}

function carried(credentials: readonly Credential[], { api, needed }: HttpToolTarget): Carried {
  const said: Carried = { headers: {}, query: {}, cookies: [], losses: [] }
  for (const credential of credentials) {
    const isOauth = credential.kind.startsWith('oauth2')
    const holds =
      credential.kind === 'basic'
        ? 'user:password in base64'
        : credential.kind === 'api_key'
          ? 'the key'
          : 'the bearer token'
    const name = needVariable(needed, variableName(api, credential, isOauth ? '_TOKEN' : ''), holds)
    const value = `{{${name}}}`
    if (credential.kind !== 'api_key')
      said.headers.Authorization = `${credential.kind === 'basic' ? 'Basic' : 'Bearer'} ${value}`
    else if (credential.in === 'header') said.headers[credential.name] = value
    else if (credential.in === 'query') said.query[credential.name] = value
    else said.cookies.push(`${credential.name}=${value}`)
    if (isOauth)
      said.losses.push(
        `\`${credential.scheme}\` is sent as a bearer token that you get by yourself; --kind abl gets it for you`,
      )
  }
  return said
}
