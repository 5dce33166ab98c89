import { ToolFailure } from '../core/tool-failure.ts'

/** An answer that was read whole. */
export interface GuardedResponse {
  status: number
  /** Whether the status is 2xx. */
  ok: boolean
  readonly headers: Headers
  /** After redirects. */
  url: string
  bytes(): Promise<Uint8Array>
  /** By the charset of the content type, else UTF-8. */
  text(): Promise<string>
  /** @throws ToolFailure `invalid_response` for what is no JSON */
  json(): Promise<unknown>
}

export interface ReceivedAnswer {
  status: number
  headers: Readonly<Record<string, string | string[] | undefined>>
  url: URL
  bytes: Uint8Array
}

export function guardedResponse({ status, headers: received, url, bytes }: ReceivedAnswer): GuardedResponse {
  let headers: Headers | undefined
  const text = async () => decode(bytes, String(received['content-type'] ?? ''))
  return {
    status,
    ok: status >= 200 && status < 300,
    get headers() {
      headers ??= toHeaders(received)
      return headers
    },
    url: url.href,
    bytes: async () => bytes,
    text,
    json: async () => parse(await text(), url),
  }
}

function toHeaders(received: ReceivedAnswer['headers']): Headers {
  const headers = new Headers()
  for (const [name, values] of Object.entries(received)) {
    for (const value of Array.isArray(values) ? values : [values ?? '']) headers.append(name, latin(value))
  }
  return headers
}

/** `Headers` takes bytes only, and some servers send UTF-8. */
function latin(value: string): string {
  return /[^\0-\xff]/.test(value) ? Buffer.from(value).toString('latin1') : value
}

function decode(bytes: Uint8Array, contentType: string): string {
  const charset = /;\s*charset="?([^\s;"]+)/i.exec(contentType)?.[1] ?? 'utf-8'
  try {
    return new TextDecoder(charset).decode(bytes)
  } catch {
    return new TextDecoder().decode(bytes)
  }
}

function parse(text: string, url: URL): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new ToolFailure({ code: 'invalid_response', message: `The answer of ${url.host} is no JSON.`, cause })
  }
}
