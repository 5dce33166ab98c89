import { describe, expect, it } from 'vitest'
import { TokenCache } from '../../../../../src/tools/bindings/http/auth/token-cache.ts'
import { requestTokens } from '../../../../../src/tools/bindings/http/auth/token-endpoint.ts'
import { abl } from '../../../../helpers/abl.ts'
import { authorizedTool, localProject } from '../../../../helpers/authorized-tool.ts'
import { echoServer } from '../../../../helpers/echo-server.ts'
import { httpServer } from '../../../../helpers/http-server.ts'
import { CLIENT_SECRET, oidcServer } from '../../../../helpers/oidc.ts'

const oidc = await oidcServer()
let refuse: (token: string) => boolean = () => false
const api = await echoServer(({ headers }) => (refuse(tokenOf(headers.authorization)) ? { status: 401 } : {}))

function tokenOf(header: string | undefined): string {
  return header?.replace('Bearer ', '') ?? ''
}

const asking = (client: string, ...lines: string[]) => abl`
  TOOLS:
    ask()
      type: http
      endpoint: "${api.url}/"
      method: GET
      auth: oauth2_client
      auth_config:
        token_url: "${oidc.tokenUrl}"
        client_id: "${client}"
        client_secret: "{{config.SECRET}}"
        ${lines.join('\n        ')}
`

const settings = { config: { SECRET: { env: 'SECRET', isSecret: true } } }
const env = { SECRET: CLIENT_SECRET }

const last = () => tokenOf(api.last().headers.authorization)

describe('auth: oauth2_client', () => {
  it('sends a token that the server gave to the client', async () => {
    await (await authorizedTool(asking('machine', 'scopes: "read"'), { settings, env })).attempt()
    expect(await oidc.ownerOf(last())).toBe('machine')
  })

  it('fetches one token for fifty calls at once, and keeps it', async () => {
    const tool = await authorizedTool(asking('machine', 'scopes: "write"'), { settings, env })
    const before = oidc.grants().length
    await Promise.all(Array.from({ length: 50 }, () => tool.attempt()))
    await tool.attempt()
    expect(oidc.grants().slice(before)).toEqual(['client_credentials'])
  })

  it('fetches another one once, after fifty 401s with the same', async () => {
    const tool = await authorizedTool(asking('machine', 'scopes: "read write"'), { settings, env })
    await tool.attempt()
    const used = last()
    const before = oidc.grants().length
    refuse = token => token === used
    await Promise.all(Array.from({ length: 50 }, () => tool.attempt()))
    expect(oidc.grants().slice(before)).toEqual(['client_credentials'])
    expect(last()).not.toBe(used)
  })

  it('gives up when the fresh token is refused too', async () => {
    const tool = await authorizedTool(asking('machine'), { settings, env })
    const before = oidc.grants().length
    refuse = () => true
    await expect(tool.attempt()).rejects.toMatchObject({ code: 'http_401' })
    refuse = () => false
    expect(oidc.grants().length - before).toBe(2)
  })

  it('says who it is in the body where Basic is not understood', async () => {
    await (await authorizedTool(asking('poster'), { settings, env })).attempt()
    expect(await oidc.ownerOf(last())).toBe('poster')
  })

  it('has a token for each user with connection: per_user', async () => {
    const source = asking('machine', 'scopes: "read"').replace('method: GET', 'method: GET\n    connection: per_user')
    const tool = await authorizedTool(source, { settings, env })
    const tokens = new Set<string>()
    for (const user of ['ann', 'bob', 'ann']) {
      await tool.attempt({ user })
      tokens.add(last())
    }
    expect(tokens.size).toBe(2)
    await expect(tool.attempt()).rejects.toMatchObject({ code: 'auth_missing' })
  })

  it('takes a profile of the settings', async () => {
    const source = abl`
      TOOLS:
        ask()
          type: http
          endpoint: "${api.url}/"
          method: GET
          auth_profile: partner
    `
    const secret = { env: 'SECRET' }
    const partner = {
      type: 'oauth2_client' as const,
      token_url: oidc.tokenUrl,
      client_id: 'machine',
      client_secret: secret,
    }
    await (await authorizedTool(source, { settings: { auth_profiles: { partner } }, env })).attempt()
    expect(await oidc.ownerOf(last())).toBe('machine')
  })

  it('says that the client was refused, without its secret', async () => {
    const tool = await authorizedTool(asking('machine', 'scopes: "other"'), {
      settings,
      env: { SECRET: 'wrong-canary-secret' },
    })
    const failed = tool.attempt()
    await expect(failed).rejects.toMatchObject({ code: 'auth_missing' })
    await expect(failed).rejects.toThrow(/gave no token \(invalid_client/)
    await expect(failed).rejects.not.toThrow(/wrong-canary-secret/)
  })

  it('asks again after a failure', async () => {
    const variables = { SECRET: 'wrong' }
    const tool = await authorizedTool(asking('machine', 'scopes: "write read"'), { settings, env: variables })
    await expect(tool.attempt()).rejects.toMatchObject({ code: 'auth_missing' })
    variables.SECRET = CLIENT_SECRET
    await tool.attempt()
    expect(await oidc.ownerOf(last())).toBe('machine')
  })

  it('fails without a request when the secret is missing', async () => {
    const before = [api.requests.length, oidc.grants().length]
    const tool = await authorizedTool(asking('machine'), { settings })
    await expect(tool.attempt()).rejects.toMatchObject({ code: 'config_missing' })
    expect([api.requests.length, oidc.grants().length]).toEqual(before)
  })

  it('ends with the call’s signal while the token is fetched for others', async () => {
    const silent = await httpServer(() => {})
    const source = asking('machine').replace(oidc.tokenUrl, `${silent.origin}/token`)
    const tool = await authorizedTool(source, { settings, env })
    const stopping = new AbortController()
    const reason = new Error('enough')
    setTimeout(() => stopping.abort(reason), 30)
    await expect(tool.attempt({ signal: stopping.signal })).rejects.toBe(reason)
  })

  it('never asks a token endpoint that is private or has no https', async () => {
    const tool = (url: string) => authorizedTool(asking('machine').replace(oidc.tokenUrl, url), { settings, env })
    const attempt = async (url: string) => (await tool(url)).attempt()
    await expect(attempt('https://10.0.0.1/token')).rejects.toMatchObject({ code: 'ssrf_blocked' })
    await expect(attempt('http://auth.example.com/token')).rejects.toMatchObject({ code: 'invalid_url' })
    await expect(attempt('no url')).rejects.toMatchObject({ code: 'invalid_url' })
  })

  it('names what the declaration lacks', async () => {
    const source = asking('machine').replace(/^\s+client_id.*$/m, '')
    await expect(authorizedTool(source, { settings, env })).rejects.toMatchObject({ code: 'config_missing' })
  })
})

describe('requestTokens', () => {
  const client = { tokenUrl: '', clientId: 'c', clientSecret: 'canary-secret' }
  const grant = { kind: 'client_credentials' } as const
  const access = { fetch: localProject('/', {}).fetch(), insecure: true }
  const answering = async (status: number, body: string, type = 'application/json', headers = {}) => {
    const { origin } = await httpServer((_request, response) => {
      response.writeHead(status, { 'content-type': type, ...headers }).end(body)
    })
    return requestTokens({ ...client, tokenUrl: `${origin}/token` }, grant, access)
  }

  it.each([
    ['an answer that is no JSON', 200, '<html>'],
    ['an answer without a token', 200, '{}'],
    ['an outage', 503, 'down'],
  ])('says that %s gave no token', async (_name, status, body) => {
    await expect(answering(status, body)).rejects.toMatchObject({ code: 'network_error' })
  })

  it('does not follow a redirect with the secret', async () => {
    const elsewhere = await httpServer((_request, response) => void response.end('{}'))
    await expect(answering(307, '', 'text/plain', { location: elsewhere.origin })).rejects.toMatchObject({
      code: 'network_error',
    })
    expect(elsewhere.requests).toEqual([])
  })

  it('masks a secret that the server sends back', async () => {
    const said = JSON.stringify({ error: 'invalid_scope', error_description: 'no canary-secret here' })
    await expect(answering(400, said)).rejects.toThrow(/invalid_scope: no \*\*\* here/)
  })
})

describe('TokenCache', () => {
  const clock = () => {
    let now = 0
    let count = 0
    const cache = new TokenCache(() => now)
    const fetch = (expiresIn?: number) => async () => ({ accessToken: `t${++count}`, expiresIn })
    return { cache, fetch, pass: (seconds: number) => (now += seconds * 1000) }
  }

  it('keeps a token until a minute before its end', async () => {
    const { cache, fetch, pass } = clock()
    expect(await cache.get('a', fetch(3_600))).toBe('t1')
    pass(3_539)
    expect(await cache.get('a', fetch(3_600))).toBe('t1')
    pass(1)
    expect(await cache.get('a', fetch(3_600))).toBe('t2')
  })

  it('keeps a short one for half its life, and one without an end for good', async () => {
    const { cache, fetch, pass } = clock()
    await cache.get('short', fetch(60))
    await cache.get('long', fetch())
    pass(29)
    expect(await cache.get('short', fetch(60))).toBe('t1')
    pass(1)
    expect(await cache.get('short', fetch(60))).toBe('t3')
    pass(1e9)
    expect(await cache.get('long', fetch())).toBe('t2')
  })
})
