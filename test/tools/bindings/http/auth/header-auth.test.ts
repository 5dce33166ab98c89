import { describe, expect, it } from 'vitest'
import { abl } from '../../../../helpers/abl.ts'
import { authorizedTool } from '../../../../helpers/authorized-tool.ts'
import { echoServer } from '../../../../helpers/echo-server.ts'

const server = await echoServer()
const CANARY = 'canary-secret-0123456789'
const env = { TOKEN: CANARY, OTHER: 'other-secret-0123456789' }
const host = `127.0.0.1:${server.port}`

const asking = (...lines: string[]) => abl`
  TOOLS:
    ask()
      type: http
      endpoint: "${server.url}/"
      method: GET
      ${lines.join('\n      ')}
`

/** The headers of the last request that carry a credential. */
function credentials(): Record<string, unknown> {
  const names = ['authorization', 'x-api-key', 'x-partner-key', 'x-one', 'x-two', 'cookie']
  const { headers } = server.last()
  return Object.fromEntries(names.flatMap(name => (name in headers ? [[name, headers[name]]] : [])))
}

async function sent(source: string, settings = {}): Promise<Record<string, unknown>> {
  await (await authorizedTool(source, { settings, env })).attempt()
  return credentials()
}

const value = { env: 'TOKEN' }

describe('auth of an http tool', () => {
  it('sends no credential with none', async () => {
    expect(await sent(asking('auth: none'), { credentials: [{ host, type: 'bearer', value }] })).toEqual({})
  })

  it('sends the bearer token that is meant for the host', async () => {
    const credentials = [
      { host: 'other.example.com', type: 'bearer', value: { env: 'OTHER' } },
      { host, type: 'api_key', value: { env: 'OTHER' } },
      { host, type: 'bearer', value },
    ]
    expect(await sent(asking('auth: bearer'), { credentials })).toEqual({ authorization: `Bearer ${CANARY}` })
  })

  it.each(['127.0.0.1', '*.0.0.1', '127.0.0.1:PORT'])('finds it by %s', async pattern => {
    const credentials = [{ host: pattern.replace('PORT', String(server.port)), type: 'bearer', value }]
    expect(await sent(asking('auth: bearer'), { credentials })).toEqual({ authorization: `Bearer ${CANARY}` })
  })

  it.each(['127.0.0.1:1', '0.0.1', '*.127.0.0.1', '*.1.0.0.1'])('does not find it by %s', async pattern => {
    const before = server.requests.length
    const tool = await authorizedTool(asking('auth: bearer'), {
      settings: { credentials: [{ host: pattern, type: 'bearer', value }] },
      env,
    })
    await expect(tool.attempt()).rejects.toMatchObject({ code: 'auth_missing' })
    expect(server.requests).toHaveLength(before)
  })

  it('says which lines are missing', async () => {
    const tool = await authorizedTool(asking('auth: bearer'))
    await expect(tool.attempt()).rejects.toThrow(
      `There is no bearer credential for ${host}. Add to loopengine.config.yml:\ncredentials:\n  - { host: "${host}", type: bearer, value: { env: 127_0_0_1_TOKEN } }`,
    )
  })

  it('says which variable has no value', async () => {
    const settings = { credentials: [{ host, type: 'bearer' as const, value: { env: 'UNSET' } }] }
    const tool = await authorizedTool(asking('auth: bearer'), { settings })
    await expect(tool.attempt()).rejects.toMatchObject({
      code: 'auth_missing',
      message: 'The environment variable UNSET has no value.',
    })
  })

  it('sends an API key in X-API-Key, in the header of the settings, or in that of the tool', async () => {
    const plain = { credentials: [{ host, type: 'api_key', value }] }
    const named = { credentials: [{ host, type: 'api_key', value, header_name: 'X-Partner-Key' }] }
    const own = asking('auth: api_key', 'auth_config:', '  header_name: "X-One"')
    expect(await sent(asking('auth: api_key'), plain)).toEqual({ 'x-api-key': CANARY })
    expect(await sent(asking('auth: api_key'), named)).toEqual({ 'x-partner-key': CANARY })
    expect(await sent(own, named)).toEqual({ 'x-one': CANARY })
  })

  it('sends custom headers with variables filled in', async () => {
    const source = asking(
      'auth: custom',
      'auth_config:',
      '  custom_headers:',
      '    X-One: "key {{config.KEY}}"',
      '    X-Two: plain',
    )
    const settings = { config: { KEY: { env: 'TOKEN', isSecret: true } } }
    expect(await sent(source, settings)).toEqual({ 'x-one': `key ${CANARY}`, 'x-two': 'plain' })
  })

  it('fails before it sends anything when a variable of a custom header is missing', async () => {
    const before = server.requests.length
    const source = asking('auth: custom', 'auth_config:', '  custom_headers:', '    X-One: "{{config.KEY}}"')
    await expect((await authorizedTool(source)).attempt()).rejects.toMatchObject({ code: 'config_missing' })
    expect(server.requests).toHaveLength(before)
  })

  it('sends nothing with saml, and says so', async () => {
    const tool = await authorizedTool(asking('auth: saml'))
    await tool.attempt()
    expect(credentials()).toEqual({})
    expect(tool.traces).toContain('auth: `auth: saml` is not supported: no credential is sent.')
  })
})

describe('auth_profile', () => {
  const profiles = {
    a_bearer: { type: 'bearer', value },
    a_key: { type: 'api_key', value },
    a_named_key: { type: 'api_key', value, header_name: 'X-Partner-Key' },
    a_custom: { type: 'custom', custom_headers: { 'X-One': 'v1 {{config.REGION}}', 'X-Two': value } },
  }
  const settings = { auth_profiles: profiles, config: { REGION: { value: 'eu' } } }

  it.each([
    ['a_bearer', { authorization: `Bearer ${CANARY}` }],
    ['a_key', { 'x-api-key': CANARY }],
    ['a_named_key', { 'x-partner-key': CANARY }],
    ['a_custom', { 'x-one': 'v1 eu', 'x-two': CANARY }],
  ])('sends what %s says, whatever the auth of the tool', async (name, expected) => {
    expect(await sent(asking('auth: bearer', `auth_profile: ${name}`), settings)).toEqual(expected)
  })

  it('that is unknown is said when the tool is made ready', async () => {
    const making = authorizedTool(asking('auth_profile: missing'))
    await expect(making).rejects.toThrow('There is no auth profile `missing` in loopengine.config.yml.')
  })

  it('shows names and no values in what would be sent', async () => {
    const shown = async (name: string) =>
      JSON.stringify(
        await (await authorizedTool(asking(`auth_profile: ${name}`), { settings: settings as never, env })).explain(),
      )
    for (const name of Object.keys(profiles)) expect(await shown(name)).not.toContain(CANARY)
    expect(await shown('a_named_key')).toContain('"X-Partner-Key":"***"')
  })
})
