import { describe, expect, it } from 'vitest'
import { abl } from '../../../../helpers/abl.ts'
import { echoServer } from '../../../../helpers/echo-server.ts'
import { httpTool } from '../../../../helpers/http-tool.ts'

const server = await echoServer()

function tool(signature: string, properties = '') {
  return httpTool(abl`
    TOOLS:
      send${signature} -> object
        type: http
        endpoint: "${server.url}/send"
        method: POST
        ${properties.split('\n').join('\n        ')}
  `)
}

function sent() {
  const { body, headers } = server.last()
  return { body, type: headers['content-type'] }
}

describe.each(['POST', 'PUT', 'PATCH', 'DELETE'])('the body of a %s', method => {
  it('is JSON of what is used nowhere else', async () => {
    const made = await httpTool(abl`
      TOOLS:
        send(id: string, amount: number, note?: string) -> object
          type: http
          endpoint: "${server.url}/send/{id}"
          method: ${method}
    `)
    await made.attempt({ id: '7', amount: 2.5, note: null })
    expect(sent()).toEqual({ body: '{"amount":2.5,"note":null}', type: 'application/json' })
  })

  it('is not there when nothing is left', async () => {
    const made = await httpTool(abl`
      TOOLS:
        send(id: string) -> object
          type: http
          endpoint: "${server.url}/send/{id}"
          method: ${method}
    `)
    await made.attempt({ id: '7' })
    expect(sent()).toEqual({ body: '', type: undefined })
  })
})

describe('what a body holds', () => {
  it('are hidden arguments and those that the declaration computed', async () => {
    const made = await httpTool(abl`
      TOOLS:
        pay(amount: number, account: string) -> object
          type: http
          endpoint: "${server.url}/pay"
          method: POST
          parameters:
            account:
              source: system
              value: session.account
              hidden: true
    `)
    await made.attempt({ amount: 1, account: 'a1', amount_cents: 100 })
    expect(JSON.parse(sent().body)).toEqual({ amount: 1, account: 'a1', amount_cents: 100 })
  })

  it('is form data with `body_type: form`', async () => {
    const made = await tool('(a: number, b: string, c: string[])', 'body_type: form')
    await made.attempt({ a: 1, b: 'x y&z', c: ['p', 'q'] })
    expect(sent()).toEqual({ body: 'a=1&b=x+y%26z&c=p&c=q', type: 'application/x-www-form-urlencoded' })
  })

  it('is the one text with `body_type: text`', async () => {
    const made = await tool('(line: string)', 'body_type: text')
    await made.attempt({ line: 'a "b"\n<c>' })
    expect(sent()).toEqual({ body: 'a "b"\n<c>', type: 'text/plain; charset=utf-8' })
  })
})

describe('a body template', () => {
  it('stays JSON whatever the values hold', async () => {
    const made = await tool(
      '(name: string, tags: string[], count: number)',
      `body_template: '{"name": "{{name}}", "tags": {{tags}}, "n": {{count}}}'`,
    )
    await made.attempt({ name: 'a "quoted"\n\\ one', tags: ['x"'], count: 3 })
    expect(JSON.parse(sent().body)).toEqual({ name: 'a "quoted"\n\\ one', tags: ['x"'], n: 3 })
    expect(sent().type).toBe('application/json')
  })

  it('is the whole body: nothing is added to it', async () => {
    const made = await tool('(a: string, b: string)', `body: '{"only": "{{a}}"}'`)
    await made.attempt({ a: '1', b: '2' })
    expect(sent().body).toBe('{"only": "1"}')
  })

  it('fails when it is no JSON once it is filled in, before anything is sent', async () => {
    const made = await tool('(a: string)', `body_template: '{"a": {{session.missing}} x}'`)
    const before = server.requests.length
    expect((await made.failure({ a: '1' })).code).toBe('validation_error')
    expect(server.requests.length).toBe(before)
  })

  it('escapes entities in XML', async () => {
    const made = await tool('(q: string)', 'body_type: xml\nbody_template: \'<q a="{{q}}">{{q}}</q>\'')
    await made.attempt({ q: `<&"'>` })
    const escaped = '&lt;&amp;&quot;&apos;&gt;'
    expect(sent()).toEqual({ body: `<q a="${escaped}">${escaped}</q>`, type: 'application/xml; charset=utf-8' })
  })

  it('encodes the values of a form', async () => {
    const made = await tool('(q: string)', `body_type: form\nbody_template: "grant=x&q={{q}}"`)
    await made.attempt({ q: 'a&b=c d' })
    expect([...new URLSearchParams(sent().body)]).toEqual([
      ['grant', 'x'],
      ['q', 'a&b=c d'],
    ])
  })

  it('is text with `body_type: text`', async () => {
    const made = await tool('(q: string)', `body_type: text\nbody_template: "say {{q}}"`)
    await made.attempt({ q: '"hi" & <you>' })
    expect(sent().body).toBe('say "hi" & <you>')
  })

  it('takes its encoding from a declared content type', async () => {
    const made = await tool('(q: string)', `headers:\n  Content-Type: "text/xml"\nbody_template: "<q>{{q}}</q>"`)
    await made.attempt({ q: '<' })
    expect(sent()).toEqual({ body: '<q>&lt;</q>', type: 'text/xml' })
  })
})

describe('text that comes from outside', () => {
  it('is never filled in again', async () => {
    const made = await tool('(q: string)', `body_template: '{"q": "{{q}}"}'`)
    await made.attempt({ q: '{{config.SECRET}} {{session.id}}' })
    expect(JSON.parse(sent().body)).toEqual({ q: '{{config.SECRET}} {{session.id}}' })
  })

  it('is empty where the session or the input has nothing, and the trace says so', async () => {
    const made = await tool('(q?: string)', `headers:\n  X-User: "u{{session.user.id}}"\nbody: '{"q": "{{input.q}}"}'`)
    await made.attempt({})
    expect(sent().body).toBe('{"q": ""}')
    expect(server.last().headers['x-user']).toBe('u')
    expect(made.traces).toContain('request: `session.user.id` has no value: empty text is sent in its place.')
  })

  it('fails before anything is sent when a variable of the project has no value', async () => {
    const made = await tool('(q: string)', `headers:\n  X-Key: "{{config.KEY}}"`)
    const before = server.requests.length
    expect((await made.failure({ q: '1' })).code).toBe('config_missing')
    expect(server.requests.length).toBe(before)
  })

  it('may have 512 KB of JSON, and no more', async () => {
    const made = await tool('(q: string)')
    const room = 512 * 1024 - '{"q":""}'.length
    await made.attempt({ q: 'x'.repeat(room) })
    expect(sent().body.length).toBe(512 * 1024)
    const failure = await made.failure({ q: 'x'.repeat(room + 1) })
    expect(failure).toMatchObject({ code: 'validation_error', message: expect.stringContaining('524289') })
  })
})
