import { EnvHttpProxyAgent, request } from 'undici'
import { streamedResponse } from './streamed-response.ts'

export type Environment = Readonly<Record<string, string | undefined>>

export interface NetworkOptions {
  env: Environment
  /** Milliseconds without one byte before a request counts as stalled. @default 300000 */
  idleTimeoutMs?: number
}

const IDLE_TIMEOUT_MS = 300_000
const agents = new Map<string, EnvHttpProxyAgent>()

/**
 * The `fetch` of the provider packages: `request` of undici over one keep-alive agent that knows the proxy variables.
 * Redirects are not followed: a key is sent to the address that was configured and nowhere else.
 */
export function modelFetch({ env, idleTimeoutMs = IDLE_TIMEOUT_MS }: NetworkOptions): typeof globalThis.fetch {
  const dispatcher = agentFor(env)
  return async (input, init) => {
    const { statusCode, headers, body } = await request(String(input), {
      method: (init?.method ?? 'GET') as 'GET',
      headers: { ...(init?.headers as Record<string, string>), 'accept-encoding': 'identity' },
      body: init?.body as string,
      signal: init?.signal ?? undefined,
      dispatcher,
      headersTimeout: idleTimeoutMs,
      bodyTimeout: idleTimeoutMs,
    })
    // A body that is dropped before its end emits an error; one that is read tells its reader.
    body.on('error', () => {})
    if (statusCode >= 300 && statusCode < 400) {
      body.destroy()
      const said = `it redirects to ${headers.location}; if that is right, set it as the base URL`
      throw new UnusableResponse(statusCode, said)
    }
    if (statusCode < 300 && /html|json/.test(String(headers['content-type'] ?? ''))) {
      throw new UnusableResponse(statusCode, await body.text())
    }
    return streamedResponse(statusCode, headers, body)
  }
}

/** A response that is no stream. Its fields are those of the provider packages' own errors. */
class UnusableResponse extends Error {
  readonly statusCode: number
  readonly responseBody: string

  constructor(statusCode: number, responseBody: string) {
    super('The response is no stream.')
    this.statusCode = statusCode
    this.responseBody = responseBody
  }
}

/** One agent a process for the same proxy settings, so that connections are kept. */
function agentFor(env: Environment): EnvHttpProxyAgent {
  const httpProxy = env.http_proxy ?? env.HTTP_PROXY ?? ''
  const httpsProxy = env.https_proxy ?? env.HTTPS_PROXY ?? ''
  const noProxy = env.no_proxy ?? env.NO_PROXY ?? ''
  const key = JSON.stringify([httpProxy, httpsProxy, noProxy])
  const agent = agents.get(key) ?? new EnvHttpProxyAgent({ httpProxy, httpsProxy, noProxy, keepAliveTimeout: 60_000 })
  agents.set(key, agent)
  return agent
}
