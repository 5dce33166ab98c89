import { isDeepStrictEqual } from 'node:util'
import { HTTP_METHODS } from '../../abl/bindings/http.ts'
import { checkAbl, type HttpSpec, type NamedValue, printTools, type ToolSpec } from '../../abl/index.ts'
import { hasErrors } from '../../core/diagnostic.ts'
import { plain } from '../../edit/abl-tools/same-tools.ts'
import { parameterOf } from '../abl-tool/tool-declaration.ts'
import { type AblCredentials, ablCredentials } from './abl-credentials.ts'
import type { MadeTool, MakeFor } from './made-tool.ts'
import type { Argument, ReadOperation } from './operation.ts'
import type { NeededSettings } from './setting-names.ts'

/** `base`: the `base_url` of the file that the tool will stand in. */
export interface AblTarget extends MakeFor {
  base: string | undefined
  needed: NeededSettings
}

/** An operation as an ABL tool of type http. */
export function ablToolOf(operation: ReadOperation, target: AblTarget): MadeTool<ToolSpec> {
  const reasons = [...operation.unsupported]
  if (!HTTP_METHODS.some(method => method === operation.method)) reasons.push(`ABL has no method ${operation.method}`)
  if (reasons.length > 0) return { kind: 'unsupported', reasons }
  const { sent, losses } = sendable(operation)
  const host = target.server === undefined ? undefined : new URL(target.server).host
  const credentials = ablCredentials(operation.credentials, { api: target.api, host, needed: target.needed })
  const tool = specOf({ ...operation, arguments: sent }, target, credentials)
  if (!readsBack(tool)) return { kind: 'unsupported', reasons: ['what it needs can’t be written in ABL'] }
  return { kind: 'tool', tool, losses: [...operation.losses, ...losses] }
}

/** The arguments that a declaration can send; what a template fills is sent even when it is empty. */
function sendable({ method, arguments: all }: ReadOperation): { sent: Argument[]; losses: string[] } {
  const losses: string[] = []
  const sent = all.filter(argument => {
    const why = argument.required ? undefined : whyLeftOut(method, argument)
    if (why !== undefined)
      losses.push(`the optional ${argument.place} parameter \`${argument.wire}\` is left out: ${why}`)
    return why === undefined
  })
  return { sent, losses }
}

function whyLeftOut(method: string, { place, name, wire }: Argument): string | undefined {
  if (place === 'header' || place === 'cookie') return 'ABL would send it empty when it has no value'
  if (place !== 'query' || (method === 'GET' && name === wire)) return undefined
  return method === 'GET' ? 'no ABL parameter can have its name' : `ABL sends the arguments of a ${method} in its body`
}

function specOf(operation: ReadOperation, target: AblTarget, credentials: AblCredentials): ToolSpec {
  const { body, arguments: all } = operation
  const parameters = all.map(({ name, schema, required, place }) =>
    parameterOf({
      name,
      schema,
      required: (required && schema.default === undefined) || (place === 'body' && body?.whole === true),
    }),
  )
  const at = { file: '', range: { start: { line: 1, column: 1 }, end: { line: 1, column: 1 } } }
  return {
    name: target.name,
    description: operation.description,
    parameters,
    binding: bindingOf(operation, target, credentials),
    hints: {},
    provides: [],
    storeResult: true,
    at,
  }
}

function bindingOf(operation: ReadOperation, target: AblTarget, credentials: AblCredentials): HttpSpec {
  const { method, body, arguments: all } = operation
  const whole = body?.whole ? all.find(({ place }) => place === 'body') : undefined
  const { auth, authConfig, tlsProfile } = credentials
  return {
    type: 'http',
    endpoint: endpointOf(operation, target),
    ...(target.base === undefined ? {} : { baseUrl: target.base }),
    method: method as HttpSpec['method'],
    auth,
    ...(authConfig ? { authConfig } : {}),
    ...(tlsProfile === undefined ? {} : { tlsProfile }),
    authJit: false,
    connection: 'shared',
    headers: headersOf(operation, credentials),
    queryParams: [...all.filter(argument => isTemplated(method, argument)).map(templated), ...credentials.query],
    ...(body?.encoding === 'form' ? { bodyType: 'form' as const } : {}),
    ...(whole ? { bodyTemplate: `{{input.${whole.name}}}` } : {}),
    variants: [],
    protocol: 'rest',
    soapVersion: '1.1',
    onSoapFault: 'error',
  }
}

function isTemplated(method: string, { place, name, wire }: Argument): boolean {
  return place === 'query' && (method !== 'GET' || name !== wire)
}

function templated({ wire, name }: Argument): NamedValue {
  return { name: wire, value: `{{input.${name}}}` }
}

function headersOf({ arguments: all, body }: ReadOperation, { cookies }: AblCredentials): NamedValue[] {
  const sent = all.filter(({ place }) => place === 'cookie').map(({ wire, name }) => `${wire}={{input.${name}}}`)
  const cookie = [...sent, ...cookies].join('; ')
  return [
    ...all.filter(({ place }) => place === 'header').map(templated),
    ...(cookie === '' ? [] : [{ name: 'Cookie', value: cookie }]),
    ...(body?.mediaType === undefined ? [] : [{ name: 'Content-Type', value: body.mediaType }]),
  ]
}

function endpointOf({ path, arguments: all }: ReadOperation, { server, base }: AblTarget): string {
  const names = new Map(all.filter(({ place }) => place === 'path').map(({ wire, name }) => [wire, name]))
  const written = path.replace(/\{([^{}]+)\}/g, (whole, wire: string) =>
    names.has(wire) ? `{${names.get(wire)}}` : whole,
  )
  return server === undefined || server === base ? written : `${server}${written}`
}

/** Nothing is written that the language would read in another way, or complain about. */
function readsBack(tool: ToolSpec): boolean {
  const { tools, diagnostics } = checkAbl(printTools([tool]), { file: 'made.tools.abl' })
  const [read] = tools
  return read !== undefined && !hasErrors(diagnostics) && isDeepStrictEqual(plain(read), plain(tool))
}
