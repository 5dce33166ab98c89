import { isLoopengineError, type LoopengineError, messageOf } from '../core/errors.ts'
import { isRecord, type JsonRecord, parseJson } from '../core/json.ts'
import { ModelError, type ModelErrorCode } from './model-error.ts'

/** What an error message may name, and what it must never show. */
export interface ModelSource {
  /** `provider/model`. */
  id: string
  /** The variable that holds the key, named when the key is refused. */
  keyVariable?: string
  secrets: readonly string[]
}

const LONGEST_QUOTE = 400
const TOO_LONG =
  /context.?length|context window|maximum context|prompt is too long|too many (?:input )?tokens|input token count|exceeds? the (?:maximum|limit)/i
const QUOTA = /insufficient[_ ]quota|insufficient balance|exceeded your current quota|credit balance|billing/i
const BAD_KEY = /api key not valid|invalid api key|incorrect api key|API_KEY_INVALID/i

/** Turns whatever a provider package threw or sent into an error for a person. */
export function providerError(error: unknown, source: ModelSource): LoopengineError {
  if (isLoopengineError(error)) return error
  const status = numberAt(error, 'statusCode')
  const said = quote(saidBy(error), source)
  const network = networkCode(error)
  if (network !== undefined && (status === undefined || status < 300)) return networkError(network, said, source)
  const code = codeOf({ status, said, type: typeOf(error) })
  return new ModelError(
    code,
    `${source.id}: ${SENTENCES[code]}${status === undefined ? '' : ` (HTTP ${status})`}: ${said}`,
    {
      hint: hintFor(code, source),
      retryAfterMs: retryAfter(error),
    },
  )
}

const SENTENCES: Record<ModelErrorCode, string> = {
  model_auth: 'the provider refused the key',
  model_quota: 'the account has no quota left',
  model_not_found: 'the provider does not know this model or address',
  model_rate_limited: 'the provider limits the rate of requests',
  model_overloaded: 'the provider is overloaded or failing',
  model_network: 'the provider could not be reached',
  model_bad_request: 'the provider refused the request',
  model_bad_response: 'the answer could not be understood',
  prompt_too_long: 'the conversation is longer than the model takes',
}

function hintFor(code: ModelErrorCode, { keyVariable }: ModelSource): string | undefined {
  if (code === 'model_auth') return `Check ${keyVariable ?? 'the key'} in the environment or in .env.`
  if (code === 'model_not_found') return 'Check the name behind `provider/`, and the base URL when one is set.'
  if (code === 'model_rate_limited' || code === 'model_overloaded')
    return 'Try again in a moment, or choose another model with --model.'
  if (code === 'prompt_too_long') return 'Start a new session, or set a lower contextBudgetTokens.'
  return undefined
}

function codeOf({ status, said, type }: { status: number | undefined; said: string; type: string }): ModelErrorCode {
  const about = `${type} ${said}`
  if (TOO_LONG.test(about) && (status === undefined || (status >= 400 && status < 500 && status !== 429)))
    return 'prompt_too_long'
  if (status === 413) return 'prompt_too_long'
  if (status === 401 || status === 403 || BAD_KEY.test(about) || /authentication_error|permission_error/.test(type))
    return 'model_auth'
  if (status === 402 || QUOTA.test(about)) return 'model_quota'
  if (status === 404 || /not_found/.test(type)) return 'model_not_found'
  if (status === 429 || /rate_limit|RESOURCE_EXHAUSTED/.test(type)) return 'model_rate_limited'
  if ((status !== undefined && status >= 500) || status === 408) return 'model_overloaded'
  if (/overloaded|server_error|api_error|UNAVAILABLE|INTERNAL/.test(type)) return 'model_overloaded'
  return status === undefined || status < 400 ? 'model_bad_response' : 'model_bad_request'
}

/** An address that is wrong, or a server that isn't there, is told at once; a broken connection passes. */
function networkError(code: string, said: string, source: ModelSource): ModelError {
  const what = NETWORK[code] ?? said
  const passes = !/^(?:ECONNREFUSED|ENOTFOUND|CERT_|ERR_TLS|ERR_SSL|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO_)/.test(code)
  return new ModelError('model_network', `${source.id}: the provider could not be reached: ${what}`, {
    passes,
    hint: 'Check the network, HTTPS_PROXY and the base URL; the model `offline` needs no network.',
  })
}

const NETWORK: Record<string, string> = {
  ECONNREFUSED: 'nothing listens at its address (ECONNREFUSED)',
  ENOTFOUND: 'its host name is not known (ENOTFOUND)',
  ECONNRESET: 'the connection was dropped (ECONNRESET)',
  UND_ERR_SOCKET: 'the connection was dropped',
  UND_ERR_BODY_TIMEOUT: 'it stopped sending in the middle of the answer',
  UND_ERR_HEADERS_TIMEOUT: 'it did not begin to answer in time',
  UND_ERR_CONNECT_TIMEOUT: 'no connection was made in time',
}

/** The system's or the client's code for a broken connection, from anywhere in the chain of causes. */
function networkCode(error: unknown): string | undefined {
  for (let current = error, depth = 0; isObject(current) && depth < 6; current = current.cause, depth++) {
    const { code } = current
    if (
      typeof code === 'string' &&
      /^(?:UND_ERR_|E[A-Z]{3,}$|CERT_|ERR_TLS|ERR_SSL|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO_)/.test(code)
    )
      return code
  }
  return undefined
}

/** The provider's own sentence: from its error body, else from the error. */
function saidBy(error: unknown): string {
  if (!isObject(error)) return messageOf(error)
  const body = typeof error.responseBody === 'string' ? error.responseBody : undefined
  const inBody = body === undefined ? undefined : (messageIn(parseJson(body)) ?? body.replace(/<[^>]*>/g, ' '))
  return inBody?.trim() || messageIn(error) || JSON.stringify(error)
}

function messageIn(value: unknown): string | undefined {
  if (Array.isArray(value)) return messageIn(value[0])
  if (!isObject(value)) return undefined
  if (isObject(value.error)) return messageIn(value.error)
  for (const text of [value.message, value.error, value.detail])
    if (typeof text === 'string' && text !== '') return text
  return undefined
}

function typeOf(error: unknown): string {
  if (!isObject(error)) return ''
  const body = typeof error.responseBody === 'string' ? parseJson(error.responseBody) : error
  const inner = isObject(body) && isObject(body.error) ? body.error : isObject(body) ? body : {}
  return [inner.type, inner.code, inner.status].filter(word => typeof word === 'string').join(' ')
}

/** Milliseconds from `retry-after-ms` or `retry-after` (seconds or a date). */
function retryAfter(error: unknown): number | undefined {
  const headers = isObject(error) && isRecord(error.responseHeaders) ? error.responseHeaders : {}
  const exact = Number(headers['retry-after-ms'] ?? Number.NaN)
  if (exact >= 0) return exact
  const value = headers['retry-after']
  if (typeof value !== 'string' || value === '') return undefined
  const ms = /^\d+(?:\.\d+)?$/.test(value) ? Number(value) * 1000 : Date.parse(value) - Date.now()
  return Number.isNaN(ms) ? undefined : Math.max(0, ms)
}

function quote(text: string, { secrets }: ModelSource): string {
  let safe = text.replace(/\s+/g, ' ').trim()
  for (const secret of secrets) if (secret.length > 3) safe = safe.replaceAll(secret, '[key]')
  safe = safe.replace(/\b(?:sk|AIza|gsk|xai)[-_]?[\w*-]{8,}/g, '[key]')
  return safe.length > LONGEST_QUOTE ? `${safe.slice(0, LONGEST_QUOTE)}…` : safe
}

function isObject(value: unknown): value is JsonRecord {
  return typeof value === 'object' && value !== null
}

function numberAt(value: unknown, key: string): number | undefined {
  const found = isObject(value) ? value[key] : undefined
  return typeof found === 'number' ? found : undefined
}
