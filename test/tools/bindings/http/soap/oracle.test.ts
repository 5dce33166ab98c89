import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type IServerOptions, listen } from 'soap'
import { afterAll, describe, expect, it } from 'vitest'
import { abl } from '../../../../helpers/abl.ts'
import { httpTool } from '../../../../helpers/http-tool.ts'

/** A document-literal service, as the library that is the other side here wants it. */
function wsdl(version: '1.1' | '1.2'): string {
  const soap = version === '1.1' ? 'http://schemas.xmlsoap.org/wsdl/soap/' : 'http://schemas.xmlsoap.org/wsdl/soap12/'
  return `<?xml version="1.0"?>
<definitions name="Policies" targetNamespace="urn:PolicyService" xmlns="http://schemas.xmlsoap.org/wsdl/"
  xmlns:tns="urn:PolicyService" xmlns:soap="${soap}" xmlns:xsd="http://www.w3.org/2001/XMLSchema">
  <types><xsd:schema targetNamespace="urn:PolicyService" elementFormDefault="qualified">
    <xsd:element name="lookupPolicy"><xsd:complexType><xsd:sequence>
      <xsd:element name="policy_number" type="xsd:string"/>
      <xsd:element name="amount" type="xsd:double" minOccurs="0"/>
      <xsd:element name="tag" type="xsd:string" minOccurs="0" maxOccurs="unbounded"/>
      <xsd:element name="person" minOccurs="0"><xsd:complexType><xsd:sequence>
        <xsd:element name="name" type="xsd:string"/><xsd:element name="age" type="xsd:int"/>
      </xsd:sequence></xsd:complexType></xsd:element>
    </xsd:sequence></xsd:complexType></xsd:element>
    <xsd:element name="lookupPolicyResponse"><xsd:complexType><xsd:sequence>
      <xsd:element name="status" type="xsd:string"/>
      <xsd:element name="holder" type="xsd:string"/>
      <xsd:element name="premium" type="xsd:double" minOccurs="0"/>
      <xsd:element name="claim" type="xsd:string" minOccurs="0" maxOccurs="unbounded"/>
    </xsd:sequence></xsd:complexType></xsd:element>
  </xsd:schema></types>
  <message name="In"><part name="parameters" element="tns:lookupPolicy"/></message>
  <message name="Out"><part name="parameters" element="tns:lookupPolicyResponse"/></message>
  <portType name="Port"><operation name="lookupPolicy"><input message="tns:In"/><output message="tns:Out"/></operation></portType>
  <binding name="Binding" type="tns:Port">
    <soap:binding style="document" transport="http://schemas.xmlsoap.org/soap/http"/>
    <operation name="lookupPolicy"><soap:operation soapAction="urn:PolicyService#lookupPolicy"/>
      <input><soap:body use="literal"/></input><output><soap:body use="literal"/></output></operation>
  </binding>
  <service name="Policies"><port name="Port" binding="tns:Binding"><soap:address location="http://127.0.0.1/policies"/></port></service>
</definitions>`
}

interface Policies {
  url: string
  calls: unknown[]
}

async function policies(version: '1.1' | '1.2'): Promise<Policies> {
  const calls: unknown[] = []
  const server = createServer((_request, response) => response.writeHead(404).end())
  const lookupPolicy = (input: Record<string, unknown>) => {
    calls.push(input)
    if (input.policy_number === 'missing') throw faultOf(version)
    return { status: 'open & <fine>', holder: String(input.policy_number), premium: 12.5, claim: ['c1', 'c2'] }
  }
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const options: IServerOptions = {
    path: '/policies',
    services: { Policies: { Port: { lookupPolicy } } },
    xml: wsdl(version),
    forceSoap12Headers: version === '1.2',
  }
  await new Promise<void>((resolve, reject) =>
    listen(server, { ...options, callback: error => (error ? reject(error) : resolve()) }),
  )
  afterAll(() => {
    server.closeAllConnections()
    server.close()
  })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/policies`, calls }
}

function faultOf(version: '1.1' | '1.2'): unknown {
  if (version === '1.1') return { Fault: { faultcode: 'soap:Client', faultstring: 'No such policy', statusCode: 500 } }
  return { Fault: { Code: { Value: 'soap:Sender' }, Reason: { Text: 'No such policy' }, statusCode: 500 } }
}

function source(url: string, version: string, more = 'description: "x"'): string {
  return abl`
    TOOLS:
      lookup_policy(policy_number: string, amount?: number, tag?: string[], person?: object) -> {status: string, holder: string, premium: number, claim: string[]}
        type: http
        endpoint: "${url}"
        method: POST
        protocol: soap
        soap_version: "${version}"
        soap_action: "urn:PolicyService#lookupPolicy"
        ${more}
  `
}

describe.each(['1.1', '1.2'] as const)('another implementation of SOAP %s', version => {
  it('understands the request and is understood', async () => {
    const service = await policies(version)
    const tool = await httpTool(source(service.url, version))
    const input = { policy_number: 'P <1> & "2"', amount: 2.5, tag: ['a', 'ü'], person: { name: 'Ann', age: 40 } }
    const { value } = await tool.attempt(input)
    expect(service.calls).toEqual([input])
    expect(value).toEqual({ status: 'open & <fine>', holder: 'P <1> & "2"', premium: 12.5, claim: ['c1', 'c2'] })
  })

  it('refuses with a fault that is recognised', async () => {
    const service = await policies(version)
    const tool = await httpTool(source(service.url, version))
    expect(await tool.failure({ policy_number: 'missing' })).toMatchObject({
      code: 'soap_fault',
      message: 'No such policy',
      status: 500,
      details: { code: version === '1.1' ? 'soap:Client' : 'soap:Sender' },
    })
  })

  it('gives its fault as data where that is asked for', async () => {
    const service = await policies(version)
    const tool = await httpTool(source(service.url, version, 'on_soap_fault: data'))
    expect((await tool.attempt({ policy_number: 'missing' })).value).toMatchObject({
      fault: { string: 'No such policy' },
    })
  })

  it('accepts a Body that is written out', async () => {
    const service = await policies(version)
    const body = `body_template: '<p:lookupPolicy xmlns:p="urn:PolicyService"><p:policy_number>{{policy_number}}</p:policy_number></p:lookupPolicy>'`
    const tool = await httpTool(source(service.url, version, body))
    await tool.attempt({ policy_number: '<7>' })
    expect(service.calls).toEqual([{ policy_number: '<7>' }])
  })
})
