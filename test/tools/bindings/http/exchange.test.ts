import { describe, expect, it } from 'vitest'
import { ToolFailure } from '../../../../src/core/tool-failure.ts'
import type { Authorizer } from '../../../../src/tools/bindings/http/authorizer.ts'
import { abl } from '../../../helpers/abl.ts'
import { type EchoReply, echoServer, type SeenRequest } from '../../../helpers/echo-server.ts'
import { httpTool } from '../../../helpers/http-tool.ts'

const CANARY = 'c4n4ry "q" <&> ü-token'
const KEY = 'k3y/with+signs==&more'

let answer: (request: SeenRequest) => EchoReply = () => ({})
const server = await echoServer(request => answer(request))
const elsewhere = await echoServer()

const source = abl`
  TOOLS:
    send(text: string) -> object
      type: http
      endpoint: "${server.url}/send/{{config.KEY}}"
      method: POST
      headers:
        X-Key: "key {{config.KEY}}"
      query_params:
        key: "{{config.KEY}}"
      body_template: '{"text": "{{text}}", "key": "{{config.KEY}}"}'
`

const options = { settings: { config: { KEY: { env: 'THE_KEY', isSecret: true } } }, env: { THE_KEY: KEY } }

function bearer(token: string): Authorizer {
  return {
    authorize: async () => ({ headers: { authorization: `Bearer ${encodeURIComponent(token)}` }, secrets: [token] }),
    explain: async () => ({ authorization: 'Bearer ***' }),
  }
}

const authorized = { ...options, authorizer: bearer(CANARY) }

/** Every way in which a server may send back what it got. */
function echoed(status: number): (request: SeenRequest) => EchoReply {
  return ({ path, query, headers, body }) => ({
    status,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ path, query: [...query], headers, raw: query.toString(), body, [KEY]: CANARY }),
  })
}

function expectNoSecret(shown: unknown): void {
  const text = `${JSON.stringify(shown)}${shown instanceof Error ? shown.message : ''}`
  for (const secret of [CANARY, KEY, 'c4n4ry', 'k3y']) expect(text).not.toContain(secret)
  expect(text).not.toContain(Buffer.from(KEY).toString('base64').slice(0, 12))
}

describe('secrets', () => {
  it('go out', async () => {
    answer = () => ({})
    const tool = await httpTool(source, authorized)
    await tool.attempt({ text: 'hi' })
    const { path, query, headers, body } = server.last()
    expect(decodeURIComponent(path)).toBe(`/send/${KEY}`)
    expect(query.get('key')).toBe(KEY)
    expect(headers['x-key']).toBe(`key ${KEY}`)
    expect(headers.authorization).toBe(`Bearer ${encodeURIComponent(CANARY)}`)
    expect(JSON.parse(body)).toEqual({ text: 'hi', key: KEY })
  })

  it('do not come back in a value', async () => {
    answer = echoed(200)
    const tool = await httpTool(source, authorized)
    const { value } = await tool.attempt({ text: 'hi' })
    expect(JSON.stringify(value)).toContain('***')
    expectNoSecret(value)
  })

  it.each([400, 401, 500])('do not come back in the failure of a %i', async status => {
    answer = echoed(status)
    const tool = await httpTool(source, authorized)
    const failure = await tool.failure({ text: 'hi' })
    expectNoSecret(failure.details)
    expectNoSecret(failure)
    expect(failure.message).toContain('***')
  })

  it('do not stand in the failure of an answer that is no JSON', async () => {
    answer = ({ headers }) => ({ headers: { 'content-type': 'application/json' }, body: `no ${headers['x-key']}` })
    const tool = await httpTool(source, authorized)
    const failure = await tool.failure({ text: 'hi' })
    expect(failure.message).toContain('no key ***')
    expectNoSecret(failure)
  })

  it('do not stand in traces', async () => {
    answer = () => ({ headers: { 'content-type': KEY } })
    const tool = await httpTool(source, authorized)
    await tool.attempt({ text: 'hi' })
    expect(tool.traces).toContain(`request: POST 127.0.0.1:${server.port}`)
    expectNoSecret(tool.traces)
  })

  it('do not stand in failures of the network', async () => {
    const tool = await httpTool(source.replace(String(server.port), '1'), authorized)
    expectNoSecret(await tool.failure({ text: 'hi' }))
  })

  it('do not follow a redirect to another origin', async () => {
    answer = () => ({ status: 307, headers: { location: `${elsewhere.url}/next` } })
    const tool = await httpTool(
      abl`
        TOOLS:
          look() -> object
            type: http
            endpoint: "${server.url}/look"
            method: GET
            headers:
              X-Plain: "{{config.KEY}}"
              X-Shop: main
      `,
      authorized,
    )
    await tool.attempt()
    const { headers } = elsewhere.last()
    expect(headers).toMatchObject({ 'x-shop': 'main' })
    expectNoSecret(headers)
  })
})

describe('explain', () => {
  it('shows what would go out, secrets masked, and sends nothing', async () => {
    const before = server.requests.length
    const tool = await httpTool(source, authorized)
    expect(await tool.explain({ text: 'a "b"' })).toEqual({
      method: 'POST',
      url: `${server.url}/send/***?key=***`,
      headers: {
        accept: 'application/json, */*;q=0.8',
        'content-type': 'application/json',
        'X-Key': 'key ***',
        authorization: 'Bearer ***',
      },
      body: '{"text": "a \\"b\\"", "key": "***"}',
    })
    expect(server.requests.length).toBe(before)
  })

  it('masks a secret that is short, or came as an argument', async () => {
    const tool = await httpTool(
      abl`
        TOOLS:
          look(pin: string) -> object
            type: http
            endpoint: "${server.url}/look"
            method: GET
      `,
      { settings: { config: { PIN: { env: 'PIN', isSecret: true } } }, env: { PIN: '93' } },
    )
    expect((await tool.explain({ pin: '93' })).url).toMatch(/\?pin=\*\*\*$/)
  })

  it('fails as the call would before it sends', async () => {
    const tool = await httpTool(source, { settings: options.settings })
    await expect(tool.explain({ text: 'a' })).rejects.toMatchObject({ code: 'config_missing' })
  })
})

describe('credentials', () => {
  const plain = abl`
    TOOLS:
      look(page: number) -> object
        type: http
        endpoint: "${server.url}/look"
        method: GET
        headers:
          Authorization: "declared"
  `

  it('are asked for the URL that is called, and win over declared headers', async () => {
    answer = () => ({})
    const asked: string[] = []
    const authorizer: Authorizer = {
      authorize: async url => {
        asked.push(url)
        return { headers: { authorization: 'Bearer t' }, secrets: [] }
      },
      explain: async () => ({}),
    }
    const tool = await httpTool(plain, { authorizer })
    await tool.attempt({ page: 2 })
    expect(asked).toEqual([`${server.url}/look?page=2`])
    expect(server.last().headers.authorization).toBe('Bearer t')
  })

  it('that are missing fail before anything is sent', async () => {
    const before = server.requests.length
    const authorizer: Authorizer = {
      authorize: async () => {
        throw new ToolFailure({ code: 'auth_missing', message: 'no credential' })
      },
      explain: async () => ({}),
    }
    const tool = await httpTool(plain, { authorizer })
    expect((await tool.failure({ page: 1 })).code).toBe('auth_missing')
    expect(server.requests.length).toBe(before)
  })

  it('are renewed once after a 401', async () => {
    answer = ({ headers }) => (headers.authorization === 'Bearer fresh' ? { body: '[1]' } : { status: 401 })
    const tool = await httpTool(plain, { authorizer: renewable('fresh') })
    expect((await tool.attempt({ page: 1 })).value).toEqual([1])
  })

  it('are renewed no more than once', async () => {
    answer = () => ({ status: 401 })
    const before = server.requests.length
    const tool = await httpTool(plain, { authorizer: renewable('fresh') })
    expect((await tool.failure({ page: 1 })).code).toBe('http_401')
    expect(server.requests.length).toBe(before + 2)
  })
})

function renewable(token: string): Authorizer {
  const refresh = async () => ({ headers: { authorization: `Bearer ${token}` }, secrets: [token] })
  return {
    authorize: async () => ({ headers: { authorization: 'Bearer old' }, secrets: ['old'], refresh }),
    explain: async () => ({}),
  }
}
