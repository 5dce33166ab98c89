import { describe, expect, it } from 'vitest'
import { abl } from '../../../../helpers/abl.ts'
import { type EchoReply, echoServer } from '../../../../helpers/echo-server.ts'
import { httpTool } from '../../../../helpers/http-tool.ts'

let reply: EchoReply = {}
const server = await echoServer(() => reply)

async function get(answer: EchoReply, returns = ' -> object') {
  reply = answer
  return httpTool(abl`
    TOOLS:
      look()${returns}
        type: http
        endpoint: "${server.url}/look"
        method: GET
  `)
}

const typed = (type: string, body: string | Uint8Array): EchoReply => ({ headers: { 'content-type': type }, body })

async function value(answer: EchoReply) {
  return (await (await get(answer)).attempt()).value
}

describe('the value of an answer', () => {
  it.each([
    'application/json',
    'application/json; charset=utf-8',
    'application/problem+json',
    'text/json',
    'Application/JSON',
    'application/vnd.api+json;v=1',
  ])('is parsed with the content type %s', async type => {
    expect(await value(typed(type, '{"a": [1, "é"]}'))).toEqual({ a: [1, 'é'] })
  })

  it.each(['1', '"x"', 'null', '[]', 'false'])('may be any JSON: %s', async body => {
    expect(await value(typed('application/json', body))).toEqual(JSON.parse(body))
  })

  it.each([204, 205])('is null for %i', async status => {
    expect(await value({ status })).toBe(null)
  })

  it('is null for an empty body of JSON or of no type, and empty text for one of text', async () => {
    expect(await value(typed('application/json', ''))).toBe(null)
    expect(await value({ headers: {}, body: '' })).toBe(null)
    expect(await value(typed('text/plain', ''))).toBe('')
  })

  it('is text with any other content type of text', async () => {
    expect(await value(typed('text/html', '<p>{"a": 1}</p>'))).toBe('<p>{"a": 1}</p>')
    expect(await value(typed('application/xml', '<a/>'))).toBe('<a/>')
    expect(await value({ headers: {}, body: 'plain' })).toBe('plain')
    expect(await value(typed('application/x-unheard-of', 'a,b\n1,2'))).toBe('a,b\n1,2')
  })

  it('keeps text where more is declared, and says so', async () => {
    const tool = await get(typed('text/plain', 'ok'))
    expect((await tool.attempt()).value).toBe('ok')
    expect(tool.traces.at(-1)).toBe(
      'response: The answer is text (text/plain), not the `object` that is declared: kept as text.',
    )
  })

  it('says nothing about text where text or nothing is declared', async () => {
    for (const returns of ['', ' -> string']) {
      const tool = await get(typed('text/plain', 'ok'), returns)
      expect((await tool.attempt()).value).toBe('ok')
      expect(tool.traces.join()).not.toContain('declared')
    }
  })

  it.each(['{"a": ', 'ok', '<html>'])('fails when it says JSON and is %j', async body => {
    const failure = await (await get(typed('application/json', body))).failure()
    expect(failure).toMatchObject({ code: 'invalid_response', status: 200, retryable: false })
    expect(failure.message).toContain(`127.0.0.1:${server.port} says that its answer is JSON`)
  })
})

describe('the charset of an answer', () => {
  it.each([
    ['text/plain; charset=iso-8859-1', Buffer.from('Zoë', 'latin1')],
    ['text/plain; charset="UTF-16LE"', Buffer.from('Zoë', 'utf16le')],
    ['text/plain; charset=made-up', Buffer.from('Zoë')],
    ['text/plain', Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), Buffer.from('Zoë')])],
    ['application/octet-stream', Buffer.from('Zoë')],
  ])('is read: %s', async (type, bytes) => {
    expect(await value(typed(type, bytes))).toBe('Zoë')
  })

  it('is read from the declaration of XML', async () => {
    const text = '<?xml version="1.0" encoding="ISO-8859-1"?><a>Zoë</a>'
    expect(await value(typed('text/xml', Buffer.from(text, 'latin1')))).toBe(text)
  })

  it('holds for JSON', async () => {
    expect(await value(typed('application/json; charset=latin1', Buffer.from('"Zoë"', 'latin1')))).toBe('Zoë')
    expect(await value(typed('application/json', Buffer.from('\ufeff"Zoë"')))).toBe('Zoë')
  })
})

describe('an answer that is no text', () => {
  const png = Buffer.from('89504e470d0a1a0a0000000d4948445200000001', 'hex')

  it('is shown when it is an image', async () => {
    const tool = await get(typed('image/png', png))
    expect(await tool.attempt()).toEqual({
      value: { content_type: 'image/png', bytes: 20 },
      images: [{ mediaType: 'image/png', data: png.toString('base64') }],
    })
  })

  it('is described otherwise, never dumped', async () => {
    const headers = { 'content-type': 'application/pdf', 'content-disposition': 'attachment; filename="bill.pdf"' }
    expect(await value({ headers, body: Buffer.from([0x25, 0x50, 0, 1, 0xff]) })).toEqual({
      content_type: 'application/pdf',
      bytes: 5,
      filename: 'bill.pdf',
    })
    expect(await value({ headers: {}, body: Buffer.from([0, 1, 2]) })).toEqual({
      content_type: 'application/octet-stream',
      bytes: 3,
    })
  })

  it('fails when it is larger than an answer may be', async () => {
    const tool = await get(typed('text/plain', 'x'.repeat(8_000_001)))
    expect((await tool.failure()).code).toBe('response_too_large')
  })
})
