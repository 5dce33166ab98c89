import { LoopengineError } from '../../../../core/errors.ts'
import type { ToolProject } from '../../binding.ts'
import { type Connection, providerOf, tokenClient } from './connection.ts'
import { valueReader } from './read-value.ts'
import { tokenAccess } from './token-access.ts'
import { requestTokens } from './token-endpoint.ts'
import { type Owner, type StoredTokens, TokenStore } from './token-store.ts'
import { storable } from './user-token.ts'

export interface SignInInput {
  connection: Connection
  owner: Owner
  project: ToolProject
  /** Where the provider sends the person back to. */
  redirectUri: string
}

/** A sign-in that was begun: the person opens `url`, and what the provider sends them back with ends it. */
export interface SignIn {
  url: string
  /** Unguessable; the callback that belongs to this sign-in has it. */
  state: string
  /**
   * Trades the callback's query for tokens and keeps them.
   * @throws LoopengineError `sign_in_refused`; ToolFailure of the token endpoint
   */
  finish(query: URLSearchParams): Promise<StoredTokens>
}

/** Authorization code with PKCE. @throws ToolFailure `config_missing`, `auth_missing` */
export async function beginSignIn({ connection, owner, project, redirectUri }: SignInInput): Promise<SignIn> {
  const library = await import('oauth4webapi')
  const { authorization_url } = providerOf(connection, project)
  const client = await tokenClient(connection, project)
  const authorizationUrl = (await valueReader(authorization_url, project))({ config: project.config })
  const verifier = library.generateRandomCodeVerifier()
  const state = library.generateRandomState()
  const challenge = await library.calculatePKCECodeChallenge(verifier)
  const url = authorizationRequest(authorizationUrl, {
    response_type: 'code',
    client_id: client.clientId,
    redirect_uri: redirectUri,
    scope: connection.scopes,
    state,
    code_challenge: challenge,
    code_challenge_method: 'S256',
  })
  const finish = async (query: URLSearchParams): Promise<StoredTokens> => {
    const server = { issuer: new URL(client.tokenUrl).origin, token_endpoint: client.tokenUrl }
    const parameters = validated(library, server, { clientId: client.clientId, query, state })
    const grant = { kind: 'authorization_code', parameters, redirectUri, verifier } as const
    const tokens = await requestTokens(client, grant, tokenAccess(client.tokenUrl, project))
    const stored = storable(tokens, { connection, owner, scopes: connection.scopes })
    await new TokenStore(project.root).write(stored)
    return stored
  }
  return { url, state, finish }
}

/** What the settings' URL says itself stays: providers want `access_type=offline` and the like there. */
function authorizationRequest(base: string, parameters: Readonly<Record<string, string>>): string {
  const url = new URL(base)
  for (const [name, value] of Object.entries(parameters)) if (value !== '') url.searchParams.set(name, value)
  return url.href
}

type Library = typeof import('oauth4webapi')

/** The settings name no issuer, so that `iss` has nothing to be held against; the state belongs to one provider only. */
function validated(
  library: Library,
  server: { issuer: string; token_endpoint: string },
  { clientId, query, state }: { clientId: string; query: URLSearchParams; state: string },
): URLSearchParams {
  const parameters = new URLSearchParams(query)
  parameters.delete('iss')
  try {
    return library.validateAuthResponse(server, { client_id: clientId }, parameters, state)
  } catch (error) {
    const said = error instanceof library.AuthorizationResponseError ? error.error : 'its answer is not valid'
    throw new LoopengineError('sign_in_refused', `The provider refused the sign-in: ${said}.`, { cause: error })
  }
}
