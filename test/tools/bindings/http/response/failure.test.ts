import { describe, expect, it } from 'vitest'
import { readRetryAfter } from '../../../../../src/tools/bindings/http/response/failure.ts'
import { abl } from '../../../../helpers/abl.ts'
import { type EchoReply, echoServer } from '../../../../helpers/echo-server.ts'
import { httpTool } from '../../../../helpers/http-tool.ts'

let reply: EchoReply = {}
const server = await echoServer(() => reply)

const source = abl`
  TOOLS:
    look() -> object
      type: http
      endpoint: "${server.url}/look?token=in-the-query"
      method: GET
`

async function failed(answer: EchoReply) {
  reply = answer
  return (await httpTool(source)).failure()
}

const json = { 'content-type': 'application/json' }

describe('an answer other than 2xx', () => {
  it('is an api_error with the status, and the body parsed', async () => {
    const failure = await failed({ status: 422, headers: json, body: '{"error": {"field": "amount"}}' })
    expect(failure).toMatchObject({
      code: 'http_422',
      type: 'api_error',
      status: 422,
      details: { error: { field: 'amount' } },
      retryable: false,
    })
    expect(failure.message).toBe(
      `127.0.0.1:${server.port} answered 422 Unprocessable Entity: {"error":{"field":"amount"}}`,
    )
  })

  it.each([
    [300, false],
    [304, false],
    [400, false],
    [401, false],
    [403, false],
    [404, false],
    [408, true],
    [409, false],
    [429, true],
    [500, true],
    [502, true],
    [503, true],
    [599, true],
  ])('%i: worth another attempt: %s', async (status, retryable) => {
    const failure = await failed({ status, headers: {}, body: '' })
    expect({ code: failure.code, retryable: failure.retryable }).toEqual({ code: `http_${status}`, retryable })
  })

  it('keeps a body of text as text', async () => {
    expect((await failed({ status: 500, headers: { 'content-type': 'text/html' }, body: '<h1>no</h1>' })).details).toBe(
      '<h1>no</h1>',
    )
  })

  it('keeps JSON that cannot be parsed as text', async () => {
    expect((await failed({ status: 500, headers: json, body: '{"half' })).details).toBe('{"half')
  })

  it('keeps the beginning of a long body, and tells less of it', async () => {
    const failure = await failed({ status: 500, headers: json, body: JSON.stringify({ a: 'x'.repeat(20_000) }) })
    expect(String(failure.details).length).toBe(10_000)
    expect(failure.message.length).toBeLessThan(600)
  })

  it('keeps nothing of bytes', async () => {
    const failure = await failed({ status: 500, headers: {}, body: Buffer.from([0, 1, 255]) })
    expect(failure.details).toBe(null)
    expect(failure.message).toBe(`127.0.0.1:${server.port} answered 500 Internal Server Error`)
  })

  it('says how long to wait', async () => {
    expect((await failed({ status: 429, headers: { 'retry-after': '7' } })).retryAfterMs).toBe(7000)
    expect((await failed({ status: 429, headers: {} })).retryAfterMs).toBe(undefined)
  })
})

describe('Retry-After', () => {
  const now = Date.UTC(2026, 2, 1, 10, 0, 0)

  it.each([
    ['0', 0],
    ['120', 120_000],
    [' 3 ', 3000],
    ['Sun, 01 Mar 2026 10:00:30 GMT', 30_000],
    ['Sun, 01 Mar 2026 09:00:00 GMT', 0],
    ['-5', undefined],
    ['1.5', undefined],
    ['soon', undefined],
    ['', undefined],
    [null, undefined],
  ])('%j is %j ms', (header, expected) => {
    expect(readRetryAfter(header, now)).toBe(expected)
  })
})

describe('a request that gets no answer', () => {
  it('is a network_error worth another attempt when nothing listens', async () => {
    const tool = await httpTool(source.replace(String(server.port), '1'))
    expect(await tool.failure()).toMatchObject({ code: 'network_error', retryable: true })
  })

  it('is blocked when the host is private, and is not tried again', async () => {
    const tool = await httpTool(source.replace('127.0.0.1', '10.0.0.1'))
    expect(await tool.failure()).toMatchObject({ code: 'ssrf_blocked', retryable: false })
  })

  it('ends with the reason of its signal', async () => {
    reply = new Promise<EchoReply>(() => {}) as unknown as EchoReply
    const tool = await httpTool(source)
    const controller = new AbortController()
    const reason = new Error('out of time')
    const attempt = tool.attempt({}, { signal: controller.signal })
    setTimeout(() => controller.abort(reason), 30)
    await expect(attempt).rejects.toBe(reason)
    reply = {}
  })
})
