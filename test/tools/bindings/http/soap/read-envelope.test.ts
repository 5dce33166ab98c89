import { describe, expect, it } from 'vitest'
import { abl } from '../../../../helpers/abl.ts'
import { type EchoReply, echoServer } from '../../../../helpers/echo-server.ts'
import { httpTool } from '../../../../helpers/http-tool.ts'

let reply: EchoReply = {}
const server = await echoServer(() => reply)

const NAMESPACES = {
  '1.1': 'http://schemas.xmlsoap.org/soap/envelope/',
  '1.2': 'http://www.w3.org/2003/05/soap-envelope',
}

function envelope(body: string, { version = '1.1' as keyof typeof NAMESPACES, prefix = 's' } = {}): string {
  return `<?xml version="1.0"?>\n<${prefix}:Envelope xmlns:${prefix}="${NAMESPACES[version]}">
    <${prefix}:Header/><${prefix}:Body>\n  ${body}\n</${prefix}:Body></${prefix}:Envelope>`
}

async function tool(answer: Partial<EchoReply> & { body: string }, { properties = '', returns = ' -> object' } = {}) {
  reply = { headers: { 'content-type': 'text/xml; charset=utf-8' }, ...answer }
  return httpTool(abl`
    TOOLS:
      find()${returns}
        type: http
        endpoint: "${server.url}/find"
        method: POST
        protocol: soap
        soap_action: "urn:P#find"
        ${properties || 'description: "x"'}
  `)
}

const FAULT_11 =
  '<s:Fault><faultcode>s:Server</faultcode><faultstring>Out of order</faultstring><detail><e xmlns="urn:e"><n>7</n></e></detail></s:Fault>'
const FAULT_12 =
  '<s:Fault><s:Code><s:Value>s:Sender</s:Value><s:Subcode><s:Value>x</s:Value></s:Subcode></s:Code>' +
  '<s:Reason><s:Text xml:lang="de">Nein</s:Text><s:Text xml:lang="en">No</s:Text></s:Reason></s:Fault>'

describe('the answer of a SOAP call', () => {
  it.each(['1.1', '1.2'] as const)('is the first child of the Body as an object (%s)', async version => {
    const body = envelope('<m:findResponse xmlns:m="urn:P"><m:status>open</m:status><m:n>5</m:n></m:findResponse>', {
      version,
    })
    const made = await tool({ body }, { returns: ' -> {status: string, n: number}' })
    expect((await made.attempt()).value).toEqual({ status: 'open', n: 5 })
  })

  it('may have any prefix, or none', async () => {
    const body = `<Envelope xmlns="${NAMESPACES['1.1']}"><Body><r xmlns=""><a>1</a></r></Body></Envelope>`
    expect((await (await tool({ body })).attempt()).value).toEqual({ a: '1' })
  })

  it('is null when the Body or the whole is empty', async () => {
    expect((await (await tool({ body: envelope('') })).attempt()).value).toBe(null)
    expect((await (await tool({ status: 202, body: '' })).attempt()).value).toBe(null)
  })

  it.each([
    ['HTML', '<html><body/></html>'],
    ['an envelope of another namespace', '<Envelope xmlns="urn:x"><Body><a/></Body></Envelope>'],
    ['an envelope without a Body', `<Envelope xmlns="${NAMESPACES['1.1']}"/>`],
    ['text', 'no xml'],
    ['a document type', `<!DOCTYPE x [<!ENTITY a "b">]>${envelope('<r>&a;</r>').replace(/<\?.*?\?>/, '')}`],
    ['an entity', envelope('<r>&a;</r>')],
  ])('is an invalid_response when it is %s', async (_what, body) => {
    const failure = await (await tool({ body })).failure()
    expect(failure).toMatchObject({ code: 'invalid_response', status: 200 })
    expect(failure.message).toContain('cannot be read as SOAP')
  })
})

describe('a SOAP fault', () => {
  it.each([200, 500])('fails the call, with the status %i', async status => {
    const failure = await (await tool({ status, body: envelope(FAULT_11) })).failure()
    expect(failure).toMatchObject({
      code: 'soap_fault',
      type: 'api_error',
      message: 'Out of order',
      status,
      details: { code: 's:Server', string: 'Out of order', detail: { e: { n: '7' } } },
    })
  })

  it('is known by its namespace, whatever the prefix', async () => {
    const body = envelope(FAULT_11.replaceAll('s:', 'zz:'), { prefix: 'zz' })
    expect((await (await tool({ body })).failure()).code).toBe('soap_fault')
    const bare = `<Envelope xmlns="${NAMESPACES['1.1']}"><Body><Fault><faultstring xmlns="">x</faultstring></Fault></Body></Envelope>`
    expect((await (await tool({ body: bare })).failure()).message).toBe('x')
  })

  it('is none when its namespace is another', async () => {
    const body = envelope('<Fault xmlns="urn:mine"><a>1</a></Fault>')
    expect((await (await tool({ body })).attempt()).value).toEqual({ a: '1' })
  })

  it('of 1.2 has its code and its English reason', async () => {
    const failure = await (await tool({ status: 500, body: envelope(FAULT_12, { version: '1.2' }) })).failure()
    expect(failure.details).toEqual({ code: 's:Sender', string: 'No', detail: null })
  })

  it('is worth another attempt when it blames the server', async () => {
    expect((await (await tool({ status: 500, body: envelope(FAULT_11) })).failure()).retryable).toBe(true)
    const client = FAULT_11.replace('s:Server', 's:Client')
    expect((await (await tool({ status: 500, body: envelope(client) })).failure()).retryable).toBe(false)
  })

  it.each([200, 500])('is data with `on_soap_fault: data`, with the status %i', async status => {
    const made = await tool({ status, body: envelope(FAULT_11) }, { properties: 'on_soap_fault: data' })
    expect((await made.attempt()).value).toEqual({
      fault: { code: 's:Server', string: 'Out of order', detail: { e: { n: '7' } } },
    })
  })

  it.each(['<h1>down</h1>', '', envelope('<r/>')])('is not what another failed answer is: %j', async body => {
    expect(await (await tool({ status: 503, body })).failure()).toMatchObject({ code: 'http_503', retryable: true })
  })
})
