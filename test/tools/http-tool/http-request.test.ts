import { describe, expect, it } from 'vitest'
import { httpRequest, type RequestTemplate } from '../../../src/tools/http-tool/http-request.ts'

const ORDERS: RequestTemplate = { method: 'GET', url: 'https://api.example.com/v1/orders/{id}' }

function failureOf(template: Partial<RequestTemplate>, input: Record<string, unknown> = {}): Promise<unknown> {
  return httpRequest({ ...ORDERS, ...template }, input, {}).then(
    () => 'ok',
    error => error.code,
  )
}

describe('httpRequest', () => {
  it('encodes a field in the path, and sends the unused ones of a GET in the query', async () => {
    const input = { id: 'a/b c', limit: 5, tags: ['x', 'y&z'], where: { a: 1 }, nothing: null }
    expect(await httpRequest(ORDERS, input)).toEqual({
      url: 'https://api.example.com/v1/orders/a%2Fb%20c?limit=5&tags=x&tags=y%26z&where=%7B%22a%22%3A1%7D',
      method: 'GET',
      headers: {},
    })
  })

  it('fills the query that stands in the URL, and leaves out what has no value', async () => {
    const url = 'https://api.example.com/search?q={q}&page={page}&fixed=a%20b&mixed=p-{page}'
    const request = await httpRequest({ method: 'get', url }, { q: 'tea & milk' })
    expect(request.url).toBe('https://api.example.com/search?q=tea+%26+milk&fixed=a+b&mixed=p-')
    expect(request.method).toBe('GET')
  })

  it('writes query parameters whose names no argument could have', async () => {
    const template = { ...ORDERS, query: { 'filter[state]': '{state}', 'filter[day]': '{day}' } }
    expect((await httpRequest(template, { id: 1, state: ['open', 'new'] })).url).toBe(
      'https://api.example.com/v1/orders/1?filter%5Bstate%5D=open&filter%5Bstate%5D=new',
    )
  })

  it('puts a lone field into a JSON body as the value it is, and the unused ones beside it', async () => {
    const body = {
      amount: '{amount}',
      note: 'for {id}: {amount}',
      list: ['{a}', 'x'],
      gone: '{gone}',
      deep: { a: '{a}' },
    }
    const request = await httpRequest(
      { ...ORDERS, method: 'POST', body },
      { id: 7, amount: 2.5, a: { b: true }, more: [1] },
    )
    expect(JSON.parse(request.body ?? '')).toEqual({
      more: [1],
      amount: 2.5,
      note: 'for 7: 2.5',
      list: [{ b: true }, 'x'],
      deep: { a: { b: true } },
    })
    expect(request.headers).toEqual({ 'Content-Type': 'application/json' })
  })

  it('sends unused fields as the body when there is no template, and no body when there are none', async () => {
    const template = { ...ORDERS, method: 'DELETE' }
    expect((await httpRequest(template, { id: 1, why: 'x' })).body).toBe('{"why":"x"}')
    expect(await httpRequest(template, { id: 1 })).not.toHaveProperty('body')
  })

  it('writes a form', async () => {
    const template: RequestTemplate = { ...ORDERS, method: 'POST', bodyType: 'form' }
    const request = await httpRequest(template, { id: 1, a: 'x y', b: [1, 2] })
    expect(request.body).toBe('a=x+y&b=1&b=2')
    expect(request.headers).toEqual({ 'Content-Type': 'application/x-www-form-urlencoded' })
  })

  it('reads environment variables at the time of the call', async () => {
    const headers = { Authorization: 'Bearer {{ SHOP_TOKEN }}', 'X-Trace': '{trace}', 'content-type': 'text/json' }
    const template = { method: 'POST', url: '{{SHOP_URL}}/orders', headers, body: { key: '{{SHOP_TOKEN}}' } }
    expect(await httpRequest(template, {}, { SHOP_TOKEN: 't', SHOP_URL: 'https://shop.example.com/v2/' })).toEqual({
      url: 'https://shop.example.com/v2/orders',
      method: 'POST',
      headers: { Authorization: 'Bearer t', 'content-type': 'text/json' },
      body: '{"key":"t"}',
    })
  })

  it.each([
    { url: '{{NO}}/x' },
    { headers: { A: '{{NO}}' } },
    { method: 'POST', body: ['{{NO}}'] },
    { query: { a: '{{NO}}' } },
  ])('fails with config_missing for a variable that is not set: %j', async template => {
    expect(await failureOf(template, { id: 1 })).toBe('config_missing')
  })

  it('never fills what an argument brings along', async () => {
    const template = { ...ORDERS, method: 'POST', headers: { 'X-A': '{a}' }, body: { a: 'is {a}' } }
    const request = await httpRequest(template, { id: '{{HOME}}', a: '{{HOME}}{id}' }, { HOME: 'secret' })
    expect(JSON.stringify(request)).not.toContain('secret')
    expect(request.headers['X-A']).toBe('{{HOME}}{id}')
    expect(request.body).toBe('{"a":"is {{HOME}}{id}"}')
  })

  it.each([
    ['no value for the path', {}, {}],
    ['a value that climbs out of it', {}, { id: '..' }],
    ['a host that depends on an argument', { url: 'https://{id}.example.com/' }, { id: 'a' }],
    ['a line break in a header', { headers: { 'X-A': '{id}' } }, { id: 'a\r\nB: c' }],
    ['another scheme', { url: 'file:///etc/passwd' }, {}],
    ['a relative URL', { url: '/orders' }, {}],
  ])('fails with validation_error for %s', async (_what, template, input) => {
    expect(await failureOf(template, input)).toBe('validation_error')
  })
})
