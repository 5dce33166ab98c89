import { getOwn } from '../../../../core/json.ts'
import { ToolFailure } from '../../../../core/tool-failure.ts'
import type { OauthProvider } from '../../../../settings/settings.ts'
import type { ToolProject } from '../../binding.ts'
import { valueReader } from './read-value.ts'
import type { TokenClient } from './token-endpoint.ts'

/** A provider that people sign in to, for one purpose. */
export interface Connection {
  /** What `auth login` takes: an auth profile, or the provider where a tool names that. */
  name: string
  provider: string
  /** Separated by spaces. */
  scopes: string
}

/** The connection that `auth login NAME` means; undefined when the settings have none of that name. */
export function findConnection(name: string, project: ToolProject, scopes?: string): Connection | undefined {
  const { auth_profiles, oauth_providers } = project.settings
  const profile = getOwn(auth_profiles, name)
  if (profile?.type === 'oauth2_user')
    return { name, provider: profile.provider, scopes: scopes ?? profile.scopes ?? '' }
  return getOwn(oauth_providers, name) ? { name, provider: name, scopes: scopes ?? '' } : undefined
}

/** The names that `auth login` takes. */
export function connectionNames({ settings: { auth_profiles, oauth_providers } }: ToolProject): string[] {
  const profiles = Object.entries(auth_profiles).flatMap(([name, { type }]) => (type === 'oauth2_user' ? [name] : []))
  return [...new Set([...profiles, ...Object.keys(oauth_providers)])]
}

/** @throws ToolFailure `config_missing` */
export function providerOf(connection: Connection, project: ToolProject): OauthProvider {
  const found = getOwn(project.settings.oauth_providers, connection.provider)
  if (found) return found
  const message = `There is no \`${connection.provider}\` under \`oauth_providers:\` of loopengine.config.yml.`
  throw new ToolFailure({ code: 'config_missing', message })
}

/** Who asks the provider for tokens, read now. @throws ToolFailure `config_missing`, `auth_missing` */
export async function tokenClient(connection: Connection, project: ToolProject): Promise<TokenClient> {
  const { token_url, client_id, client_secret } = providerOf(connection, project)
  const scope = { config: project.config }
  const read = async (value: typeof client_id) => (await valueReader(value, project))(scope)
  const client = { tokenUrl: await read(token_url), clientId: await read(client_id) }
  return client_secret === undefined ? client : { ...client, clientSecret: await read(client_secret) }
}
