import { expect, it } from 'vitest'
import { abl, bindingOf, check, codes, parse } from '../../helpers/abl.ts'

it('reads every kind of authentication', () => {
  const { tools } = parse(abl`
    TOOLS:
      auth: bearer
      a() -> object
        type: http
        endpoint: "/x"
        method: GET
        auth: none
      b() -> object
        type: http
        endpoint: "/x"
        method: GET
        auth: bearer
      c() -> object
        type: http
        endpoint: "/x"
        method: GET
        auth: api_key
      d() -> object
        type: http
        endpoint: "/x"
        method: GET
        auth: oauth2_client
      e() -> object
        type: http
        endpoint: "/x"
        method: GET
        auth: oauth2_user
      f() -> object
        type: http
        endpoint: "/x"
        method: GET
        auth: saml
      g() -> object
        type: http
        endpoint: "/x"
        method: GET
        auth: custom
  `)
  expect(tools.map(tool => tool.binding?.type === 'http' && tool.binding.auth)).toEqual([
    'none',
    'bearer',
    'api_key',
    'oauth2_client',
    'oauth2_user',
    'saml',
    'custom',
  ])
})

it('sends nothing for `auth: none`, even under a default', () => {
  const source = abl`
    TOOLS:
      auth: bearer

      f() -> object
        type: http
        endpoint: "/x"
        method: GET
        auth: none
  `
  expect(bindingOf(source, 'http').auth).toBe('none')
})

it('warns that saml is dropped', () => {
  const { diagnostics } = check(abl`
    TOOLS:
      f() -> object
        description: "x"
        type: http
        endpoint: "https://h/x"
        method: GET
        auth: saml
  `)
  expect(diagnostics).toMatchObject([
    { code: 'ABL3008', severity: 'warning', range: { start: { line: 7, column: 5 } } },
  ])
})

it('reads every key of `auth_config`', () => {
  const { authConfig } = bindingOf(
    abl`
      TOOLS:
        f() -> object
          type: http
          endpoint: "/x"
          method: GET
          auth: oauth2_client
          auth_config:
            token_url: "https://auth.example.com/token"
            client_id: "my-client"
            client_secret: "{{config.CLIENT_SECRET}}"
            scopes: read:users write:users
            header_name: X-Key
            provider: acme
            custom_headers:
              X-Signature: "{{config.SIGNATURE}}"
    `,
    'http',
  )
  expect(authConfig).toEqual({
    tokenUrl: 'https://auth.example.com/token',
    clientId: 'my-client',
    clientSecret: '{{config.CLIENT_SECRET}}',
    scopes: 'read:users write:users',
    headerName: 'X-Key',
    provider: 'acme',
    customHeaders: [{ name: 'X-Signature', value: '{{config.SIGNATURE}}' }],
  })
})

it('refuses a client secret that is written out, without repeating it', () => {
  const { diagnostics, tools } = check(abl`
    TOOLS:
      f() -> object
        description: "x"
        type: http
        endpoint: "https://h/x"
        method: GET
        auth: oauth2_client
        auth_config:
          token_url: "https://auth.example.com/token"
          client_secret: "hunter2"
  `)
  expect(diagnostics).toMatchObject([{ code: 'ABL3006', severity: 'error', range: { start: { line: 10, column: 7 } } }])
  expect(JSON.stringify(diagnostics)).not.toContain('hunter2')
  expect(tools).toEqual([])
})

it('warns about credentials in headers, without repeating them', () => {
  const { diagnostics } = check(abl`
    TOOLS:
      base_url: "https://h"
      headers:
        Cookie: "abc"
      f() -> object
        description: "x"
        type: http
        endpoint: "/x"
        method: GET
        headers:
          Authorization: "Bearer hunter2"
          X-Api-Key: "{{config.KEY}}"
  `)
  expect(diagnostics).toMatchObject([
    { code: 'ABL3006', severity: 'warning', range: { start: { line: 4 } } },
    { code: 'ABL3006', severity: 'warning', range: { start: { line: 11 } } },
  ])
  expect(JSON.stringify(diagnostics)).not.toContain('hunter2')
})

it.each([
  ['bearer', 'header_name: X-Key'],
  ['bearer', 'client_id: me'],
  ['api_key', 'provider: acme'],
  ['api_key', 'custom_headers: {X-A: b}'],
  ['none', 'scopes: read'],
])('warns when `auth: %s` does not read `%s`', (auth, key) => {
  const { diagnostics } = check(abl`
    TOOLS:
      f() -> object
        description: "x"
        type: http
        endpoint: "https://h/x"
        method: GET
        auth: ${auth}
        auth_config:
          ${key}
  `)
  expect(diagnostics).toMatchObject([{ code: 'ABL3009', severity: 'warning' }])
})

it.each([
  ['oauth2_client', 'token_url'],
  ['oauth2_user', 'provider'],
  ['custom', 'custom_headers'],
])('warns when `auth: %s` lacks `%s`', (auth, key) => {
  const { diagnostics } = check(abl`
    TOOLS:
      f() -> object
        description: "x"
        type: http
        endpoint: "https://h/x"
        method: GET
        auth: ${auth}
  `)
  expect(diagnostics).toMatchObject([{ code: 'ABL2012', severity: 'warning', message: expect.stringContaining(key) }])
})

it('looks up the variables of the project that templates name', () => {
  const source = abl`
    TOOLS:
      base_url: "{{config.BASE}}"
      f() -> object
        description: "x"
        type: http
        endpoint: "/x"
        method: GET
        auth: oauth2_client
        auth_config:
          token_url: "https://auth.example.com/token"
          client_secret: "{{config.CLIENT_SECRET}}"
  `
  expect(check(source, { known: { config: ['BASE', 'CLIENT_SECRET'] } }).diagnostics).toEqual([])
  expect(check(source, { known: { config: ['CLIENT_SECRETS'] } }).diagnostics).toMatchObject([
    { code: 'ABL3007', message: 'There is no variable `BASE`.', range: { start: { line: 2 } } },
    { code: 'ABL3007', hint: 'did you mean `CLIENT_SECRETS`?', range: { start: { line: 11 } } },
  ])
})

it('binds profiles and says how their credentials are used', () => {
  const source = abl`
    TOOLS:
      auth: bearer

      f() -> object
        description: "x"
        type: http
        endpoint: "https://h/x"
        method: POST
        auth_profile: service_desk   # by name
        tls_profile: partner
        auth_jit: true
        consent: preflight
        connection: per_user
  `
  expect(bindingOf(source, 'http')).toMatchObject({
    auth: 'none',
    authProfile: 'service_desk',
    tlsProfile: 'partner',
    authJit: true,
    consent: 'preflight',
    connection: 'per_user',
  })
  expect(check(source, { known: { authProfile: ['desk'], tlsProfile: [] } }).diagnostics).toMatchObject([
    { code: 'ABL3007', message: 'There is no auth profile `service_desk`.', hint: 'auth profiles: desk' },
    { code: 'ABL3007', message: 'There is no TLS profile `partner`.', hint: 'there are no TLS profiles' },
  ])
})

it('warns when a profile makes `auth` idle', () => {
  const { diagnostics } = check(abl`
    TOOLS:
      f() -> object
        description: "x"
        type: http
        endpoint: "https://h/x"
        method: GET
        auth: bearer
        auth_profile: desk
  `)
  expect(diagnostics).toMatchObject([{ code: 'ABL3009', severity: 'warning', range: { start: { line: 7 } } }])
})

it.each(['auth: basic', 'consent: later', 'connection: mine', 'auth_jit: soon'])('refuses `%s`', property => {
  const { diagnostics } = parse(abl`
    TOOLS:
      f() -> object
        type: http
        endpoint: "/x"
        method: GET
        ${property}
  `)
  expect(codes(diagnostics)).toEqual(['ABL2011'])
})
