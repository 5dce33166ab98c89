import { beforeEach, describe, expect, it } from 'vitest'
import { abl } from '../../helpers/abl.ts'
import { type EchoReply, echoServer, type SeenRequest } from '../../helpers/echo-server.ts'
import { staged } from '../../helpers/staged.ts'

let reply: (request: SeenRequest, count: number) => EchoReply | Promise<EchoReply> = () => ({})
const server = await echoServer((request, count) => reply(request, count - before))
let before = 0

beforeEach(() => {
  before = server.requests.length
  reply = () => ({})
})

function sent(): SeenRequest[] {
  return server.requests.slice(before)
}

const json = { 'content-type': 'application/json' }

function convert(properties = '', method = 'POST'): string {
  return abl`
    TOOLS:
      convert(amount: number, from: string, to: string) -> any
        description: "Converts"
        type: http
        endpoint: "${server.url}/convert"
        method: ${method}
        ${properties.split('\n').join('\n        ')}
  `
}

const input = { amount: '2.5', from: 'EUR', to: 'USD' }

describe('a declared http tool in a turn', () => {
  it('sends coerced and computed arguments beside the originals', async () => {
    const { call } = await staged(convert('process: {before: {params: {amount_cents: amount * 100}}}'))
    await call(input)
    expect(JSON.parse(sent()[0]?.body ?? '')).toEqual({ amount: 2.5, from: 'EUR', to: 'USD', amount_cents: 250 })
  })

  it('maps its answer into the session', async () => {
    reply = () => ({ headers: json, body: '{"balance": 7}' })
    const { call } = await staged(convert('on_result: {set: {current_balance: result.balance}}'))
    const { session } = await call(input)
    expect(session.variables).toEqual({ current_balance: 7, last_convert_result: { balance: 7 } })
  })

  it('maps its failure into the session, body included', async () => {
    reply = () => ({ status: 402, headers: json, body: '{"reason": "no money"}' })
    const { call } = await staged(
      convert('on_error: {set: {code: error.code, status: error.status, why: result.reason}}'),
    )
    const { outcome, session } = await call(input)
    expect(outcome).toMatchObject({ kind: 'failed', error: { code: 'http_402', type: 'api_error' } })
    expect(session.variables).toEqual({ code: 'http_402', status: 402, why: 'no money' })
  })

  it('is tried again on 500 and not on 404', async () => {
    reply = () => ({ status: 500 })
    const { call } = await staged(convert('retry: 3\nretry_delay: 1'))
    await call(input)
    expect(sent()).toHaveLength(4)
    reply = () => ({ status: 404 })
    await call(input)
    expect(sent()).toHaveLength(5)
  })

  it('waits as long as Retry-After says', async () => {
    reply = (_request, count) => (count === 1 ? { status: 429, headers: { 'retry-after': '1' } } : {})
    const { call } = await staged(convert('retry: 1\nretry_delay: 1'))
    const { outcome, traces } = await call(input)
    expect(outcome.kind).toBe('ok')
    expect(traces).toContain('retry: Attempt 1 ended with http_429; the next one in 1000 ms.')
  })

  it('ends after its time, and the connection with it', async () => {
    reply = () => new Promise(resolve => setTimeout(() => resolve({}), 300))
    const { call } = await staged(convert('timeout: 50'))
    expect((await call(input)).outcome).toMatchObject({ error: { code: 'tool_timeout' } })
  })

  it('has the time of its hint, which is more than that of its agent', async () => {
    reply = () => new Promise(resolve => setTimeout(() => resolve({}), 100))
    const { call } = await staged(convert('hints: {timeout: 2000}'), { execution: { toolTimeout: 50 } })
    expect((await call(input)).outcome.kind).toBe('ok')
    const short = await staged(convert(), { execution: { toolTimeout: 50 } })
    expect((await short.call(input)).outcome).toMatchObject({ error: { code: 'tool_timeout' } })
  })

  it('sends nothing once its breaker is open', async () => {
    reply = () => ({ status: 500 })
    const { call } = await staged(convert('circuit_breaker: {threshold: 5, resetMs: 60000}'))
    for (let count = 0; count < 5; count++) await call(input)
    expect((await call(input)).outcome).toMatchObject({ error: { code: 'circuit_open' } })
    expect(sent()).toHaveLength(5)
  })

  it('asks once for two equal calls', async () => {
    reply = () => ({ headers: json, body: '{"a": 1}' })
    const { call } = await staged(convert('hints: {cacheable: true}', 'GET'))
    await call(input)
    expect((await call({ ...input, amount: 2.5 })).value).toEqual({ a: 1 })
    expect(sent()).toHaveLength(1)
  })

  it.each([
    ['a condition', 'process: {before: {require: [amount > 100]}}', input],
    ['a confirmation that nobody gives', 'confirmation: {require: always}', input],
    ['an identity that nobody has', 'hints: {requires_auth: true}', input],
    ['arguments that do not fit', '', { ...input, amount: 'much' }],
    ['a variable without a value', 'headers: {X-Key: "{{config.NONE}}"}', input],
  ])('sends nothing for %s', async (_name, properties, given) => {
    const { call } = await staged(convert(properties))
    expect((await call(given)).outcome.kind).not.toBe('ok')
    expect(sent()).toEqual([])
  })

  it('keeps what the model writes as it is: braces are no template', async () => {
    const { call } = await staged(convert(), { settings: { config: { KEY: { value: 'secret' } } } })
    await call({ ...input, from: '{{config.KEY}}' })
    expect(JSON.parse(sent()[0]?.body ?? '').from).toBe('{{config.KEY}}')
  })
})
