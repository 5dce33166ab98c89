import type { AuthConfig, AuthType, NamedValue } from '../../abl/index.ts'
import type { Credential } from './credentials.ts'
import { type NeededSettings, needSetting, needVariable, shortName, variableName } from './setting-names.ts'

/** How an ABL tool says what it must carry. */
export interface AblCredentials {
  auth: AuthType
  authConfig?: AuthConfig
  tlsProfile?: string
  query: NamedValue[]
  /** Of the form `name={{config.NAME}}`. */
  cookies: string[]
}

interface Place {
  api: string
  /** With its port, if it has one; undefined when the document names no server. */
  host: string | undefined
  needed: NeededSettings
}

/** The credentials of an operation by way of the project's settings: the file never holds a secret. */
export function ablCredentials(credentials: readonly Credential[], place: Place): AblCredentials {
  const said: AblCredentials = { auth: 'none', query: [], cookies: [] }
  const headers: NamedValue[] = []
  const [only] = credentials
  if (only && credentials.length === 1 && sayAlone(only, said, place)) return said
  for (const credential of credentials) sayAmongOthers(credential, { said, headers, place })
  if (headers.length > 0) Object.assign(said, { auth: 'custom', authConfig: { customHeaders: headers } })
  return said
}

/** The kinds that the language has a word for. */
function sayAlone(credential: Credential, said: AblCredentials, place: Place): boolean {
  const { api, host, needed } = place
  const { kind } = credential
  if (kind === 'oauth2_client' || kind === 'oauth2_user') {
    said.auth = kind
    said.authConfig = oauth(credential, place)
    return true
  }
  const isKey = kind === 'api_key' && credential.in === 'header'
  if (host === undefined || !(kind === 'bearer' || isKey)) return false
  const variable = needVariable(
    needed,
    variableName(api, credential),
    kind === 'bearer' ? 'the bearer token' : 'the key',
  )
  const header = isKey ? `, header_name: ${JSON.stringify(credential.name)}` : ''
  needSetting(needed, 'credentials', `- { host: "${host}", type: ${kind}, value: { env: ${variable} }${header} }`)
  said.auth = kind
  if (isKey) said.authConfig = { headerName: credential.name, customHeaders: [] }
  return true
}

function oauth(
  credential: Extract<Credential, { kind: 'oauth2_client' | 'oauth2_user' }>,
  { api, needed }: Place,
): AuthConfig {
  const { kind, tokenUrl, authorizationUrl = '', scopes } = credential
  const id = needVariable(needed, variableName(api, credential, '_CLIENT_ID'), 'the client id')
  const secret = needVariable(needed, variableName(api, credential, '_CLIENT_SECRET'), 'the client secret')
  const said = scopes === '' ? {} : { scopes }
  if (kind === 'oauth2_client') {
    needConfig(needed, id, false)
    needConfig(needed, secret, true)
    return { tokenUrl, clientId: `{{config.${id}}}`, clientSecret: `{{config.${secret}}}`, ...said, customHeaders: [] }
  }
  const provider = shortName(api)
  const urls = `authorization_url: ${JSON.stringify(authorizationUrl)}, token_url: ${JSON.stringify(tokenUrl)}`
  needSetting(
    needed,
    'oauth_providers',
    `${provider}: { ${urls}, client_id: { env: ${id} }, client_secret: { env: ${secret} } }`,
  )
  return { provider, ...said, customHeaders: [] }
}

interface Saying {
  said: AblCredentials
  headers: NamedValue[]
  place: Place
}

function sayAmongOthers(credential: Credential, { said, headers, place: { api, needed } }: Saying): void {
  if (credential.kind === 'mutual_tls') {
    said.tlsProfile = shortName(api)
    needSetting(needed, 'tls_profiles', `${said.tlsProfile}: { cert: client.pem, key: client.key }`)
    return
  }
  const isBasic = credential.kind === 'basic'
  const holds = isBasic ? 'user:password in base64' : credential.kind === 'bearer' ? 'the bearer token' : 'the key'
  const name = needVariable(needed, variableName(api, credential), holds)
  needConfig(needed, name, true)
  const value = `{{config.${name}}}`
  if (credential.kind !== 'api_key')
    headers.push({ name: 'Authorization', value: `${isBasic ? 'Basic' : 'Bearer'} ${value}` })
  else if (credential.in === 'header') headers.push({ name: credential.name, value })
  else if (credential.in === 'query') said.query.push({ name: credential.name, value })
  else said.cookies.push(`${credential.name}=${value}`)
}

function needConfig(needed: NeededSettings, name: string, isSecret: boolean): void {
  needSetting(needed, 'config', `${name}: { env: ${name}${isSecret ? ', isSecret: true' : ''} }`)
}
