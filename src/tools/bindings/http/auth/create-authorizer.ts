import type { HttpSpec } from '../../../../abl/index.ts'
import { getOwn } from '../../../../core/json.ts'
import { ToolFailure } from '../../../../core/tool-failure.ts'
import type { AuthProfile } from '../../../../settings/settings.ts'
import type { AttemptCall, ToolProject } from '../../binding.ts'
import { type Authorizer, type CreateAuthorizer, noCredentials } from '../authorizer.ts'
import { clientAuthorizer } from './client-auth.ts'
import { apiKeyAuthorizer, bearerAuthorizer, customAuthorizer } from './header-auth.ts'
import { templateReader, valueReader } from './read-value.ts'
import type { Owner } from './token-store.ts'
import { userAuthorizer } from './user-auth.ts'

/** What a tool's `auth_profile`, or its `auth` and `auth_config`, stand for. */
export const createAuthorizer: CreateAuthorizer = async (spec, project) => {
  if (spec.authProfile === undefined) return MEMBERS[spec.auth](spec, project)
  const profile = getOwn(project.settings.auth_profiles, spec.authProfile)
  if (profile) return fromProfile({ name: spec.authProfile, profile, spec, project })
  throw wrong('config_missing', `There is no auth profile \`${spec.authProfile}\` in loopengine.config.yml.`)
}

type Member = (spec: HttpSpec, project: ToolProject) => Authorizer | Promise<Authorizer>

const MEMBERS: Readonly<Record<HttpSpec['auth'], Member>> = {
  none: () => noCredentials,
  saml: () => saysNothing,
  bearer: (_spec, project) => bearerAuthorizer(project),
  api_key: async ({ authConfig }, project) => {
    const { headerName } = authConfig ?? {}
    return apiKeyAuthorizer(project, headerName === undefined ? {} : { headerName: await templateReader(headerName) })
  },
  custom: ({ authConfig }, project) => customAuthorizer(project, authConfig?.customHeaders ?? []),
  oauth2_client: clientFromSpec,
  oauth2_user: userFromSpec,
}

/** `auth: saml` is read and not served: nothing is sent. */
const saysNothing: Authorizer = {
  async authorize(_url, call) {
    call.trace('auth', '`auth: saml` is not supported: no credential is sent.')
    return { headers: {}, secrets: [] }
  },
  explain: async () => ({}),
}

async function clientFromSpec(spec: HttpSpec, project: ToolProject): Promise<Authorizer> {
  const { tokenUrl, clientId, clientSecret, scopes } = spec.authConfig ?? {}
  if (tokenUrl === undefined || clientId === undefined || clientSecret === undefined) {
    const message = '`auth: oauth2_client` needs `token_url`, `client_id` and `client_secret` in `auth_config`.'
    throw wrong('config_missing', message)
  }
  return clientAuthorizer(project, {
    tokenUrl: await templateReader(tokenUrl),
    clientId: await templateReader(clientId),
    clientSecret: await templateReader(clientSecret),
    ...(scopes === undefined ? {} : { scopes: await templateReader(scopes) }),
    ownerOf: ownerFor(spec),
  })
}

async function userFromSpec(spec: HttpSpec, project: ToolProject): Promise<Authorizer> {
  const { provider, scopes } = spec.authConfig ?? {}
  if (provider === undefined) {
    throw wrong('config_missing', '`auth: oauth2_user` needs a `provider` in `auth_config`, or an `auth_profile`.')
  }
  const readScopes = await templateReader(scopes ?? '')
  const unused = OF_THE_PROVIDER.flatMap(([name, key]) => (spec.authConfig?.[key] === undefined ? [] : [name]))
  const connectionOf = ({ scope, trace }: AttemptCall) => {
    if (unused.length > 0)
      trace('auth', `Of \`auth_config\` not used: ${unused.join(', ')}. They come from the provider.`)
    return { name: provider, provider, scopes: readScopes(scope) }
  }
  return userAuthorizer(project, { connectionOf, ownerOf: ownerFor(spec) })
}

/** Signing in happens outside of any tool, so that these must stand in the settings. */
const OF_THE_PROVIDER = [
  ['token_url', 'tokenUrl'],
  ['client_id', 'clientId'],
  ['client_secret', 'clientSecret'],
] as const

interface NamedProfile {
  name: string
  profile: AuthProfile
  spec: HttpSpec
  project: ToolProject
}

async function fromProfile({ name, profile, spec, project }: NamedProfile): Promise<Authorizer> {
  const { type } = profile
  if (type === 'bearer') return bearerAuthorizer(project, profile.value)
  if (type === 'api_key') {
    const { value, header_name } = profile
    return apiKeyAuthorizer(project, header_name === undefined ? { value } : { value, headerName: () => header_name })
  }
  if (type === 'custom') {
    return customAuthorizer(
      project,
      Object.entries(profile.custom_headers).map(([header, value]) => ({ name: header, value })),
    )
  }
  if (type === 'oauth2_user') {
    const connection = { name, provider: profile.provider, scopes: profile.scopes ?? '' }
    return userAuthorizer(project, { connectionOf: () => connection, ownerOf: ownerFor(spec) })
  }
  const { token_url, client_id, client_secret, scopes } = profile
  return clientAuthorizer(project, {
    tokenUrl: await templateReader(token_url),
    clientId: await valueReader(client_id, project),
    clientSecret: await valueReader(client_secret, project),
    ...(scopes === undefined ? {} : { scopes: () => scopes }),
    ownerOf: ownerFor(spec),
  })
}

/** `connection: shared` is one for everybody; `per_user` is the person's who is signed in. */
function ownerFor({ connection }: HttpSpec): (call: AttemptCall) => Owner {
  if (connection === 'shared') return () => ({ kind: 'shared' })
  return ({ context: { user, tenant } }) => {
    if (user) return { kind: 'user', tenant, user: user.id }
    throw wrong('auth_missing', 'Nobody is signed in, and this tool has a connection of each user’s own.')
  }
}

function wrong(code: string, message: string): ToolFailure {
  return new ToolFailure({ code, message })
}
