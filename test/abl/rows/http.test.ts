import { expect, it } from 'vitest'
import { pathParameters } from '../../../src/abl/index.ts'
import { abl, bindingOf, check, codes, parse, places } from '../../helpers/abl.ts'

it('reads every property of an http tool', () => {
  const binding = bindingOf(
    abl`
      TOOLS:
        search(q: string) -> object
          type: http
          endpoint: "https://api.example.com/v1/search"
          method: post
          auth: bearer
          timeout: 10000
          retry: 3
          retry_delay: 1000
          headers:
            X-Api-Version: "2024-01"
            Accept: application/json
          query_params:
            z: "{{q}}"
            a: 1
          body_type: form
          body_template: "q={{q}}"
          rate_limit: 2.5
          circuit_breaker: {threshold: 5, resetMs: 30000}
    `,
    'http',
  )
  expect(binding).toEqual({
    type: 'http',
    endpoint: 'https://api.example.com/v1/search',
    method: 'POST',
    auth: 'bearer',
    authJit: false,
    connection: 'shared',
    timeout: 10_000,
    retry: 3,
    retryDelay: 1_000,
    headers: [
      { name: 'X-Api-Version', value: '2024-01' },
      { name: 'Accept', value: 'application/json' },
    ],
    queryParams: [
      { name: 'z', value: '{{q}}' },
      { name: 'a', value: '1' },
    ],
    bodyType: 'form',
    bodyTemplate: 'q={{q}}',
    rateLimit: 2.5,
    circuitBreaker: { threshold: 5, resetMs: 30_000 },
    variants: [],
    protocol: 'rest',
    soapVersion: '1.1',
    onSoapFault: 'error',
  })
})

it('asks for `endpoint` and `method`', () => {
  const { diagnostics } = parse(abl`
    TOOLS:
      f() -> object
        type: http
  `)
  expect(diagnostics).toMatchObject([
    { code: 'ABL2012', message: '`endpoint` is missing.', range: { start: { line: 2, column: 3 } } },
    { code: 'ABL2012', message: '`method` is missing.' },
  ])
})

it('refuses a method that is not among the five', () => {
  const { diagnostics } = parse(abl`
    TOOLS:
      f() -> object
        type: http
        endpoint: "/x"
        method: HEAD
  `)
  expect(diagnostics).toMatchObject([
    { code: 'ABL2011', message: '`method` must be one of GET, POST, PUT, PATCH, DELETE, not `HEAD`.' },
  ])
})

it('takes `body` for `body_template`, but not both', () => {
  const source = abl`
    TOOLS:
      f() -> object
        type: http
        endpoint: "https://h/x"
        method: POST
        body: "a"
  `
  expect(bindingOf(source, 'http').bodyTemplate).toBe('a')
  const both = source.replace('body: "a"', 'body: "a"\n    body_template: "b"')
  expect(places(parse(both).diagnostics)).toEqual(['ABL3009 7:5'])
})

it('refuses a body on GET', () => {
  const { diagnostics } = check(abl`
    TOOLS:
      f() -> object
        description: "x"
        type: http
        endpoint: "https://h/x"
        method: GET
        body_template: "a"
  `)
  expect(diagnostics).toMatchObject([{ code: 'ABL3009', message: 'A GET request has no body.' }])
})

it.each([
  ['xml', '', ['ABL2012']],
  ['text', '', ['ABL2012']],
  ['text', 'note: string', []],
  ['text', 'note: string, other: string', ['ABL2012']],
  ['json', '', []],
  ['form', '', []],
])('checks `body_type: %s` without a template and with parameters (%s)', (type, parameters, expected) => {
  const { diagnostics } = check(abl`
    TOOLS:
      f(${parameters}) -> object
        description: "x"
        type: http
        endpoint: "https://h/x"
        method: POST
        body_type: ${type}
  `)
  expect(codes(diagnostics)).toEqual(expected)
})

it('keeps query parameters in order, and repeated ones in the list form', () => {
  const source = abl`
    TOOLS:
      f(q: string) -> object
        type: http
        endpoint: "/x"
        method: GET
        query_params:
          - key: tag
            value: "{{q}}"
          - {key: tag, value: b}
  `
  expect(bindingOf(source, 'http').queryParams).toEqual([
    { name: 'tag', value: '{{q}}' },
    { name: 'tag', value: 'b' },
  ])
})

it('reads a retry policy, and warns when `retry` stands beside it', () => {
  const source = abl`
    TOOLS:
      f() -> object
        description: "x"
        type: http
        endpoint: "https://h/x"
        method: GET
        retry_policy:
          strategy: exponential
          max_retries: 4
          initial_delay_ms: 100
          multiplier: 2
          max_delay_ms: 2000
          jitter: true
  `
  expect(bindingOf(source, 'http').retryPolicy).toEqual({
    strategy: 'exponential',
    maxRetries: 4,
    initialDelayMs: 100,
    multiplier: 2,
    maxDelayMs: 2_000,
    jitter: true,
  })
  const { diagnostics } = check(source.replace('retry_policy:', 'retry: 1\n    retry_policy:'))
  expect(diagnostics).toMatchObject([
    { code: 'ABL3009', severity: 'warning', message: expect.stringContaining('`retry`') },
  ])
})

it('refuses two headers that differ in case only, and a name that no header has', () => {
  const { diagnostics } = parse(abl`
    TOOLS:
      f() -> object
        type: http
        endpoint: "/x"
        method: GET
        headers:
          X-A: "1"
          x-a: "2"
          "b c": "3"
  `)
  expect(places(diagnostics)).toEqual(['ABL2004 8:7', 'ABL2011 9:7'])
})

it('refuses a circuit breaker without one of its two numbers', () => {
  const { diagnostics } = parse(abl`
    TOOLS:
      f() -> object
        type: http
        endpoint: "/x"
        method: GET
        circuit_breaker:
          threshold: 0
  `)
  expect(diagnostics).toMatchObject([
    { code: 'ABL2012', message: '`resetMs` is missing in `circuit_breaker`.' },
    { code: 'ABL2011', message: '`threshold` must be a whole number of at least 1, not `0`.' },
  ])
})

it('finds the path parameters of an endpoint', () => {
  const { endpoint } = bindingOf(
    abl`
      TOOLS:
        get_hotel(hotel_id: string) -> Hotel
          type: http
          endpoint: "/hotels/{hotel_id}/rooms"
          method: GET
    `,
    'http',
  )
  expect(pathParameters(endpoint)).toEqual(['hotel_id'])
})

it.each([
  ['/hotels/{hotel}', 'ABL3004 6:24'],
  ['https://{hotel_id}.example.com/x', 'ABL3004 6:5'],
  ['https://{{hotel_id}}/x', 'ABL3004 6:5'],
  ['https://{{session.host}}/x', 'ABL3004 6:5'],
  ['ftp://h/x', 'ABL3004 6:5'],
  ['javascript:alert(1)', 'ABL3004 6:5'],
  ['//h/x', 'ABL3004 6:5'],
  ['/a/{b c}', 'ABL3004 6:5'],
  ['/a/{{#if hotel_id}}x{{/if}}', 'ABL3004 6:5'],
])('refuses the endpoint %s', (endpoint, place) => {
  const { diagnostics } = check(abl`
    TOOLS:
      base_url: "https://h"
      f(hotel_id: string) -> object
        description: "x"
        type: http
        endpoint: "${endpoint}"
        method: GET
  `)
  expect(places(diagnostics)).toEqual([place])
})

it('warns about a relative endpoint without any base', () => {
  const source = abl`
    TOOLS:
      f() -> object
        description: "x"
        type: http
        endpoint: "/x"
        method: GET
  `
  expect(check(source).diagnostics).toMatchObject([{ code: 'ABL3005', severity: 'warning' }])
  expect(check(source, { known: { baseUrl: true } }).diagnostics).toEqual([])
})

it.each([
  ['body_mode: auto', 'ABL2009'],
  ['wsdl_operation: find', 'ABL2009'],
  ['scrub_secrets: true', 'ABL2009'],
  ['memory_mb: 5', 'ABL2008'],
  ['metod: GET', 'ABL2007'],
])('says what the property `%s` is', (property, code) => {
  const { diagnostics, tools } = parse(abl`
    TOOLS:
      f() -> object
        type: http
        endpoint: "/x"
        method: GET
        ${property}
  `)
  expect(diagnostics).toMatchObject([{ code, severity: 'warning' }])
  expect(tools).toHaveLength(1)
})

it('takes an unknown property for an error when it is strict', () => {
  const source = abl`
    TOOLS:
      f() -> object
        description: "x"
        descriptoin: "y"
  `
  expect(check(source).diagnostics).toMatchObject([
    { code: 'ABL2007', severity: 'warning', hint: 'did you mean `description`?' },
  ])
  const strict = check(source, { strict: true })
  expect(strict.diagnostics).toMatchObject([{ code: 'ABL2007', severity: 'error' }])
  expect(strict.tools).toEqual([])
})

it('knows the binding of a newer language without complaining about its properties', () => {
  const { diagnostics } = parse(abl`
    TOOLS:
      f() -> object
        type: table
        table: orders
        scope: project
  `)
  expect(diagnostics).toMatchObject([
    { code: 'ABL2009', severity: 'warning', range: { start: { line: 3, column: 11 } } },
  ])
})
