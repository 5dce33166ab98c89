import { expect, it } from 'vitest'
import { inputSchema } from '../../../src/abl/index.ts'
import { abl, codes, parameterOf, parse, places, toolOf } from '../../helpers/abl.ts'

it('keeps the name and warns about one that is not snake_case', () => {
  const { tools, diagnostics } = parse(abl`
    TOOLS:
      find_hotels() -> object
      SearchHotels() -> object
  `)
  expect(tools.map(tool => tool.name)).toEqual(['find_hotels', 'SearchHotels'])
  expect(diagnostics).toMatchObject([{ code: 'ABL2003', hint: 'write `search_hotels`' }])
})

it('refuses a name with a hyphen, a name that is too long, and a name given twice', () => {
  const { diagnostics } = parse(abl`
    TOOLS:
      my-tool() -> object
      ${'a'.repeat(65)}() -> object
      twice() -> object
      twice() -> object
  `)
  expect(places(diagnostics)).toEqual(['ABL2001 2:5', 'ABL2001 3:3', 'ABL2004 5:3'])
})

it('makes the input schema of the parameters', () => {
  const schema = inputSchema(
    toolOf(abl`
      TOOLS:
        f(city: string, nights: number) -> object
    `).parameters,
  )
  expect(schema).toEqual({
    type: 'object',
    properties: { city: { type: 'string' }, nights: { type: 'number' } },
    required: ['city', 'nights'],
  })
})

it('gives a tool without parameters an empty object schema', () => {
  const { parameters } = toolOf(abl`
    TOOLS:
      f() -> object
  `)
  expect(inputSchema(parameters)).toEqual({ type: 'object', properties: {}, required: [] })
})

it('makes a parameter with a default optional', () => {
  const source = abl`
    TOOLS:
      reviews(hotel_id: string, limit: number = 10) -> object
  `
  expect(parameterOf(source, 'limit')).toMatchObject({ required: false, default: 10 })
  expect(inputSchema(toolOf(source).parameters)).toMatchObject({
    required: ['hotel_id'],
    properties: { limit: { default: 10 } },
  })
})

it('takes a question mark for optional without a default', () => {
  const source = abl`
    TOOLS:
      reviews(hotel_id: string, limit?: number) -> object
  `
  expect(parameterOf(source, 'limit').required).toBe(false)
  expect(parameterOf(source, 'limit')).not.toHaveProperty('default')
})

it.each([
  ['number = "x"', 'ABL2005'],
  ['string = 5', 'ABL2005'],
  ['boolean = maybe', 'ABL2005'],
  ['date = "2026-02-30"', 'ABL2005'],
  ['date = "2026-3-1"', 'ABL2005'],
  ['datetime = "2026-03-01"', 'ABL2005'],
  ['string[] = "a"', 'ABL2005'],
  ['number[] = [1, "b"]', 'ABL2005'],
  ['object = []', 'ABL2005'],
  ['enum<[a, b]> = "c"', 'ABL2005'],
  ['union<[number, boolean]> = "c"', 'ABL2005'],
  ['string = plain', 'ABL2006'],
])('reports the default of %s as %s', (parameter, code) => {
  const { diagnostics } = parse(abl`
    TOOLS:
      f(a: ${parameter}) -> object
  `)
  expect(codes(diagnostics)).toEqual([code])
})

it.each([
  ['number = -2.5', -2.5],
  ['boolean = false', false],
  ['date = "2024-02-29"', '2024-02-29'],
  ['datetime = "2026-03-01T10:00:00Z"', '2026-03-01T10:00:00Z'],
  ['string[] = ["a", "b",]', ['a', 'b']],
  ['object = {a: 1, b: [true]}', { a: 1, b: [true] }],
  ['enum<[a, b]> = "b"', 'b'],
  ['nullable<string> = null', null],
  ['union<[number, boolean]> = true', true],
  ["string = 'it''s'", "it's"],
  ['any = null', null],
])('reads the default of %s', (parameter, value) => {
  const source = abl`
    TOOLS:
      f(a: ${parameter}) -> object
  `
  expect(parameterOf(source, 'a').default).toEqual(value)
})

it('knows the simple types of parameters', () => {
  const { parameters } = toolOf(abl`
    TOOLS:
      f(name: string, age: number, member: boolean, born: date, seen: datetime, extra: object, free: any) -> object
  `)
  expect(parameters.map(({ type }) => type.kind)).toEqual([
    'string',
    'number',
    'boolean',
    'date',
    'datetime',
    'object',
    'any',
  ])
  expect(inputSchema(parameters).properties).toEqual({
    name: { type: 'string' },
    age: { type: 'number' },
    member: { type: 'boolean' },
    born: { type: 'string', format: 'date' },
    seen: { type: 'string', format: 'date-time' },
    extra: { type: 'object' },
    free: {},
  })
})

it('describes an object parameter by the fields of its block', () => {
  const { parameters } = toolOf(abl`
    TOOLS:
      create_order(customer: object) -> {order_id: string}
        parameters:
          customer:
            name: string
            email?: string
  `)
  expect(inputSchema(parameters).properties).toEqual({
    customer: {
      type: 'object',
      properties: { name: { type: 'string' }, email: { type: 'string' } },
      required: ['name'],
    },
  })
})

it('makes an array of any type, in any number of dimensions', () => {
  const { parameters } = toolOf(abl`
    TOOLS:
      f(ids: string[], grid: number[][], mixed: array) -> object
  `)
  expect(inputSchema(parameters).properties).toEqual({
    ids: { type: 'array', items: { type: 'string' } },
    grid: { type: 'array', items: { type: 'array', items: { type: 'number' } } },
    mixed: { type: 'array', items: {} },
  })
})

it('describes the items of an array by the fields of its block', () => {
  const { parameters } = toolOf(abl`
    TOOLS:
      create_order(items: object[]) -> {order_id: string}
        parameters:
          items:
            product_id: string
            quantity: number
  `)
  expect(inputSchema(parameters).properties?.items).toMatchObject({
    type: 'array',
    items: { properties: { product_id: { type: 'string' }, quantity: { type: 'number' } } },
  })
})

it('keeps a simple return type', () => {
  const { returns } = toolOf(abl`
    TOOLS:
      f() -> string
  `)
  expect(returns).toEqual({ kind: 'string' })
})

it('promises nothing without an arrow', () => {
  expect(
    toolOf(abl`
      TOOLS:
        f()
    `),
  ).not.toHaveProperty('returns')
})

it('keeps the fields of a returned object', () => {
  const { returns } = toolOf(abl`
    TOOLS:
      f() -> {id: string, price: number}
  `)
  expect(returns).toEqual({
    kind: 'object',
    fields: [
      { name: 'id', type: { kind: 'string' }, optional: false },
      { name: 'price', type: { kind: 'number' }, optional: false },
    ],
  })
})

it('keeps the name of a type that nothing declares', () => {
  const { returns } = toolOf(abl`
    TOOLS:
      f() -> Hotel[]
  `)
  expect(returns).toEqual({ kind: 'array', items: { kind: 'named', name: 'Hotel' } })
})

it('keeps objects inside objects', () => {
  const { returns } = toolOf(abl`
    TOOLS:
      f() -> {user: {name: string, home: {city: string}}}
  `)
  expect(returns).toMatchObject({
    fields: [{ type: { fields: [{ name: 'name' }, { name: 'home', type: { fields: [{ name: 'city' }] } }] } }],
  })
})

it('knows optional fields of a result', () => {
  const { returns } = toolOf(abl`
    TOOLS:
      f() -> {ok: boolean, error?: string}
  `)
  expect(returns).toMatchObject({ fields: [{ optional: false }, { name: 'error', optional: true }] })
})

it('keeps arrays of objects, also inside an object', () => {
  const { returns } = toolOf(abl`
    TOOLS:
      f() -> {hotels: {id: string, name: string, price: number, rating: number}[], total: number}
  `)
  expect(returns).toMatchObject({
    fields: [
      { name: 'hotels', type: { kind: 'array', items: { fields: { length: 4 } } } },
      { name: 'total', type: { kind: 'number' } },
    ],
  })
})

it('reads the generic types', () => {
  const { parameters } = toolOf(abl`
    TOOLS:
      f(a: array<number>, b: enum<[low, "very high"]>, c: union<[string, number]>, d: nullable<date>, e: object<{x: string}>) -> object
  `)
  expect(inputSchema(parameters).properties).toEqual({
    a: { type: 'array', items: { type: 'number' } },
    b: { type: 'string', enum: ['low', 'very high'] },
    c: { anyOf: [{ type: 'string' }, { type: 'number' }] },
    d: { anyOf: [{ type: 'string', format: 'date' }, { type: 'null' }] },
    e: { type: 'object', properties: { x: { type: 'string' } }, required: ['x'] },
  })
})

it.each([
  ['f(a: map<string>)', 'ABL2002 2:8'],
  ['f(a: )', 'ABL2002 2:8'],
  ['f(a: string[)', 'ABL1004 2:14'],
  ['f(a: enum<a>)', 'ABL2002 2:13'],
  ['f(a: enum<[]>)', 'ABL2002 2:15'],
  ['f(a: {x: string, x: number})', 'ABL2004 2:20'],
  ['f(a: string, a: number)', 'ABL2004 2:16'],
  ['f(a: {x string})', 'ABL2001 2:11'],
  ['f(a: string) string', 'ABL2001 2:16'],
  ['f -> string', 'ABL2001 2:5'],
  ['f(a: string b: string)', 'ABL2001 2:15'],
  ['f(__proto__: string)', 'ABL2001 2:5'],
  ['constructor()', 'ABL2001 2:3'],
  ['f(a: string = "x)', 'ABL1003 2:17'],
  ['f(a: string = "\\d")', 'ABL1012 2:18'],
  ['f(userId: string)', 'ABL2003 2:5'],
])('reports %s as %s', (signature, place) => {
  const { diagnostics } = parse(abl`
    TOOLS:
      ${signature}
  `)
  expect(places(diagnostics)).toEqual([place])
})
