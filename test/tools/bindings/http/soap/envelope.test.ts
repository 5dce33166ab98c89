import { describe, expect, it } from 'vitest'
import { operationOf } from '../../../../../src/tools/bindings/http/soap/envelope.ts'
import { abl } from '../../../../helpers/abl.ts'
import { echoServer } from '../../../../helpers/echo-server.ts'
import { httpTool } from '../../../../helpers/http-tool.ts'

const answer = '<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body><r/></s:Body></s:Envelope>'
const server = await echoServer({ headers: { 'content-type': 'text/xml' }, body: answer })

function tool(properties: string, signature = '(policy_number: string)') {
  return httpTool(abl`
    TOOLS:
      lookup_policy${signature}
        type: http
        endpoint: "${server.url}/PolicyService"
        method: POST
        protocol: soap
        ${properties.split('\n').join('\n        ')}
  `)
}

function sent() {
  const { body, headers, method } = server.last()
  return { body, method, type: headers['content-type'], action: headers.soapaction }
}

const OPEN_11 = '<soap:Envelope xmlns:soap="http://schemas.xmlsoap.org/soap/envelope/"><soap:Body>'
const OPEN_12 = '<soap:Envelope xmlns:soap="http://www.w3.org/2003/05/soap-envelope"><soap:Body>'
const CLOSE = '</soap:Body></soap:Envelope>'
const XML = '<?xml version="1.0" encoding="utf-8"?>'

describe('a SOAP request', () => {
  it('is 1.1 unless told otherwise', async () => {
    await (await tool('soap_action: "urn:PolicyService#lookupPolicy"')).attempt({ policy_number: 'P-1' })
    expect(sent()).toEqual({
      method: 'POST',
      type: 'text/xml; charset=utf-8',
      action: '"urn:PolicyService#lookupPolicy"',
      body: `${XML}${OPEN_11}<lookupPolicy xmlns="urn:PolicyService"><policy_number>P-1</policy_number></lookupPolicy>${CLOSE}`,
    })
  })

  it('carries the action of 1.2 in the content type', async () => {
    await (await tool('soap_version: 1.2\nsoap_action: "urn:P#op"')).attempt({ policy_number: 'P-1' })
    expect(sent()).toEqual({
      method: 'POST',
      type: 'application/soap+xml; charset=utf-8; action="urn:P#op"',
      action: undefined,
      body: `${XML}${OPEN_12}<op xmlns="urn:P"><policy_number>P-1</policy_number></op>${CLOSE}`,
    })
  })

  it('has an empty action in 1.1 and none in 1.2 when the tool names none', async () => {
    await (await tool('soap_version: "1.1"')).attempt({ policy_number: 'P-1' })
    expect(sent().action).toBe('""')
    expect(sent().body).toContain('<lookup_policy><policy_number>P-1</policy_number></lookup_policy>')
    await (await tool('soap_version: "1.2"')).attempt({ policy_number: 'P-1' })
    expect(sent().type).toBe('application/soap+xml; charset=utf-8')
  })

  it('writes arrays as repeated elements, objects as nested ones, and null as nil', async () => {
    const made = await tool('soap_action: "urn:P#op"', '(a: string[], b: object, c?: string, d?: string)')
    await made.attempt({ a: ['1', '<2>'], b: { x: { y: 1 }, z: true }, c: null, d: undefined })
    expect(sent().body).toContain(
      '<op xmlns="urn:P" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"><a>1</a><a>&lt;2&gt;</a>' +
        '<b><x><y>1</y></x><z>true</z></b><c xsi:nil="true"/></op>',
    )
  })

  it('refuses names that no element can have', async () => {
    const made = await tool('soap_action: "urn:P#op"', '(b: object)')
    for (const name of ['a b', '1a', '', 'a><evil/', 'a:b']) {
      expect((await made.failure({ b: { [name]: 1 } })).code).toBe('validation_error')
    }
  })

  it('puts a template into the Body', async () => {
    await (await tool(`body_template: '<q id="{{policy_number}}"/>'`)).attempt({ policy_number: '"<1>"' })
    expect(sent().body).toBe(`${XML}${OPEN_11}<q id="&quot;&lt;1&gt;&quot;"/>${CLOSE}`)
  })

  it.each(['', '<?xml version="1.0"?> ', '<!-- ours -->\n'])(
    'sends a template that is an envelope as it is: %j',
    async start => {
      const envelope = `${start}<e:Envelope xmlns:e="urn:e"><e:Body>{{policy_number}}</e:Body></e:Envelope>`
      await (await tool(`body_template: '${envelope.replace('\n', ' ')}'`)).attempt({ policy_number: '1' })
      expect(sent().body).toBe(envelope.replace('\n', ' ').replace('{{policy_number}}', '1').trim())
    },
  )

  it('does not send what the action names twice', async () => {
    const made = await tool('soap_action: "urn:P#{{op}}"', '(op: string, a: string)')
    await made.attempt({ op: 'find', a: '1' })
    expect(sent().body).toContain('<find xmlns="urn:P"><a>1</a></find>')
  })

  it.each(['a"b', 'a\\b', 'a\r\nb'])('refuses the action %j', async op => {
    const made = await tool('soap_action: "urn:P#{{op}}"', '(op: string)')
    expect((await made.failure({ op })).code).toBe('validation_error')
  })

  it('carries session variables as nested elements', async () => {
    const made = await tool('soap_action: "urn:P#op"\ncontext_access:\n  read: [user.id]')
    await made.attempt({ policy_number: '1' }, { session: { user: { id: 'u1' } } })
    expect(sent().body).toContain('<policy_number>1</policy_number><user><id>u1</id></user>')
  })
})

describe('the operation that an action names', () => {
  it.each([
    ['urn:PolicyService#lookupPolicy', 'lookupPolicy', 'urn:PolicyService'],
    ['http://example.com/stock/GetPrice', 'GetPrice', 'http://example.com/stock'],
    ['http://tempuri.org/Add', 'Add', 'http://tempuri.org/'],
    ['http://example.com/a#b/c', 'tool', ''],
    ['urn:a/b#c', 'c', 'urn:a/b'],
    ['lookup', 'lookup', ''],
    ['', 'tool', ''],
    ['urn:a#', 'tool', ''],
    ['urn:a:b', 'tool', ''],
  ])('%j is %s in %j', (action, name, namespace) => {
    expect(operationOf(action, 'tool')).toEqual({ name, namespace })
  })
})
