import { createHash } from 'node:crypto'
import { ToolFailure } from '../../../../core/tool-failure.ts'
import type { AttemptCall, ToolProject } from '../../binding.ts'
import type { Authorization, Authorizer } from '../authorizer.ts'
import { bearer } from './header-auth.ts'
import { masked, type ReadValue } from './read-value.ts'
import { tokenAccess } from './token-access.ts'
import { processTokens, type TokenCache } from './token-cache.ts'
import { requestTokens, type TokenClient } from './token-endpoint.ts'
import type { Owner } from './token-store.ts'
import { untilAborted } from './until-aborted.ts'

export interface ClientAuth {
  tokenUrl: ReadValue
  clientId: ReadValue
  clientSecret: ReadValue
  scopes?: ReadValue
  /** Whose token a call uses. */
  ownerOf(call: AttemptCall): Owner
  tokens?: TokenCache
}

/** `auth: oauth2_client`: a token for the project itself, fetched when needed and kept until shortly before its end. */
export function clientAuthorizer(project: ToolProject, auth: ClientAuth): Authorizer {
  const { tokens = processTokens } = auth
  const authorize = async (call: AttemptCall, refused?: string): Promise<Authorization> => {
    const client: TokenClient = {
      tokenUrl: auth.tokenUrl(call.scope),
      clientId: auth.clientId(call.scope),
      clientSecret: auth.clientSecret(call.scope),
    }
    if (!client.clientSecret) throw new ToolFailure({ code: 'auth_missing', message: 'The client secret is empty.' })
    const scopes = auth.scopes?.(call.scope)
    const access = tokenAccess(client.tokenUrl, project)
    const fetch = () => requestTokens(client, { kind: 'client_credentials', scopes }, access)
    const key = hash({ client, scopes, owner: auth.ownerOf(call) })
    const token = await untilAborted(tokens.get(key, fetch, refused), call.signal)
    const { headers, secrets } = bearer(token)
    const again = refused === undefined ? { refresh: () => authorize(call, token) } : {}
    return { headers, secrets: [...secrets, client.clientSecret], ...again }
  }
  return { authorize: (_url, call) => authorize(call), explain: async () => masked(['Authorization']) }
}

/** Other settings are another key; nothing can be read from it. */
function hash(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('base64url')
}
