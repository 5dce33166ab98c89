import type { ResolveHost } from './resolve-host.ts'
import type { GuardedResponse } from './response.ts'
import type { ClientTls } from './transport.ts'

export interface GuardOptions {
  /**
   * Hosts that may be reached although they are private, `host` or `host:port`; a function is asked at every request.
   * @default none
   */
  allowHosts?: readonly string[] | (() => readonly string[] | Promise<readonly string[]>)
  /** @default the system's resolver */
  lookup?: ResolveHost
  /** A client certificate for every connection. */
  tls?: ClientTls
}

export interface GuardedRequest {
  /** @default 'GET' */
  method?: string
  headers?: Record<string, string>
  body?: string | Uint8Array
  signal?: AbortSignal
  /** Bytes of the answer, decompressed, at most. @default 10 MiB */
  maxBytes?: number
  /** @default 'follow', five times at most */
  redirect?: 'follow' | 'manual'
  /** Headers that never leave the first origin, beside those whose names say so. */
  secretHeaders?: readonly string[]
}

/**
 * A request to the public internet. What is private, local or the cloud's own is refused, whatever way it is written,
 * resolved or redirected to. Rejects with a `ToolFailure` (`ssrf_blocked`, `network_error`, `response_too_large`,
 * `invalid_url`, `invalid_header`), or with the signal's reason. Any status is an answer.
 */
export type GuardedFetch = (url: string | URL, request?: GuardedRequest) => Promise<GuardedResponse>

export const MOST_BYTES = 10 * 1024 * 1024
