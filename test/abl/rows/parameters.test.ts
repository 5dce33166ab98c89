import { expect, it } from 'vitest'
import { inputSchema } from '../../../src/abl/index.ts'
import { abl, codes, parameterOf, parse, places, toolOf } from '../../helpers/abl.ts'

it('tells the model what a parameter is', () => {
  const { parameters } = toolOf(abl`
    TOOLS:
      pay(amount: number) -> object
        parameters:
          amount:
            description: "In the currency of the account"
  `)
  expect(inputSchema(parameters).properties?.amount).toEqual({
    type: 'number',
    description: 'In the currency of the account',
  })
})

it('lets `required` overrule the signature', () => {
  const source = abl`
    TOOLS:
      pay(amount: number, note: string = "none") -> object
        parameters:
          amount:
            required: false
          note:
            required: true
  `
  expect(inputSchema(toolOf(source).parameters).required).toEqual(['note'])
})

it('lets the default of the block win over that of the signature', () => {
  const source = abl`
    TOOLS:
      pay(currency: string = "USD", amount: number) -> object
        parameters:
          currency:
            default: EUR
          amount:
            default: 10
  `
  expect(parameterOf(source, 'currency').default).toBe('EUR')
  expect(parameterOf(source, 'amount')).toMatchObject({ default: 10, required: false })
})

it('reads a default by the type of its parameter', () => {
  const source = abl`
    TOOLS:
      f(code: string, tags: string[], extra: object) -> object
        parameters:
          code:
            default: 10
          tags:
            default:
              - a
              - "b, c"
          extra:
            default:
              deep:
                on: true
  `
  expect(toolOf(source).parameters.map(parameter => parameter.default)).toEqual([
    '10',
    ['a', 'b, c'],
    { deep: { on: true } },
  ])
  const { diagnostics } = parse(source.replace('default: 10', 'default: [1]').replace('- a', '- 1'))
  expect(codes(diagnostics)).toEqual(['ABL2005'])
})

it('takes a value from the source that is named', () => {
  const { parameters } = toolOf(abl`
    TOOLS:
      f(a: string, b: string, c: string, d: string, e: number, g: string, h: string) -> object
        parameters:
          a:
            source: system
            value: session.customer_id
          b:
            source: runtime
            value: session_id
          c:
            source: config
            value: REGION
          d:
            source: auth
            value: claims.department
          e:
            source: expr
            value: "LENGTH(a) * 100"
          g:
            source: lookup
            table: countries
            key: a
          h:
            source: model
  `)
  expect(parameters.map(parameter => parameter.source)).toEqual([
    { kind: 'system', value: 'session.customer_id' },
    { kind: 'runtime', value: 'session_id' },
    { kind: 'config', name: 'REGION' },
    { kind: 'auth', value: 'claims.department' },
    { kind: 'expr', value: 'LENGTH(a) * 100' },
    { kind: 'lookup', table: 'countries', key: 'a' },
    { kind: 'model' },
  ])
  expect(Object.keys(inputSchema(parameters).properties ?? {})).toEqual(['h'])
})

it('shows a parameter with `source: model` to the model', () => {
  const { parameters } = toolOf(abl`
    TOOLS:
      f(a: string) -> object
        parameters:
          a:
            source: model
            description: "shown"
  `)
  expect(parameters[0]?.source).toEqual({ kind: 'model' })
  expect(inputSchema(parameters)).toMatchObject({ required: ['a'], properties: { a: { description: 'shown' } } })
})

it('takes a config variable by `key` as well', () => {
  const source = abl`
    TOOLS:
      f(a: string) -> object
        parameters:
          a:
            source: config
            key: REGION
  `
  expect(parameterOf(source, 'a').source).toEqual({ kind: 'config', name: 'REGION' })
})

it('reads a lookup with its table, key and column', () => {
  const source = abl`
    TOOLS:
      f(country: string, rate: number) -> object
        parameters:
          rate:
            source: lookup
            table: tax_rates
            key: UPPER(country)
            value: percent
  `
  expect(parameterOf(source, 'rate').source).toEqual({
    kind: 'lookup',
    table: 'tax_rates',
    key: 'UPPER(country)',
    value: 'percent',
  })
})

it('reads the short form of a lookup', () => {
  const source = abl`
    TOOLS:
      f(country: string, rate: number) -> object
        parameters:
          rate:
            source: lookup(tax_rates)
            key: country
  `
  expect(parameterOf(source, 'rate').source).toEqual({ kind: 'lookup', table: 'tax_rates', key: 'country' })
})

it.each(['system', 'runtime', 'config', 'auth', 'expr'])('asks for `value` with source %s', source => {
  const { diagnostics } = parse(abl`
    TOOLS:
      f(a: string) -> object
        parameters:
          a:
            source: ${source}
  `)
  expect(diagnostics).toMatchObject([{ code: 'ABL2012', severity: 'error', message: '`value` is missing in `a`.' }])
})

it('asks for `table` and `key` with a lookup', () => {
  const { diagnostics } = parse(abl`
    TOOLS:
      f(a: string) -> object
        parameters:
          a:
            source: lookup
  `)
  expect(diagnostics.map(({ message }) => message)).toEqual(['`table` is missing in `a`.', '`key` is missing in `a`.'])
})

it('warns about keys that have no meaning with the source', () => {
  const { diagnostics, tools } = parse(abl`
    TOOLS:
      f(a: string) -> object
        parameters:
          a:
            source: expr
            value: 1
            table: t
            key: k
      g(a: string) -> object
        parameters:
          a:
            value: session.x
  `)
  expect(places(diagnostics)).toEqual(['ABL3009 7:9', 'ABL3009 8:9', 'ABL3009 12:9'])
  expect(diagnostics.every(({ severity }) => severity === 'warning')).toBe(true)
  expect(tools).toHaveLength(2)
})

it('refuses a source and a runtime fact that do not exist', () => {
  const { diagnostics } = parse(abl`
    TOOLS:
      f(a: string, b: string) -> object
        parameters:
          a:
            source: sytem
            value: session.x
          b:
            source: runtime
            value: session
  `)
  expect(diagnostics).toMatchObject([
    { code: 'ABL2011', hint: 'did you mean `system`?' },
    { code: 'ABL2011', message: expect.stringContaining('session_id, agent, user_id, now, call_id') },
  ])
})

it('hides a parameter from the model', () => {
  const source = abl`
    TOOLS:
      f(shown: string, secret: string = "x") -> object
        parameters:
          secret:
            hidden: true
  `
  expect(Object.keys(inputSchema(toolOf(source).parameters).properties ?? {})).toEqual(['shown'])
  expect(parameterOf(source, 'secret').default).toBe('x')
})

it('controls finely who sees a value', () => {
  const source = abl`
    TOOLS:
      f(a: string = "1", b: string = "2") -> object
        parameters:
          a:
            visibility: {model: true, trace: false}
          b:
            visibility:
              model: false
  `
  expect(parameterOf(source, 'a').visibility).toEqual({ model: true, trace: false })
  expect(parameterOf(source, 'b').visibility).toEqual({ model: false, trace: true })
  expect(Object.keys(inputSchema(toolOf(source).parameters).properties ?? {})).toEqual(['a'])
})

it('gives the same schema for `properties` as for the short form', () => {
  const long = abl`
    TOOLS:
      f(customer: object) -> object
        parameters:
          customer:
            properties:
              name: string
              address:
                city: string
  `
  const short = abl`
    TOOLS:
      f(customer: object) -> object
        parameters:
          customer:
            name: string
            address: {city: string}
  `
  expect(inputSchema(toolOf(long).parameters)).toEqual(inputSchema(toolOf(short).parameters))
})

it('describes fields one by one', () => {
  const { parameters } = toolOf(abl`
    TOOLS:
      f(customer: object) -> object
        parameters:
          customer:
            description: "Who pays"
            properties:
              name: {type: string, description: "Full name"}
              level:
                type: enum<[basic, gold]>
                required: false
                default: basic
              orders:
                type: object[]
                items:
                  id: string
  `)
  expect(inputSchema(parameters).properties?.customer).toEqual({
    type: 'object',
    description: 'Who pays',
    properties: {
      name: { type: 'string', description: 'Full name' },
      level: { type: 'string', enum: ['basic', 'gold'], default: 'basic' },
      orders: { type: 'array', items: { type: 'object', properties: { id: { type: 'string' } }, required: ['id'] } },
    },
    required: ['name', 'orders'],
  })
})

it('gives the same schema for `items` as for the short form', () => {
  const { parameters } = toolOf(abl`
    TOOLS:
      f(lines: object[]) -> object
        parameters:
          lines:
            items:
              product_id: string
  `)
  expect(inputSchema(parameters).properties?.lines).toEqual({
    type: 'array',
    items: { type: 'object', properties: { product_id: { type: 'string' } }, required: ['product_id'] },
  })
})

it('refuses a block for a parameter that the signature does not have', () => {
  const { diagnostics } = parse(abl`
    TOOLS:
      f(amount: number) -> object
        parameters:
          amuont:
            description: "x"
  `)
  expect(diagnostics).toMatchObject([
    { code: 'ABL2010', hint: 'did you mean `amount`?', range: { start: { line: 4, column: 7 } } },
  ])
})

it.each([
  ['properties', 'string', '{a: string}'],
  ['items', 'object', '{a: string}'],
  ['properties', '{b: string}', '{a: string}'],
])('refuses `%s` for a parameter of type %s', (key, type, value) => {
  const { diagnostics } = parse(abl`
    TOOLS:
      f(a: ${type}) -> object
        parameters:
          a:
            description: "x"
            ${key}: ${value}
  `)
  expect(codes(diagnostics)).toEqual(['ABL3009'])
})

it('knows the keys of enrichment', () => {
  const { diagnostics } = parse(abl`
    TOOLS:
      f(a: string) -> object
        parameters:
          a:
            descripton: "x"
            description: "y"
            description: "z"
            hidden: maybe
  `)
  expect(places(diagnostics)).toEqual(['ABL2007 5:9', 'ABL2004 7:9', 'ABL2011 8:17'])
  expect(diagnostics[0]?.hint).toBe('did you mean `description`?')
})
