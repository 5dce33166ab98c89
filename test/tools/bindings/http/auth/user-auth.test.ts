import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { findConnection } from '../../../../../src/tools/bindings/http/auth/connection.ts'
import { loopbackSignIn } from '../../../../../src/tools/bindings/http/auth/loopback-sign-in.ts'
import { type Owner, TokenStore } from '../../../../../src/tools/bindings/http/auth/token-store.ts'
import { abl } from '../../../../helpers/abl.ts'
import { authorizedTool, localProject } from '../../../../helpers/authorized-tool.ts'
import { echoServer } from '../../../../helpers/echo-server.ts'
import { httpServer } from '../../../../helpers/http-server.ts'
import { CLIENT_SECRET, oidcServer } from '../../../../helpers/oidc.ts'
import { project } from '../../../../helpers/project.ts'

const oidc = await oidcServer()
const api = await echoServer()
const secret = { env: 'SECRET' }
const settings = {
  oauth_providers: {
    desk: {
      authorization_url: `${oidc.authorizationUrl}?prompt=consent`,
      token_url: oidc.tokenUrl,
      client_id: 'app',
      client_secret: secret,
    },
  },
  auth_profiles: { tickets: { type: 'oauth2_user' as const, provider: 'desk', scopes: 'openid read offline_access' } },
}
const env = { SECRET: CLIENT_SECRET }
const SHARED: Owner = { kind: 'shared' }
const never = new AbortController().signal

const asking = (...lines: string[]) => abl`
  TOOLS:
    ask()
      type: http
      endpoint: "${api.url}/"
      method: GET
      ${lines.join('\n      ')}
`

async function signIn(root: string, { owner = SHARED, login = 'ann', name = 'tickets', scopes = '' } = {}) {
  const tools = localProject(root, { settings, env })
  const connection = findConnection(name, tools, scopes || undefined)
  if (!connection) throw new Error(`There is no ${name}.`)
  let page: Promise<string> = Promise.resolve('')
  const onLink = (link: string) => {
    page = oidc.browse(link, login)
  }
  const tokens = await loopbackSignIn({ connection, owner, project: tools, port: 0, signal: never, onLink })
  return { tokens, page: await page }
}

const last = () => api.last().headers.authorization?.replace('Bearer ', '') ?? ''

describe('signing in at a terminal', () => {
  it('keeps the tokens of the person who agreed, readable by the owner of the process only', async () => {
    const { root } = project()
    const { page } = await signIn(root)
    expect(page).toBe('Signed in. You can close this window.\n')
    const folder = join(root, '.loopengine/tokens')
    const [file = ''] = readdirSync(folder)
    expect(statSync(join(folder, file)).mode & 0o777).toBe(0o600)
    expect(statSync(folder).mode & 0o777).toBe(0o700)
    const kept = JSON.parse(readFileSync(join(folder, file), 'utf8'))
    expect(kept).toMatchObject({
      version: 1,
      connection: 'tickets',
      owner: SHARED,
      scopes: 'openid read offline_access',
    })
    expect(await oidc.ownerOf(kept.accessToken)).toBe('ann')
    expect(file).not.toContain('tickets')
  })

  it('answers nothing but the callback that belongs to it', async () => {
    const { root } = project()
    const tools = localProject(root, { settings, env })
    const connection = findConnection('tickets', tools) ?? { name: '', provider: '', scopes: '' }
    const statuses: number[] = []
    const onLink = async (link: string) => {
      const callback = new URL(link).searchParams.get('redirect_uri') ?? ''
      for (const url of [`${callback}?code=x&state=forged`, new URL('/', callback).href, callback]) {
        statuses.push((await fetch(url)).status)
      }
      await oidc.browse(link, 'ann')
    }
    await loopbackSignIn({ connection, owner: SHARED, project: tools, port: 0, signal: never, onLink })
    expect(statuses).toEqual([404, 404, 404])
  })

  it('says that the person refused', async () => {
    const { root } = project()
    const tools = localProject(root, { settings, env })
    const connection = findConnection('tickets', tools) ?? { name: '', provider: '', scopes: '' }
    const onLink = (link: string) => {
      const { searchParams } = new URL(link)
      const query = new URLSearchParams({ error: 'access_denied', state: searchParams.get('state') ?? '' })
      void fetch(`${searchParams.get('redirect_uri')}?${query}`)
    }
    const signingIn = loopbackSignIn({ connection, owner: SHARED, project: tools, port: 0, signal: never, onLink })
    await expect(signingIn).rejects.toMatchObject({
      code: 'sign_in_refused',
      message: 'The provider refused the sign-in: access_denied.',
    })
  })

  it('says that its port is in use', async () => {
    const taken = await httpServer((_request, response) => void response.end())
    const tools = localProject('/', { settings, env })
    const connection = findConnection('tickets', tools) ?? { name: '', provider: '', scopes: '' }
    const signingIn = loopbackSignIn({
      connection,
      owner: SHARED,
      project: tools,
      port: taken.port,
      signal: never,
      onLink: () => {},
    })
    await expect(signingIn).rejects.toMatchObject({ code: 'callback_port_taken' })
  })

  it('ends with the signal', async () => {
    const tools = localProject('/', { settings, env })
    const connection = findConnection('tickets', tools) ?? { name: '', provider: '', scopes: '' }
    const stopping = new AbortController()
    const reason = new Error('enough')
    const onLink = () => stopping.abort(reason)
    const input = { connection, owner: SHARED, project: tools, port: 0, signal: stopping.signal, onLink }
    await expect(loopbackSignIn(input)).rejects.toBe(reason)
  })
})

describe('auth: oauth2_user', () => {
  it('says how to sign in, and sends nothing, before anybody did', async () => {
    const before = api.requests.length
    const options = { settings, env, root: project().root }
    const shared = (await authorizedTool(asking('auth_profile: tickets'), options)).attempt()
    await expect(shared).rejects.toMatchObject({
      code: 'consent_required',
      details: { connection: 'tickets', provider: 'desk' },
    })
    await expect(shared).rejects.toThrow(/Sign in with: loopengine auth login tickets$/)
    const own = await authorizedTool(asking('auth_profile: tickets', 'connection: per_user'), options)
    await expect(own.attempt({ user: 'ann', tenant: 'acme' })).rejects.toThrow(
      /auth login tickets --user ann --tenant acme$/,
    )
    await expect(own.attempt({ user: "o'neil; rm x" })).rejects.toThrow(/--user 'o'\\''neil; rm x'$/)
    expect(api.requests).toHaveLength(before)
  })

  it('sends the token that was granted', async () => {
    const { root } = project()
    await signIn(root)
    await (await authorizedTool(asking('auth_profile: tickets'), { settings, env, root })).attempt()
    expect(await oidc.ownerOf(last())).toBe('ann')
  })

  it('sends everybody the same token with shared, and their own with per_user', async () => {
    const { root } = project()
    await signIn(root, { login: 'desk' })
    for (const user of ['ann', 'bob'])
      await signIn(root, { login: user, owner: { kind: 'user', tenant: 'default', user } })
    const seen = async (connection: string, user: string, tenant?: string) => {
      const tool = await authorizedTool(asking('auth_profile: tickets', `connection: ${connection}`), {
        settings,
        env,
        root,
      })
      await tool.attempt({ user, tenant })
      return oidc.ownerOf(last())
    }
    expect(await seen('shared', 'ann')).toBe('desk')
    expect(await seen('shared', 'bob')).toBe('desk')
    expect(await seen('per_user', 'ann')).toBe('ann')
    expect(await seen('per_user', 'bob')).toBe('bob')
    await expect(seen('per_user', 'ann', 'other')).rejects.toMatchObject({ code: 'consent_required' })
  })

  it('asks for consent again when a tool needs a scope that nobody was asked for', async () => {
    const { root } = project()
    await signIn(root, { name: 'desk', scopes: 'openid read' })
    const tool = (scopes: string) =>
      authorizedTool(asking('auth: oauth2_user', 'auth_config:', '  provider: desk', `  scopes: "${scopes}"`), {
        settings,
        env,
        root,
      })
    await (await tool('read')).attempt()
    await expect((await tool('read write')).attempt()).rejects.toThrow(/auth login desk --scopes 'read write'$/)
  })

  it('says that it takes the client from the provider and not from the tool', async () => {
    const { root } = project()
    await signIn(root, { name: 'desk', scopes: 'openid' })
    const source = asking('auth: oauth2_user', 'auth_config:', '  provider: desk', '  client_id: other')
    const tool = await authorizedTool(source, { settings, env, root })
    await tool.attempt()
    expect(tool.traces).toContain('auth: Of `auth_config` not used: client_id. They come from the provider.')
  })

  it('refreshes an ended token once for fifty calls, and keeps what it got', async () => {
    const { root } = project()
    const { tokens } = await signIn(root)
    const store = new TokenStore(root)
    await store.write({ ...tokens, expiresAt: 0 })
    const tool = await authorizedTool(asking('auth_profile: tickets'), { settings, env, root })
    const before = oidc.grants().length
    await Promise.all(Array.from({ length: 50 }, () => tool.attempt()))
    expect(oidc.grants().slice(before)).toEqual(['refresh_token'])
    expect(last()).not.toBe(tokens.accessToken)
    expect(await oidc.ownerOf(last())).toBe('ann')
    const kept = await store.read('tickets', SHARED)
    expect(kept?.accessToken).toBe(last())
    expect(kept?.refreshToken).toBeTruthy()
    expect(kept?.expiresAt).toBeGreaterThan(Date.now())
  })

  it('refreshes a token that was refused, once', async () => {
    const { root } = project()
    const { tokens } = await signIn(root)
    const strict = await echoServer(({ headers }) =>
      headers.authorization === `Bearer ${tokens.accessToken}` ? { status: 401 } : {},
    )
    const source = asking('auth_profile: tickets').replace(api.url, strict.url)
    const before = oidc.grants().length
    await (await authorizedTool(source, { settings, env, root })).attempt()
    expect(oidc.grants().slice(before)).toEqual(['refresh_token'])
    expect(strict.requests).toHaveLength(2)
  })

  it('asks for consent when there is nothing to refresh with', async () => {
    const { root } = project()
    const { tokens } = await signIn(root)
    await new TokenStore(root).write({ ...tokens, refreshToken: undefined, expiresAt: 0 })
    const tool = await authorizedTool(asking('auth_profile: tickets'), { settings, env, root })
    await expect(tool.attempt()).rejects.toMatchObject({ code: 'consent_required' })
  })

  it('names what the declaration or the settings lack', async () => {
    const { root } = project()
    await expect(authorizedTool(asking('auth: oauth2_user'))).rejects.toMatchObject({ code: 'config_missing' })
    const { tokens } = await signIn(root)
    await new TokenStore(root).write({ ...tokens, expiresAt: 0 })
    const options = { settings: { auth_profiles: settings.auth_profiles }, env, root }
    const tool = await authorizedTool(asking('auth_profile: tickets'), options)
    await expect(tool.attempt()).rejects.toThrow('There is no `desk` under `oauth_providers:`')
  })

  it('forgets a grant that the provider took back, and asks for consent', async () => {
    const { root } = project()
    const { tokens } = await signIn(root)
    const store = new TokenStore(root)
    await store.write({ ...tokens, expiresAt: 0 })
    oidc.revokeAll()
    const tool = await authorizedTool(asking('auth_profile: tickets'), { settings, env, root })
    const failed = tool.attempt()
    await expect(failed).rejects.toMatchObject({ code: 'consent_required' })
    await expect(failed).rejects.not.toThrow(tokens.refreshToken)
    expect(await store.list()).toEqual([])
  })
})

describe('TokenStore', () => {
  const tokens = { version: 1 as const, connection: 'a', owner: SHARED, accessToken: 'x', scopes: '' }

  it('tells connections, tenants and users apart', async () => {
    const store = new TokenStore(project().root)
    const owners: Owner[] = [
      SHARED,
      { kind: 'user', tenant: 't', user: 'u' },
      { kind: 'user', tenant: 't', user: 'v' },
      { kind: 'user', tenant: 'tu', user: '' },
    ]
    for (const [index, owner] of owners.entries()) await store.write({ ...tokens, owner, accessToken: String(index) })
    const read = await Promise.all(owners.map(owner => store.read('a', owner)))
    expect(read.map(one => one?.accessToken)).toEqual(['0', '1', '2', '3'])
    expect(await store.read('b', SHARED)).toBeUndefined()
    expect(await store.list()).toHaveLength(4)
    expect([await store.remove('a', SHARED), await store.remove('a', SHARED)]).toEqual([true, false])
  })

  it('refuses a file of a later version', async () => {
    const store = new TokenStore(project().root)
    await store.write({ ...tokens, version: 2 as never })
    await expect(store.read('a', SHARED)).rejects.toMatchObject({ code: 'tokens_newer' })
  })

  it('takes a broken file for none', async () => {
    const folder = project({ '.loopengine/tokens/x.json': '{' })
    expect(await new TokenStore(folder.root).list()).toEqual([])
  })
})
