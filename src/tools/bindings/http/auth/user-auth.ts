import type { AttemptCall, ToolProject } from '../../binding.ts'
import type { Authorization, Authorizer } from '../authorizer.ts'
import type { Connection } from './connection.ts'
import { bearer } from './header-auth.ts'
import { masked } from './read-value.ts'
import type { Owner } from './token-store.ts'
import { untilAborted } from './until-aborted.ts'
import { userTokens } from './user-token.ts'

/** `auth: oauth2_user`: the token that a person granted by signing in. */
export function userAuthorizer(
  project: ToolProject,
  { connectionOf, ownerOf }: { connectionOf(call: AttemptCall): Connection; ownerOf(call: AttemptCall): Owner },
): Authorizer {
  const authorize = async (call: AttemptCall, refused?: string): Promise<Authorization> => {
    const input = { connection: connectionOf(call), owner: ownerOf(call), project, refused }
    const { accessToken } = await untilAborted(userTokens(input), call.signal)
    const again = refused === undefined ? { refresh: () => authorize(call, accessToken) } : {}
    return { ...bearer(accessToken), ...again }
  }
  return { authorize: (_url, call) => authorize(call), explain: async () => masked(['Authorization']) }
}
