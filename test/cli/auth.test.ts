import { describe, expect, it } from 'vitest'
import { abl } from '../helpers/abl.ts'
import { cli } from '../helpers/cli.ts'
import { echoServer } from '../helpers/echo-server.ts'
import { CLIENT_SECRET, oidcServer } from '../helpers/oidc.ts'
import { project, type TestProject } from '../helpers/project.ts'
import { startCli, until } from '../helpers/start-cli.ts'

const oidc = await oidcServer()
const api = await echoServer()
const env = { APP_SECRET: CLIENT_SECRET }

const agent = `export const config = { name: 'desk', systemPrompt: 'You help.' }\n`

function desk(): TestProject {
  return project({
    'agents/desk/index.ts': agent,
    'agents/desk/actauth.yml': 'default_decision: allow\n',
    'agents/desk/tools/tickets.tools.abl': abl`
      TOOLS:
        list_tickets() -> object
          description: "Lists tickets"
          type: http
          endpoint: "${api.url}/tickets"
          method: GET
          auth_profile: tickets
          auth_jit: true
    `,
    'loopengine.config.yml': `
tools: { allow_hosts: [127.0.0.1] }
config:
  REGION: { value: eu }
  APP_SECRET: { env: APP_SECRET, isSecret: true }
  MODE: { env: MODE }
oauth_providers:
  desk:
    authorization_url: ${oidc.authorizationUrl}?prompt=consent
    token_url: ${oidc.tokenUrl}
    client_id: app
    client_secret: { env: APP_SECRET }
auth_profiles:
  tickets: { type: oauth2_user, provider: desk, scopes: openid read }
`,
  })
}

async function login(cwd: string, ...words: string[]) {
  const running = startCli(['auth', 'login', ...words, '--port', '0'], { cwd, env })
  const link = () => /http:\S+/.exec(running.stderr())?.[0]
  await until(() => link() !== undefined, running.stderr)
  await oidc.browse(link() ?? '', 'ann')
  return running.ended
}

describe('loopengine auth', () => {
  it('is what a call says that nobody signed in for', async () => {
    const { code, stdout } = await cli(['call', 'desk', 'list_tickets', '--json'], { cwd: desk().root, env })
    expect(code).toBe(1)
    expect(stdout).toContain('"code":"consent_required"')
    expect(stdout).toContain('loopengine auth login tickets')
  })

  it('signs in and serves the tool, without a secret in what it prints', async () => {
    const { root: cwd } = desk()
    const signedIn = await login(cwd, 'tickets', '--json')
    expect(signedIn.code).toBe(0)
    expect(JSON.parse(signedIn.stdout)).toMatchObject({
      connection: 'tickets',
      owner: { kind: 'shared' },
      scopes: 'openid read',
    })
    const called = await cli(['call', 'desk', 'list_tickets', '--json'], { cwd, env })
    expect(called.code).toBe(0)
    const token = api.last().headers.authorization?.replace('Bearer ', '') ?? ''
    expect(await oidc.ownerOf(token)).toBe('ann')
    const printed = JSON.stringify([signedIn, called])
    for (const canary of [token, CLIENT_SECRET]) expect(printed).not.toContain(canary)
  })

  it('lists who is signed in, and signs out', async () => {
    const { root: cwd } = desk()
    await login(cwd, 'tickets')
    const listed = await cli(['auth', 'list'], { cwd, env })
    expect(listed.stdout).toMatch(/^tickets {2}shared {2}renews itself {2}openid read$/m)
    expect(listed.stdout).toMatch(/^desk {2}nobody is signed in$/m)
    const out = await cli(['auth', 'logout', 'tickets'], { cwd, env })
    expect(out).toMatchObject({ code: 0, stdout: 'Signed out of tickets.\n' })
    expect((await cli(['auth', 'list', 'tickets'], { cwd, env })).stdout).toBe('tickets  nobody is signed in\n')
  })

  it('keeps a connection for each user', async () => {
    const { root: cwd } = desk()
    expect(await login(cwd, 'tickets', '--user', 'bob', '--tenant', 'acme')).toMatchObject({
      code: 0,
      stdout: 'Signed in to tickets for bob.\n',
    })
    const { stdout } = await cli(['auth', 'list', 'tickets', '--user', 'bob', '--json'], { cwd, env })
    expect(JSON.parse(stdout).connections).toEqual([
      {
        connection: 'tickets',
        owner: { kind: 'user', tenant: 'acme', user: 'bob' },
        scopes: 'openid read',
        expiresAt: expect.stringMatching(/^\d{4}-/),
        refreshes: true,
      },
    ])
    const out = await cli(['auth', 'logout', 'tickets', '--user', 'bob'], { cwd, env })
    expect(out.stdout).toBe('Nobody was signed in to tickets for bob.\n')
  })

  it('stops at Ctrl-C', async () => {
    const running = startCli(['auth', 'login', 'tickets', '--port', '0'], { cwd: desk().root, env })
    await until(() => running.stderr().includes('http:'), running.stderr)
    running.child.kill('SIGINT')
    expect((await running.ended).code).toBe(130)
  })

  it('names the connections there are', async () => {
    const { root: cwd } = desk()
    const wrong = await cli(['auth', 'login', 'tickts'], { cwd, env })
    expect(wrong.code).toBe(2)
    expect(wrong.stderr).toContain('There is no connection `tickts`.')
    expect(wrong.stderr).toContain('Did you mean `tickets`?')
    const none = await cli(['auth', 'logout'], { cwd, env })
    expect(none.code).toBe(2)
    expect(none.stderr).toContain('Name one of: tickets, desk.')
  })

  it('says what to add to a project without connections, and that it has none', async () => {
    const { root: cwd } = project({ 'agents/desk/index.ts': agent })
    const login = await cli(['auth', 'login'], { cwd })
    expect(login.code).toBe(2)
    expect(login.stderr).toContain('oauth_providers:')
    const list = await cli(['auth', 'list'], { cwd })
    expect(list).toMatchObject({ code: 0, stdout: 'There are no connections that people sign in to.\n' })
  })

  it('says where the settings are wrong', async () => {
    const { root: cwd } = project({ 'agents/desk/index.ts': agent, 'loopengine.config.yml': 'nonsense: 1\n' })
    const { code, stdout } = await cli(['auth', 'list', '--json'], { cwd })
    expect(code).toBe(1)
    expect(JSON.parse(stdout).error).toMatchObject({ code: 'invalid_settings', file: 'loopengine.config.yml', line: 1 })
  })

  it('says which variable has no value', async () => {
    const { code, stderr } = await cli(['auth', 'login', 'tickets', '--port', '0'], { cwd: desk().root })
    expect(code).toBe(1)
    expect(stderr).toContain('The environment variable APP_SECRET has no value.')
  })
})

describe('loopengine config list', () => {
  it('shows values, where they come from, and secrets as ***', async () => {
    const { root: cwd } = desk()
    const { code, stdout } = await cli(['config', 'list'], { cwd, env })
    expect(code).toBe(0)
    expect(stdout).toBe('REGION      eu\nAPP_SECRET  ***  (APP_SECRET)\nMODE        not set  (MODE)\n')
  })

  it('prints the same as JSON', async () => {
    const folder = desk()
    folder.write('.env', 'MODE=test\n')
    const { stdout } = await cli(['config', 'list', '--json'], { cwd: folder.root })
    expect(JSON.parse(stdout)).toEqual({
      variables: [
        { name: 'REGION', value: 'eu', secret: false },
        { name: 'APP_SECRET', value: null, env: 'APP_SECRET', secret: true },
        { name: 'MODE', value: 'test', env: 'MODE', secret: false },
      ],
    })
  })

  it('says that there are none', async () => {
    const { stdout } = await cli(['config', 'list'], { cwd: project({ 'agents/desk/index.ts': agent }).root })
    expect(stdout).toBe('loopengine.config.yml declares no variables.\n')
  })
})
