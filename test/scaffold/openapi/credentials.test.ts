import { describe, expect, it } from 'vitest'
import { ablCredentials } from '../../../src/scaffold/openapi/abl-credentials.ts'
import { readSecurity } from '../../../src/scaffold/openapi/credentials.ts'
import { readServer } from '../../../src/scaffold/openapi/servers.ts'
import { noSettings } from '../../../src/scaffold/openapi/setting-names.ts'

const SCHEMES = {
  bearer: { type: 'http', scheme: 'Bearer' },
  basic: { type: 'http', scheme: 'basic' },
  digest: { type: 'http', scheme: 'digest' },
  header: { type: 'apiKey', in: 'header', name: 'X-Key' },
  query: { type: 'apiKey', in: 'query', name: 'key' },
  cookie: { type: 'apiKey', in: 'cookie', name: 'sid' },
  person: {
    type: 'oauth2',
    flows: {
      authorizationCode: {
        authorizationUrl: 'https://a.example.com',
        tokenUrl: 'https://t.example.com',
        scopes: { read: '' },
      },
    },
  },
  implicit: { type: 'oauth2', flows: { implicit: { authorizationUrl: 'https://a.example.com', scopes: {} } } },
  openid: { type: 'openIdConnect', openIdConnectUrl: 'https://a.example.com' },
  tls: { type: 'mutualTLS' },
}

function said(...names: string[]) {
  const security = [Object.fromEntries(names.map(name => [name, []]))]
  const { credentials, unsupported, losses } = readSecurity({ components: { securitySchemes: SCHEMES } }, { security })
  const needed = noSettings()
  const { auth, authConfig, query, cookies, tlsProfile } = ablCredentials(credentials, {
    api: 'Shop API',
    host: 'x.example.com',
    needed,
  })
  const headers = authConfig?.customHeaders.map(({ name, value }) => `${name}: ${value}`)
  return {
    auth,
    headers,
    query,
    cookies,
    tlsProfile,
    provider: authConfig?.provider,
    unsupported,
    losses,
    settings: [...needed.settings.keys()],
  }
}

describe('what an operation must carry', () => {
  it('takes the words of the language for a single credential', () => {
    expect(said('bearer')).toMatchObject({ auth: 'bearer', settings: ['credentials'] })
    expect(said('header')).toMatchObject({ auth: 'api_key', settings: ['credentials'] })
    expect(said('person')).toMatchObject({ auth: 'oauth2_user', provider: 'shop', settings: ['oauth_providers'] })
  })

  it('takes a variable for the others, and for several at once', () => {
    expect(said('basic')).toMatchObject({
      auth: 'custom',
      headers: ['Authorization: Basic {{config.SHOP_BASIC}}'],
      settings: ['config'],
    })
    expect(said('query')).toMatchObject({ auth: 'none', query: [{ name: 'key', value: '{{config.SHOP_QUERY}}' }] })
    expect(said('cookie')).toMatchObject({ auth: 'none', cookies: ['sid={{config.SHOP_COOKIE}}'] })
    expect(said('tls')).toMatchObject({ tlsProfile: 'shop', settings: ['tls_profiles'] })
    expect(said('bearer', 'header').headers).toEqual([
      'Authorization: Bearer {{config.SHOP_BEARER}}',
      'X-Key: {{config.SHOP_HEADER}}',
    ])
  })

  it('says what a person has to do, and what can’t be done', () => {
    expect(said('implicit').losses).toEqual(['`implicit` is sent as a bearer token that you get by yourself'])
    expect(said('openid').losses).toHaveLength(1)
    expect(said('digest').unsupported).toEqual(["its security scheme `digest` can't be carried out"])
    expect(said('none').unsupported).toHaveLength(1)
    expect(said('person', 'header').unsupported).toEqual(['it needs OAuth and another credential at once'])
  })

  it('takes the first alternative that can be carried out', () => {
    const data = { components: { securitySchemes: SCHEMES } }
    const kinds = (security: unknown) => readSecurity(data, { security }).credentials.map(({ kind }) => kind)
    expect(kinds([{ digest: [] }, {}, { basic: [] }])).toEqual(['basic'])
    expect(kinds([{ digest: [] }, {}])).toEqual([])
    expect(kinds([])).toEqual([])
  })
})

describe('readServer', () => {
  const at = (servers: unknown, url?: string) =>
    readServer({ data: { servers }, title: 'x', source: 'x', ...(url === undefined ? {} : { url }) }, []).server

  it('takes the first server, a relative one from where the document is', () => {
    expect(at([{ url: 'https://x.example.com/v1/' }, { url: 'https://y.example.com' }])).toBe(
      'https://x.example.com/v1',
    )
    expect(at([{ url: '/v2' }], 'https://x.example.com/docs/api.json')).toBe('https://x.example.com/v2')
    expect(at(undefined, 'https://x.example.com/docs/api.json')).toBe('https://x.example.com')
  })

  it('knows none where a document names none that can be reached', () => {
    expect(at([{ url: '/v2' }])).toBeUndefined()
    expect(at([{ url: 'https://{host}/' }])).toBeUndefined()
    expect(at([{ url: 'ftp://x.example.com' }])).toBeUndefined()
  })
})
