import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import Provider from 'oidc-provider'
import { afterAll } from 'vitest'

export const CLIENT_SECRET = 'canary-client-secret-0123456789'

export interface OidcServer {
  origin: string
  port: number
  tokenUrl: string
  authorizationUrl: string
  /** Token requests so far, by grant. */
  grants(): string[]
  /** Whose access token it is: a person's, a client's; undefined when it is none. */
  ownerOf(token: string): Promise<string | undefined>
  /** Makes every refresh token of people worthless. */
  revokeAll(): void
  /** A browser: opens a link, signs in, agrees, and follows where it is sent; the last answer's text. */
  browse(link: string, login: string): Promise<string>
}

/** A real OAuth 2 server on loopback, of an independent make. Clients: `machine` (Basic), `poster` (body), `app` (people). */
export async function oidcServer(): Promise<OidcServer> {
  const server = createServer().listen(0, '127.0.0.1')
  await new Promise(resolve => server.once('listening', resolve))
  const { port } = server.address() as AddressInfo
  const origin = `http://127.0.0.1:${port}`
  const provider = quietly(() => makeProvider(origin))
  const grants: string[] = []
  let revoked = false
  provider.use(async (context, next) => {
    if (context.path === '/token' && revoked) {
      context.status = 400
      context.body = { error: 'invalid_grant', error_description: 'revoked' }
      return
    }
    await next()
  })
  const note = (context: { oidc: { params?: Record<string, unknown> } }) => {
    grants.push(String(context.oidc.params?.grant_type))
  }
  provider.on('grant.success', note)
  provider.on('grant.error', note)
  server.on('request', provider.callback())
  afterAll(() => {
    server.closeAllConnections()
    server.close()
  })
  return {
    origin,
    port,
    tokenUrl: `${origin}/token`,
    authorizationUrl: `${origin}/auth`,
    grants: () => grants,
    ownerOf: async token => {
      const person = await provider.AccessToken.find(token)
      return person?.accountId ?? (await provider.ClientCredentials.find(token))?.clientId
    },
    revokeAll: () => {
      revoked = true
    },
    browse,
  }
}

function makeProvider(origin: string): Provider {
  const machine = { grant_types: ['client_credentials'], redirect_uris: [], response_types: [] }
  return new Provider(origin, {
    clients: [
      { ...machine, client_id: 'machine', client_secret: CLIENT_SECRET, scope: 'read write' },
      {
        ...machine,
        client_id: 'poster',
        client_secret: CLIENT_SECRET,
        token_endpoint_auth_method: 'client_secret_post',
      },
      {
        client_id: 'app',
        client_secret: CLIENT_SECRET,
        application_type: 'native',
        redirect_uris: ['http://127.0.0.1/oauth/callback'],
        grant_types: ['authorization_code', 'refresh_token'],
      },
    ],
    scopes: ['openid', 'offline_access', 'read', 'write'],
    features: { clientCredentials: { enabled: true }, devInteractions: { enabled: true } },
    pkce: { required: () => true },
    issueRefreshToken: async () => true,
    findAccount: async (_context, id) => ({ accountId: id, claims: async () => ({ sub: id }) }),
    cookies: { keys: ['of this test'] },
    ttl: {
      AccessToken: 3_600,
      ClientCredentials: 3_600,
      Session: 600,
      Interaction: 600,
      Grant: 600,
      IdToken: 600,
      RefreshToken: 600,
    },
  })
}

/** The library warns of its test settings. */
function quietly<T>(work: () => T): T {
  const { info, warn } = console
  console.info = () => {}
  console.warn = () => {}
  try {
    return work()
  } finally {
    console.info = info
    console.warn = warn
  }
}

async function browse(link: string, login: string): Promise<string> {
  const jar = new Map<string, string>()
  let request: { url: string; body?: URLSearchParams } = { url: link }
  for (let step = 0; step < 20; step++) {
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
    const { url, body } = request
    const answer = await fetch(url, { method: body ? 'POST' : 'GET', body, redirect: 'manual', headers: { cookie } })
    for (const set of answer.headers.getSetCookie()) {
      const [name = '', value = ''] = set.split(';')[0]?.split(/=(.*)/s) ?? []
      jar.set(name, value)
    }
    const location = answer.headers.get('location')
    const text = await answer.text()
    if (location !== null) request = { url: new URL(location, url).href }
    else if (text.includes('<form')) request = filled(text, url, login)
    else return text
  }
  throw new Error('The browser was sent around in circles.')
}

function filled(html: string, page: string, login: string): { url: string; body: URLSearchParams } {
  const action = /<form[^>]*action="([^"]+)"/.exec(html)?.[1] ?? page
  const prompt = /name="prompt" value="([^"]+)"/.exec(html)?.[1] ?? ''
  return { url: new URL(action, page).href, body: new URLSearchParams({ prompt, login, password: 'x' }) }
}
