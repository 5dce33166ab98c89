import { describe, expect, it } from 'vitest'
import { formatDiagnostic } from '../../src/core/diagnostic.ts'
import { readSettings, SETTINGS_FILE } from '../../src/settings/read-settings.ts'
import { NO_SETTINGS } from '../../src/settings/settings.ts'
import { project } from '../helpers/project.ts'
import { source } from '../helpers/source.ts'

async function read(text: string, files: Record<string, string> = {}) {
  return readSettings(project({ [SETTINGS_FILE]: text, ...files }).root)
}

async function problemsOf(text: string, files: Record<string, string> = {}): Promise<string[]> {
  return (await read(text, files)).diagnostics.map(formatDiagnostic)
}

describe('reading the settings', () => {
  it('takes a project without the file as one without settings', async () => {
    const { root } = project()
    expect(await readSettings(root)).toMatchObject({
      settings: NO_SETTINGS,
      diagnostics: [],
      files: [`${root}/${SETTINGS_FILE}`],
    })
  })

  for (const [what, text] of [
    ['an empty file', ''],
    ['a file with comments only', '# soon\n'],
    ['only a version', 'version: 1\n'],
  ]) {
    it(`takes ${what} as no settings`, async () => {
      expect(await read(String(text))).toMatchObject({ settings: NO_SETTINGS, diagnostics: [] })
    })
  }

  it('reads every key', async () => {
    const { settings, diagnostics } = await read(
      source`
        # yaml-language-server: $schema=./node_modules/loopengine/protocol/settings.schema.json
        version: 1
        model: offline
        tools:
          base_url: https://api.example.com/v1
          allow_hosts: [localhost:3000, 127.0.0.1, "[::1]:80"]
          timeout: 5000
          compaction: { essential_fields: [items.id], max_description_length: 80, summary_timeout_ms: 2000 }
        config:
          REGION: { value: EU }
          LIMIT: { value: 5 }
          KEY: { env: BOOKING_KEY, isSecret: true }
        credentials:
          - { host: "*.example.com", type: bearer, value: { env: BOOKING_KEY } }
        auth_profiles:
          desk: { type: oauth2_client, token_url: "https://id.example.com/token", client_id: "{{config.REGION}}", client_secret: { env: S } }
          person: { type: oauth2_user, provider: google, scopes: a b }
          own: { type: custom, custom_headers: { X-Desk: { env: DESK } } }
        tls_profiles:
          bank: { cert: cert.pem, key: { env: BANK_KEY } }
        oauth_providers:
          google: { authorization_url: "https://g.example/a", token_url: "https://g.example/t", client_id: id }
        lookups:
          countries: { key: code, rows: [{ code: DE, name: Germany }] }
        transforms:
          cents: { before: { amount: amount * 100 }, after: { total: result.cents / 100 } }
        mcp_servers:
          files: { command: node, args: [server.js], env: { ROOT: /data } }
          search: { url: "https://mcp.example/mcp", headers: { Authorization: "Bearer {{config.KEY}}" } }
          live: { url: "wss://mcp.example/mcp" }
        functions:
          price: { file: lib/price.ts }
          far: { url: "https://fn.example/run" }
        knowledge:
          faq: { paths: [docs], tenants: { acme: [docs/acme] } }
        server: { public_url: "https://agents.example", callback_port: 9000, allowed_origins: ["https://a.example"] }
        notifiers:
          - { type: webhook, url: "https://chat.example/hook" }
      `,
      { 'cert.pem': '', 'lib/price.ts': '' },
    )
    expect(diagnostics).toEqual([])
    expect(settings).toMatchObject({
      model: 'offline',
      tools: { allow_hosts: ['localhost:3000', '127.0.0.1', '[::1]:80'], timeout: 5000 },
      mcp_servers: {
        files: { transport: 'stdio', command: 'node', args: ['server.js'] },
        search: { transport: 'http' },
        live: { transport: 'websocket', headers: {} },
      },
      functions: { price: { file: 'lib/price.ts', export: 'handler' }, far: { headers: {} } },
      knowledge: { faq: { paths: ['docs'], tenants: { acme: ['docs/acme'] } } },
      server: { callback_port: 9000, allowed_hosts: [] },
    })
  })

  it('follows anchors, aliases and merge keys, and finds the line that a merged key stands in', async () => {
    const { settings, diagnostics } = await read(source`
      auth_profiles:
        one: &desk { type: bearer, value: { env: DESK } }
        two: *desk
        three:
          <<: *desk
          type: api_key
    `)
    expect(diagnostics).toEqual([])
    expect(settings.auth_profiles).toMatchObject({ two: { value: { env: 'DESK' } }, three: { type: 'api_key' } })
    expect(
      await problemsOf(source`
        auth_profiles:
          one: &desk { type: bearer, valeu: { env: DESK } }
          three:
            <<: *desk
      `),
    ).toContain(
      'loopengine.config.yml:2:30 SETTINGS_UNKNOWN_KEY error `valeu` is not a key of `auth_profiles.three`. (Did you mean `value`? Keys here: type, value.)',
    )
  })

  it('tells all problems at once, each at its place', async () => {
    const problems = await problemsOf(source`
      modl: offline
      tools:
        allow_host: [localhost]
        timeout: -1
      server:
        callback_port: 99999
    `)
    expect(problems).toEqual([
      expect.stringMatching(/^loopengine\.config\.yml:1:1 SETTINGS_UNKNOWN_KEY error `modl` .*Did you mean `model`/),
      expect.stringMatching(
        /^loopengine\.config\.yml:3:3 SETTINGS_UNKNOWN_KEY error `allow_host` is not a key of `tools`\. \(Did you mean `allow_hosts`/,
      ),
      'loopengine.config.yml:4:12 SETTINGS_VALUE error `tools.timeout` must be milliseconds above 0, or false for no limit, got -1.',
      'loopengine.config.yml:6:18 SETTINGS_VALUE error `server.callback_port` must be a number <= 65535, got 99999.',
    ])
  })

  it('has no settings as soon as one thing is wrong', async () => {
    expect((await read('model: offline\nnonsense: 1\n')).settings).toEqual(NO_SETTINGS)
  })

  it('survives a file that unfolds into millions of values', async () => {
    const bomb = ['a: &a [x, x, x, x, x, x, x, x, x, x]', 'b: &b [*a, *a, *a, *a, *a, *a, *a, *a, *a, *a]']
    bomb.push('c: &c [*b, *b, *b, *b, *b, *b, *b, *b, *b, *b]', 'd: [*c, *c, *c, *c, *c, *c, *c, *c, *c, *c]')
    expect(await problemsOf(bomb.join('\n'))).toEqual([expect.stringContaining('SETTINGS_SYNTAX')])
  })
})

/** What a person writes, the place and code of what is said, and a part of it. */
const MISTAKES: [what: string, text: string, at: string, said: string][] = [
  ['a key twice', 'model: a\nmodel: b', '2:1 SETTINGS_SYNTAX', 'unique'],
  ['a broken text', 'tools: [', '1:9 SETTINGS_SYNTAX', ''],
  ['a list instead of a map', '- model', '1:1 SETTINGS_VALUE', 'The file must be a map, got a list'],
  ['a newer version', 'version: 2\nfuture: yes', '1:10 SETTINGS_VERSION', 'reads up to version 1'],
  ['a version that is no number', 'version: one', '1:10 SETTINGS_VALUE', '`version` must be'],
  [
    'a URL among the hosts',
    'tools: { allow_hosts: ["http://localhost:3000"] }',
    '1:24 SETTINGS_VALUE',
    'a host such as `localhost`',
  ],
  [
    'a variable that is only a value',
    'config: { A: hello }',
    '1:14 SETTINGS_VALUE',
    '`config.A` needs `{ value: … }` or `{ env: NAME }`.',
  ],
  [
    'a variable with both',
    'config: { A: { value: x, env: B } }',
    '1:14 SETTINGS_VALUE',
    '`config.A` needs `{ value: … }` or `{ env: NAME }`',
  ],
  ['a variable with neither', 'config: { A: {} }', '1:14 SETTINGS_VALUE', '`config.A` needs'],
  ['a name with a hyphen', 'config: { my-key: { value: x } }', '1:11 SETTINGS_VALUE', "`my-key` can't be a name"],
  [
    'a secret value',
    'config: { A: { value: hunter2, isSecret: true } }',
    '1:23 SETTINGS_LITERAL_SECRET',
    'write { env: A }',
  ],
  [
    'a secret by its name',
    'config: { API_KEY: { value: hunter2 } }',
    '1:29 SETTINGS_LOOKS_SECRET',
    'has the name of a secret',
  ],
  [
    'a literal credential',
    'credentials: [{ host: a.example, type: bearer, value: hunter2 }]',
    '1:55 SETTINGS_LITERAL_SECRET',
    'is a secret',
  ],
  [
    'a credential without host',
    'credentials: [{ type: bearer, value: { env: A } }]',
    '1:15 SETTINGS_MISSING_KEY',
    '`credentials[0]` has no `host`',
  ],
  [
    'a header of a bearer token',
    'credentials: [{ host: a.b, type: bearer, value: { env: A }, header_name: X }]',
    '1:61 SETTINGS_VALUE',
    'goes only with `type: api_key`',
  ],
  [
    'an unknown kind of profile',
    'auth_profiles: { a: { type: bearr } }',
    '1:29 SETTINGS_VALUE',
    'Did you mean `bearer`?',
  ],
  [
    'a profile without a kind',
    'auth_profiles: { a: { value: { env: A } } }',
    '1:18 SETTINGS_MISSING_KEY',
    '`auth_profiles.a` has no `type`',
  ],
  [
    'a literal client secret',
    'auth_profiles: { a: { type: oauth2_client, token_url: "https://a.b", client_id: c, client_secret: hunter2 } }',
    '1:99 SETTINGS_LITERAL_SECRET',
    'A_CLIENT_SECRET',
  ],
  [
    'a literal Authorization header',
    'functions: { f: { url: "https://a.b", headers: { Authorization: hunter2 } } }',
    '1:65 SETTINGS_LITERAL_SECRET',
    'F_AUTHORIZATION',
  ],
  [
    'a literal token for a program',
    'mcp_servers: { m: { command: x, env: { GITHUB_TOKEN: hunter2 } } }',
    '1:54 SETTINGS_LITERAL_SECRET',
    'is a secret',
  ],
  [
    'an unknown provider',
    'auth_profiles: { a: { type: oauth2_user, provider: gogle } }\noauth_providers: { google: { authorization_url: "https://a.b", token_url: "https://a.b", client_id: x } }',
    '1:52 SETTINGS_UNDECLARED',
    'Did you mean `google`?',
  ],
  [
    'an undeclared variable',
    'tools: { base_url: "https://{{config.HOST}}/v1" }',
    '1:20 SETTINGS_UNDECLARED',
    'config: { HOST: { env: HOST } }',
  ],
  ['a password in a URL', 'server: { public_url: "https://u:p@a.b" }', '1:23 SETTINGS_VALUE', 'no password in it'],
  [
    'a missing certificate',
    'tls_profiles: { a: { cert: no.pem, key: { env: K } } }',
    '1:28 SETTINGS_FILE',
    'There is no file `no.pem`',
  ],
  [
    'a certificate outside',
    'tls_profiles: { a: { cert: ../no.pem, key: { env: K } } }',
    '1:28 SETTINGS_FILE',
    'outside the project',
  ],
  [
    'a literal key',
    'tls_profiles: { a: { cert: { env: C }, key: "-----BEGIN PRIVATE KEY-----" } }',
    '1:45 SETTINGS_VALUE',
    'a file of the project, or `{ env: NAME }`',
  ],
  ['a missing function', 'functions: { f: { file: lib/no.ts } }', '1:25 SETTINGS_FILE', 'There is no file'],
  [
    'a server with both',
    'mcp_servers: { a: { command: x, url: "https://a.b" } }',
    '1:19 SETTINGS_VALUE',
    '`command:` for a program',
  ],
  [
    'arguments without a command',
    'mcp_servers: { a: { url: "https://a.b", args: [x] } }',
    '1:41 SETTINGS_VALUE',
    'goes only with `command`',
  ],
  [
    'another transport',
    'mcp_servers: { a: { url: "https://a.b", transport: stdio } }',
    '1:52 SETTINGS_VALUE',
    'does not go with `url`',
  ],
  ['a table without rows', 'lookups: { a: { key: id } }', '1:15 SETTINGS_VALUE', 'one of `file:` and `rows:`'],
  ['a table of another kind', 'lookups: { a: { key: id, file: a.xlsx } }', '1:32 SETTINGS_VALUE', '.csv, got `a.xlsx`'],
  ['an empty transform', 'transforms: { a: {} }', '1:18 SETTINGS_VALUE', 'a map with something in it'],
]

describe('mistakes in the settings', () => {
  for (const [what, text, at, said] of MISTAKES) {
    it(`${what}: ${at}`, async () => {
      const problems = await problemsOf(text)
      expect(problems).toHaveLength(1)
      expect(problems[0]).toContain(`loopengine.config.yml:${at} `)
      expect(problems[0]).toContain(said)
      expect(problems[0]).not.toContain('hunter2')
    })
  }
})
