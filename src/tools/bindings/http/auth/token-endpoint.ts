import type * as oauth from 'oauth4webapi'
import { isToolFailure, ToolFailure } from '../../../../core/tool-failure.ts'
import type { ToolFetch } from '../../binding.ts'
import { maskSecrets } from '../../mask-secrets.ts'

/** Who asks for tokens, and where. */
export interface TokenClient {
  tokenUrl: string
  clientId: string
  /** Absent for a public client. */
  clientSecret?: string
}

export interface Tokens {
  accessToken: string
  refreshToken?: string
  /** Seconds from now. */
  expiresIn?: number
}

/** How an access token is come by. */
export type Grant =
  | { kind: 'client_credentials'; scopes?: string }
  | { kind: 'refresh_token'; refreshToken: string }
  | { kind: 'authorization_code'; parameters: URLSearchParams; redirectUri: string; verifier: string }

export interface TokenAccess {
  fetch: ToolFetch
  /** `token_url` may be http: only where its host is allowed to be local. */
  insecure: boolean
}

/** Milliseconds for one answer; a call that waits for it may end earlier. */
const TIMEOUT_MS = 30_000

type Library = typeof oauth

/**
 * Asks a token endpoint, behind the guard and without following redirects. The client says who it is by HTTP Basic, and
 * where that is not understood in the body.
 * @throws ToolFailure `auth_missing` when the client is refused, `consent_required` when the person's grant is, those of
 * the guard. No message holds a secret.
 */
export async function requestTokens(client: TokenClient, grant: Grant, access: TokenAccess): Promise<Tokens> {
  const library = await import('oauth4webapi')
  const secret = client.clientSecret
  if (secret === undefined) return attempt(library, { client, grant, access, as: library.None() })
  try {
    return await attempt(library, { client, grant, access, as: library.ClientSecretBasic(secret) })
  } catch (error) {
    if (!isClientRefused(error) || grant.kind === 'authorization_code') throw error
    return attempt(library, { client, grant, access, as: library.ClientSecretPost(secret) })
  }
}

interface Attempt {
  client: TokenClient
  grant: Grant
  access: TokenAccess
  as: oauth.ClientAuth
}

async function attempt(library: Library, options: Attempt): Promise<Tokens> {
  try {
    const { access_token, refresh_token, expires_in } = await ask(library, options)
    return { accessToken: access_token, refreshToken: refresh_token, expiresIn: expires_in }
  } catch (error) {
    throw failureOf(library, error, options)
  }
}

async function ask(library: Library, { client, grant, access, as }: Attempt): Promise<oauth.TokenEndpointResponse> {
  const server: oauth.AuthorizationServer = { issuer: new URL(client.tokenUrl).origin, token_endpoint: client.tokenUrl }
  const who: oauth.Client = { client_id: client.clientId }
  const options = {
    [library.customFetch]: (url: string, init: FetchInit) => fetchTokens(access.fetch, url, init),
    [library.allowInsecureRequests]: access.insecure,
    signal: AbortSignal.timeout(TIMEOUT_MS),
  }
  if (grant.kind === 'client_credentials') {
    const parameters: Record<string, string> = grant.scopes ? { scope: grant.scopes } : {}
    const response = await library.clientCredentialsGrantRequest(server, who, as, parameters, options)
    return library.processClientCredentialsResponse(server, who, response)
  }
  if (grant.kind === 'refresh_token') {
    const response = await library.refreshTokenGrantRequest(server, who, as, grant.refreshToken, options)
    return library.processRefreshTokenResponse(server, who, response)
  }
  const { parameters, redirectUri, verifier } = grant
  const response = await library.authorizationCodeGrantRequest(
    server,
    who,
    as,
    parameters,
    redirectUri,
    verifier,
    options,
  )
  return library.processAuthorizationCodeResponse(server, who, response)
}

interface FetchInit {
  method: string
  headers: Record<string, string>
  body?: unknown
  signal?: AbortSignal
}

/** The guard as the library's `fetch`. Who signed in is of no interest here, so that identity tokens are left out. */
async function fetchTokens(
  fetch: ToolFetch,
  url: string,
  { method, headers, body, signal }: FetchInit,
): Promise<Response> {
  const text = body === undefined || body === null ? undefined : String(body)
  const answer = await fetch(url, { method, headers, body: text, signal, redirect: 'manual', maxBytes: 1_048_576 })
  const parsed: unknown = await answer.json().catch(() => undefined)
  const shown = typeof parsed === 'object' ? JSON.stringify({ ...parsed, id_token: undefined }) : await answer.text()
  const contentType = answer.headers.get('content-type') ?? ''
  const isEmpty = [101, 204, 205, 304].includes(answer.status)
  return new Response(isEmpty ? null : shown, { status: answer.status, headers: { 'content-type': contentType } })
}

function failureOf(library: Library, error: unknown, { client, grant }: Attempt): unknown {
  const cause = error instanceof Error && isToolFailure(error.cause) ? error.cause : error
  if (isToolFailure(cause)) return cause
  const { host } = new URL(client.tokenUrl)
  if (error instanceof Error && error.name === 'TimeoutError') {
    return new ToolFailure({ code: 'network_error', message: `${host} gave no token in time.`, retryable: true })
  }
  if (!(error instanceof library.ResponseBodyError)) {
    const status = statusOf(error)
    const message = `${host} gave no token: ${status === undefined ? 'its answer is none that OAuth knows' : `status ${status}`}.`
    return new ToolFailure({ code: 'network_error', message, status, retryable: status === undefined || status >= 500 })
  }
  const secrets = secretsOf(client, grant)
  const said = maskSecrets(secrets).text([error.error, error.error_description].filter(Boolean).join(': '))
  const code =
    error.error === 'invalid_grant' && grant.kind !== 'client_credentials' ? 'consent_required' : 'auth_missing'
  return new ToolFailure({ code, message: `${host} gave no token (${said}).`, details: { error: error.error } })
}

function statusOf(error: unknown): number | undefined {
  const cause = error instanceof Error ? error.cause : undefined
  return cause instanceof Response ? cause.status : undefined
}

function secretsOf({ clientSecret }: TokenClient, grant: Grant): string[] {
  const own = grant.kind === 'refresh_token' ? [grant.refreshToken] : []
  const code = grant.kind === 'authorization_code' ? [grant.parameters.get('code') ?? '', grant.verifier] : []
  return [clientSecret ?? '', ...own, ...code].filter(Boolean)
}

function isClientRefused(error: unknown): boolean {
  if (!isToolFailure(error) || typeof error.details !== 'object' || error.details === null) return false
  return 'error' in error.details && error.details.error === 'invalid_client'
}
