import { expect, it } from 'vitest'
import { abl, bindingOf, check, parse, places } from '../../helpers/abl.ts'

it('reads every property of a request variant', () => {
  const { variants } = bindingOf(
    abl`
      TOOLS:
        submit(order: object, region: string) -> {ref: string}
          type: http
          endpoint: "https://api.example.com/us"
          method: POST
          request_variants:
            - name: eu
              when: region == "EU"
              endpoint: "https://api.eu.example.com/submit"
              method: put
              headers:
                X-Region: eu
              query_params:
                dry: "1"
              body_type: text
              body_template: "{{order}}"
            - name: rest
              default: true
    `,
    'http',
  )
  expect(variants).toEqual([
    {
      name: 'eu',
      when: 'region == "EU"',
      default: false,
      endpoint: 'https://api.eu.example.com/submit',
      method: 'PUT',
      headers: [{ name: 'X-Region', value: 'eu' }],
      queryParams: [{ name: 'dry', value: '1' }],
      bodyType: 'text',
      bodyTemplate: '{{order}}',
    },
    { name: 'rest', default: true, headers: [] },
  ])
})

it('tells a variant without query parameters from one with none', () => {
  const { variants } = bindingOf(
    abl`
      TOOLS:
        f(a: string) -> object
          type: http
          endpoint: "/x"
          method: GET
          request_variants:
            - when: a == "1"
            - when: a == "2"
              query_params: {}
    `,
    'http',
  )
  expect(variants.map(variant => variant.queryParams)).toEqual([undefined, []])
})

it('checks what variants are chosen by and called', () => {
  const { diagnostics } = check(abl`
    TOOLS:
      f(a: string) -> object
        description: "x"
        type: http
        endpoint: "https://h/x"
        method: GET
        request_variants:
          - name: one
            when: a == "1"
          - name: one
            default: true
            when: a == "2"
          - name: two
          - name: three
            when: a == "3"
            body: "b"
          - name: four
            when: a == "4"
            endpoint: "/y/{b}"
          - name: five
            default: true
  `)
  expect(places(diagnostics)).toEqual([
    'ABL2004 10:9',
    'ABL3009 12:9',
    'ABL2012 13:9',
    'ABL3009 14:9',
    'ABL3005 19:9',
    'ABL3004 19:23',
    'ABL3009 21:9',
  ])
})

it('says what a variant does not know', () => {
  const { diagnostics } = parse(abl`
    TOOLS:
      f(a: string) -> object
        type: http
        endpoint: "/x"
        method: GET
        request_variants:
          - whn: a
            default: true
            body_schema: x
  `)
  expect(places(diagnostics)).toEqual(['ABL2007 7:9', 'ABL2009 9:9'])
  expect(diagnostics[0]).toMatchObject({
    message: '`whn` is no property of `request_variants`.',
    hint: 'did you mean `when`?',
  })
})

it('reads the properties of SOAP', () => {
  const source = abl`
    TOOLS:
      look_up(number: string) -> {status: string}
        description: "x"
        type: http
        endpoint: "https://legacy.example.com/Policies"
        method: POST
        protocol: soap
        soap_version: "1.2"
        soap_action: "urn:Policies#find"
        on_soap_fault: data       # error | data
  `
  expect(bindingOf(source, 'http')).toMatchObject({
    protocol: 'soap',
    soapVersion: '1.2',
    soapAction: 'urn:Policies#find',
    onSoapFault: 'data',
  })
  expect(check(source).diagnostics).toEqual([])
})

it('sends SOAP 1.1 and fails on faults unless told otherwise', () => {
  const source = abl`
    TOOLS:
      f() -> object
        type: http
        endpoint: "/x"
        method: POST
        protocol: soap
  `
  expect(bindingOf(source, 'http')).toMatchObject({ protocol: 'soap', soapVersion: '1.1', onSoapFault: 'error' })
})

it('refuses SOAP by another method than POST', () => {
  const { diagnostics } = check(abl`
    TOOLS:
      f() -> object
        description: "x"
        type: http
        endpoint: "https://h/x"
        method: PUT
        protocol: soap
  `)
  expect(diagnostics).toMatchObject([{ code: 'ABL3009', message: 'SOAP is sent by POST, not PUT.' }])
})

it('warns about SOAP properties without the protocol', () => {
  const { diagnostics } = check(abl`
    TOOLS:
      f() -> object
        description: "x"
        type: http
        endpoint: "https://h/x"
        method: POST
        soap_action: "urn:x"
  `)
  expect(diagnostics).toMatchObject([{ code: 'ABL3009', severity: 'warning' }])
})
