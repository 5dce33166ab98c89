import { describe, expect, it } from 'vitest'
import { httpResult } from '../../../src/tools/http-tool/http-result.ts'
import { isResponsePath } from '../../../src/tools/http-tool/response-path.ts'

const DATA = { data: { items: [{ name: 'a' }, { 'x-y': 2 }] }, none: null }

function json(value: unknown, status = 200): Response {
  return new Response(JSON.stringify(value), {
    status,
    headers: { 'content-type': 'application/vnd.x+json; charset=utf-8' },
  })
}

describe('httpResult', () => {
  it('gives JSON as a value, anything else as text, and null for nothing', async () => {
    expect(await httpResult(json(DATA))).toEqual(DATA)
    expect(await httpResult(new Response('{"a":1}', { headers: { 'content-type': 'text/plain' } }))).toBe('{"a":1}')
    expect(await httpResult(new Response(null, { status: 204 }))).toBeNull()
  })

  it.each([
    ['data.items[0].name', 'a'],
    ['data.items[1]["x-y"]', 2],
    ['data.items[7].name', null],
    ['none.deep', null],
    ['constructor', null],
  ])('gives what stands at %s', async (path, value) => {
    expect(await httpResult(json(DATA), path)).toEqual(value)
  })

  it('starts a path in a list with its index', async () => {
    expect(await httpResult(json([{ a: 1 }]), '[0].a')).toBe(1)
  })

  it('fails with the status and what came back', async () => {
    await expect(httpResult(json({ why: 'gone' }, 404))).rejects.toMatchObject({
      code: 'http_404',
      type: 'api_error',
      status: 404,
      details: { why: 'gone' },
      retryable: false,
    })
    await expect(httpResult(new Response('x'.repeat(9_000), { status: 503 }))).rejects.toMatchObject({
      details: `${'x'.repeat(4_000)}…`,
      retryable: true,
    })
  })

  it('fails when JSON is promised and something else comes', async () => {
    const answer = new Response('<html>', { headers: { 'content-type': 'application/json' } })
    await expect(httpResult(answer)).rejects.toMatchObject({ code: 'invalid_response' })
  })
})

describe('isResponsePath', () => {
  it.each(['a', 'a.b[0].c', '[1]', 'a["x y"]'])('takes %s', path => expect(isResponsePath(path)).toBe(true))
  it.each(['', 'a.', 'a + 1', 'UPPER(a)', 'a[b]', 'a.contains("x")', 'a b'])('refuses %j', path =>
    expect(isResponsePath(path)).toBe(false),
  )
})
