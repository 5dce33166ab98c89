import { messageOf, systemCode } from '../core/errors.ts'
import { isToolFailure, ToolFailure } from '../core/tool-failure.ts'
import type { AddressProblem } from './address-problem.ts'

/** A request that the guard refuses; the message says by which rule and, where it can be allowed, how. */
export function blocked(url: URL, problem: AddressProblem, resolved?: string): ToolFailure {
  const target = resolved === undefined ? url.hostname : `${url.hostname} is ${resolved}, which`
  const entry = url.port ? `${url.hostname}:${url.port}` : url.hostname
  const listed = problem.metadata && resolved !== undefined ? resolved : entry
  return new ToolFailure({
    code: 'ssrf_blocked',
    message: [
      `${url.origin} is not reached: ${target} is ${problem.kind}.`,
      'If this tool may reach it, add to loopengine.config.yml:',
      'tools:',
      `  allow_hosts: ["${listed}"]`,
    ].join('\n'),
  })
}

/** What stands where a URL should; never shows credentials or a query. */
export function invalidUrl(text: string, why: string): ToolFailure {
  const shown = text.replace(/\/\/[^/?#]*@/, '//***@').replace(/[?#].*$/s, '')
  return new ToolFailure({ code: 'invalid_url', type: 'invalid_input', message: `\`${shown}\` ${why}` })
}

export function invalidHeader(name: string, why: string): ToolFailure {
  return new ToolFailure({ code: 'invalid_header', type: 'invalid_input', message: `The header \`${name}\` ${why}` })
}

export function tooLarge(url: URL, maxBytes: number): ToolFailure {
  const message = `The answer of ${url.host} has more than ${maxBytes} bytes.`
  return new ToolFailure({ code: 'response_too_large', message })
}

export function networkFailure(message: string, options: { retryable?: boolean; cause?: unknown } = {}): ToolFailure {
  return new ToolFailure({ code: 'network_error', message, ...options })
}

const SAYINGS: Readonly<Record<string, string>> = {
  ENOTFOUND: 'there is no such name',
  EAI_AGAIN: 'the name could not be looked up',
  ECONNREFUSED: 'nothing listens there',
  ECONNRESET: 'the connection was cut',
  UND_ERR_SOCKET: 'the connection was cut',
  UND_ERR_CONNECT_TIMEOUT: 'no connection in time',
  UND_ERR_HEADERS_TIMEOUT: 'no answer in time',
  UND_ERR_BODY_TIMEOUT: 'the answer stopped half way',
}

/** What the transport threw, as a failure; the caller's own abort passes as it is. */
export function asNetworkFailure(error: unknown, url: URL, signal: AbortSignal | undefined): unknown {
  if (signal?.aborted) return signal.reason
  if (isToolFailure(error)) return error
  const code = codeOf(error)
  const said = (code && SAYINGS[code]) ?? messageOf(error)
  const message = `${url.host} could not be reached: ${said}${code ? ` (${code})` : ''}.`
  return networkFailure(message, { retryable: !/CERT|SSL|TLS|INVALID_ARG/.test(code ?? ''), cause: error })
}

function codeOf(error: unknown): string | undefined {
  const own = systemCode(error)
  if (own !== undefined || !(error instanceof AggregateError)) return own
  return error.errors.map(systemCode).find(code => code !== undefined)
}
