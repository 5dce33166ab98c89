import { packageVersion } from '../core/package-root.ts'
import { invalidHeader } from './failures.ts'

const NAME = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/

/** What the connection itself decides; a request that sets them means something else than what is sent. */
const OF_THE_CONNECTION = new Set(
  'connection content-length expect host keep-alive proxy-connection te trailer transfer-encoding upgrade'.split(' '),
)

/** Names that carry credentials by custom; more are named by the caller. */
const SECRET_NAME = /auth|cookie|credential|key|password|secret|session|signature|token/i

const OF_THE_BODY = /^content-/i

/** What every request says when it says nothing else. */
const DEFAULTS = [
  ['accept', '*/*'],
  ['accept-encoding', 'gzip, deflate, br'],
] as const

/**
 * The headers of a request, checked, with what every request says. A name counts once whatever its case: the last wins.
 * @throws ToolFailure `invalid_header`, which never shows a value
 */
export function requestHeaders(given: Readonly<Record<string, string>> = {}): Record<string, string> {
  const named = new Map<string, [name: string, value: string]>()
  for (const [name, value] of Object.entries(given)) {
    checkHeader(name, value)
    named.set(name.toLowerCase(), [name, value])
  }
  const headers: Record<string, string> = {}
  for (const [name, value] of DEFAULTS) if (!named.has(name)) headers[name] = value
  if (!named.has('user-agent')) headers['user-agent'] = `loopengine/${packageVersion()}`
  for (const [name, value] of named.values()) headers[name] = value
  return headers
}

function checkHeader(name: string, value: string): void {
  if (!NAME.test(name)) throw invalidHeader(name, 'has a name that no header can have.')
  if (OF_THE_CONNECTION.has(name.toLowerCase())) throw invalidHeader(name, 'is set by the connection itself.')
  if (typeof value !== 'string') throw invalidHeader(name, 'has a value that is no text.')
  if (/[\r\n\0]/.test(value)) throw invalidHeader(name, 'has a line break in its value.')
  if (/[^\t\x20-\x7e\x80-\xff]/.test(value))
    throw invalidHeader(name, 'has a character in its value that no header can carry.')
}

/** Without what was meant for the first origin only. */
export function withoutSecrets(
  headers: Record<string, string>,
  secretNames: readonly string[],
): Record<string, string> {
  const named = new Set(secretNames.map(name => name.toLowerCase()))
  return keep(headers, name => !SECRET_NAME.test(name) && !named.has(name.toLowerCase()))
}

/** Without what described a body that is no longer sent. */
export function withoutBody(headers: Record<string, string>): Record<string, string> {
  return keep(headers, name => !OF_THE_BODY.test(name))
}

function keep(headers: Record<string, string>, which: (name: string) => boolean): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => which(name)))
}
