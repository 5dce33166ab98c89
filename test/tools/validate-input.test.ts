import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import type { JsonRecord, JsonSchema } from '../../src/core/json.ts'
import type { ArgumentProblem } from '../../src/core/tool.ts'
import { toJsonSchema } from '../../src/tools/standard-schema.ts'
import { schemaCompiler } from '../../src/tools/validate-input.ts'

const compiler = schemaCompiler()

function problemsOf(schema: JsonSchema, input: JsonRecord): ArgumentProblem[] {
  const prepared = compiler.compile(schema)(input)
  if (prepared.kind === 'ready') return []
  return prepared.outcome.kind === 'failed' ? (prepared.outcome.error.problems ?? []) : []
}

function readyInput(schema: JsonSchema, input: JsonRecord): unknown {
  const prepared = compiler.compile(schema)(input)
  return prepared.kind === 'ready' ? prepared.input : prepared
}

function object(properties: Record<string, JsonSchema>, more: JsonSchema = {}): JsonSchema {
  return { type: 'object', properties, ...more }
}

function reasonOf(schema: JsonSchema): string {
  try {
    compiler.compile(schema)
    return 'compiled'
  } catch (error) {
    return (error as Error).message
  }
}

describe('what does not fit', () => {
  const cases: [string, JsonSchema, JsonRecord, ArgumentProblem[]][] = [
    [
      'names a missing argument',
      object({ id: { type: 'string' } }, { required: ['id'] }),
      {},
      [{ path: 'id', expected: 'a value', received: 'nothing' }],
    ],
    [
      'names a missing argument inside another',
      object({ order: object({ id: {} }, { required: ['id'] }) }),
      { order: {} },
      [{ path: 'order.id', expected: 'a value', received: 'nothing' }],
    ],
    [
      'shows the type that came and its value',
      object({ amount: { type: 'number' } }),
      { amount: '12' },
      [{ path: 'amount', expected: 'number', received: 'string "12"' }],
    ],
    [
      'lists the types of a union',
      object({ note: { type: ['string', 'null'] } }),
      { note: 1 },
      [{ path: 'note', expected: 'string or null', received: 'number 1' }],
    ],
    [
      'lists the values of an enum',
      object({ size: { enum: ['s', 'm'] } }),
      { size: 'xl' },
      [{ path: 'size', expected: 'one of "s", "m"', received: 'string "xl"' }],
    ],
    [
      'shows a constant',
      object({ kind: { const: 'refund' } }),
      { kind: 'x' },
      [{ path: 'kind', expected: '"refund"', received: 'string "x"' }],
    ],
    [
      'shows the pattern',
      object({ id: { type: 'string', pattern: '^A-\\d+$' } }),
      { id: '1001' },
      [{ path: 'id', expected: 'text matching ^A-\\d+$', received: 'string "1001"' }],
    ],
    [
      'names the format',
      object({ mail: { type: 'string', format: 'email' } }),
      { mail: 'ann' },
      [{ path: 'mail', expected: 'text in the format email', received: 'string "ann"' }],
    ],
    [
      'names an argument that does not exist',
      object({}, { additionalProperties: false }),
      { colour: 'red' },
      [{ path: 'colour', expected: 'no such argument', received: 'string "red"' }],
    ],
    [
      'names an argument that nothing evaluated',
      object({}, { unevaluatedProperties: false }),
      { colour: null },
      [{ path: 'colour', expected: 'no such argument', received: 'null' }],
    ],
    [
      'shows the bound of a number',
      object({ count: { type: 'number', minimum: 1 } }),
      { count: 0 },
      [{ path: 'count', expected: '>= 1', received: 'number 0' }],
    ],
    [
      'shows the bound of a length',
      object({ name: { type: 'string', minLength: 2 } }),
      { name: 'x' },
      [{ path: 'name', expected: 'not fewer than 2 characters', received: 'string "x"' }],
    ],
    [
      'points into lists',
      object({ items: { type: 'array', items: { type: 'integer' } } }),
      { items: [1, 'two', 3] },
      [{ path: 'items.1', expected: 'integer', received: 'string "two"' }],
    ],
    [
      'finds the value of a name with dots and slashes',
      object({ 'a.b/c~d': { type: 'string' } }),
      { 'a.b/c~d': 7 },
      [{ path: 'a.b/c~d', expected: 'string', received: 'number 7' }],
    ],
    [
      'cuts a long value',
      object({ n: { type: 'number' } }),
      { n: 'x'.repeat(500) },
      [{ path: 'n', expected: 'number', received: `string "${'x'.repeat(76)}...` }],
    ],
  ]
  for (const [name, schema, input, problems] of cases) {
    it(name, () => expect(problemsOf(schema, input)).toEqual(problems))
  }

  it('lists every problem at once', () => {
    const schema = object({ a: { type: 'string' }, b: { type: 'number' } }, { required: ['a', 'b', 'c'] })
    expect(problemsOf(schema, { a: 1, b: 'x' }).map(({ path }) => path)).toEqual(['c', 'a', 'b'])
  })

  it('lists the first twenty of very many problems and says how many there are', () => {
    const check = compiler.compile(object({ list: { type: 'array', items: { type: 'number' } } }))
    const prepared = check({ list: Array.from({ length: 500 }, () => 'x') })
    expect(prepared).toMatchObject({ outcome: { error: { message: expect.stringContaining('20 of 500') } } })
    expect(prepared).toHaveProperty('outcome.error.problems.length', 20)
  })
})

it('keeps the patterns of one agent apart, in one schema and across tools', () => {
  const one = compiler.compile(object({ order: { pattern: '^A-' }, customer: { pattern: '^C-' } }))
  const other = compiler.compile(object({ sku: { pattern: '^S-' } }))
  expect(one({ order: 'A-1', customer: 'C-1' }).kind).toBe('ready')
  expect(one({ order: 'A-1', customer: 'A-1' }).kind).toBe('outcome')
  expect([other({ sku: 'S-1' }).kind, other({ sku: 'A-1' }).kind]).toEqual(['ready', 'outcome'])
})

describe('defaults', () => {
  const schema = object({
    limit: { type: 'number', default: 10 },
    filter: object({ open: { type: 'boolean', default: true } }, { default: {} }),
  })

  it('are filled in, nested ones too', () => {
    expect(readyInput(schema, {})).toEqual({ limit: 10, filter: { open: true } })
  })

  it('leave what the model wrote', () => {
    expect(readyInput(schema, { limit: 3, filter: { open: false } })).toEqual({ limit: 3, filter: { open: false } })
  })

  it("never change the model's own arguments", () => {
    const input = { filter: {} }
    readyInput(schema, input)
    expect(input).toEqual({ filter: {} })
  })

  it('are not shared between two calls', () => {
    const check = compiler.compile(object({ tags: { type: 'array', default: [] } }))
    const [first, second] = [check({}), check({})]
    if (first.kind === 'ready') (first.input.tags as string[]).push('x')
    expect(second).toEqual({ kind: 'ready', input: { tags: [] } })
  })
})

describe('types', () => {
  it('are never converted: "12" is no number, 1 is no boolean, null is no text', () => {
    const schema = object({ n: { type: 'number' }, b: { type: 'boolean' }, s: { type: 'string' } })
    expect(problemsOf(schema, { n: '12', b: 1, s: null }).map(({ path }) => path)).toEqual(['n', 'b', 's'])
  })

  it('see own properties only', () => {
    const schema = object({}, { required: ['constructor', 'toString'] })
    expect(problemsOf(schema, {}).map(({ path }) => path)).toEqual(['constructor', 'toString'])
  })

  it('see an argument called __proto__ and leave every prototype alone', () => {
    const input = JSON.parse('{"__proto__":{"polluted":true}}') as JsonRecord
    expect(problemsOf(object({}, { additionalProperties: false }), input).map(({ path }) => path)).toEqual([
      '__proto__',
    ])
    expect(({} as JsonRecord).polluted).toBeUndefined()
  })
})

describe('dialects', () => {
  const tuple: JsonRecord = { list: ['x', 1] }

  it('reads 2020-12 unless the schema says otherwise', () => {
    const schema = object({ list: { type: 'array', prefixItems: [{ type: 'string' }, { type: 'string' }] } })
    expect(problemsOf(schema, tuple)).toEqual([{ path: 'list.1', expected: 'string', received: 'number 1' }])
  })

  it('reads draft-07 when `$schema` names it', () => {
    const schema = object(
      { list: { type: 'array', items: [{ type: 'string' }, { type: 'string' }] } },
      { $schema: 'http://json-schema.org/draft-07/schema#' },
    )
    expect(problemsOf(schema, tuple)).toEqual([{ path: 'list.1', expected: 'string', received: 'number 1' }])
  })

  it('reads draft-07 under its https address too', () => {
    expect(reasonOf(object({}, { $schema: 'https://json-schema.org/draft-07/schema' }))).toBe('compiled')
  })

  it('refuses another one by name', () => {
    expect(reasonOf(object({}, { $schema: 'http://json-schema.org/draft-04/schema#' }))).toBe(
      'its `$schema` is `http://json-schema.org/draft-04/schema#`; draft-07 and 2020-12 are known here',
    )
  })

  it('follows references inside the schema', () => {
    const schema = object({ id: { $ref: '#/$defs/id' } }, { $defs: { id: { type: 'string' } } })
    expect(problemsOf(schema, { id: 1 }).map(({ path }) => path)).toEqual(['id'])
  })

  it('keeps two schemas apart that share a `$id`', () => {
    const text = compiler.compile(object({ v: { type: 'string' } }, { $id: 'https://example.com/same' }))
    const number = compiler.compile(object({ v: { type: 'number' } }, { $id: 'https://example.com/same' }))
    expect([text({ v: 'x' }).kind, number({ v: 'x' }).kind]).toEqual(['ready', 'outcome'])
  })
})

describe('a schema that is of no use', () => {
  const cases: [string, JsonSchema, string][] = [
    ['must be an object', { type: 'string' }, 'its `type` must be "object": arguments are always an object'],
    [
      'may not reach out',
      object({ a: { $ref: 'https://example.com/x.json' } }),
      "can't resolve reference https://example.com/x.json from id #",
    ],
    [
      'may not have a type that there is not',
      object({ a: { type: 'strng' } }),
      'schema is invalid: data/properties/a/type must be equal to one of the allowed values',
    ],
    [
      'may not have a broken pattern',
      object({ a: { pattern: '(' } }),
      'Invalid regular expression: /(/u: Unterminated group',
    ],
    [
      'may not be asynchronous: a promise would pass for a yes',
      object({}, { $async: true }),
      '`$async` is not supported',
    ],
    ['may not be asynchronous inside', object({ a: { $async: true, type: 'string' } }), 'async schema in sync schema'],
  ]
  for (const [name, schema, reason] of cases) it(name, () => expect(reasonOf(schema)).toBe(reason))

  it('says nothing on the console about a format it does not know', () => {
    expect(readyInput(object({ a: { type: 'string', format: 'iban' } }), { a: 'x' })).toEqual({ a: 'x' })
  })
})

describe('a schema of zod', () => {
  const schema = toJsonSchema(
    z.object({ mail: z.email(), count: z.number().int().min(1).default(1), size: z.enum(['s', 'm']).optional() }),
    'order',
  )

  it('checks like a schema written by hand', () => {
    expect(problemsOf(schema, { mail: 'a@example.com', count: 0, size: 'xl' }).map(({ path }) => path)).toEqual([
      'count',
      'size',
    ])
  })

  it('fills defaults', () => {
    expect(readyInput(schema, { mail: 'a@example.com' })).toEqual({ mail: 'a@example.com', count: 1 })
  })
})

it('never throws, whatever the arguments are', () => {
  const check = compiler.compile(
    object({
      text: { type: 'string', pattern: '^a+$' },
      list: { type: 'array', items: { type: 'number' } },
      one: { anyOf: [{ type: 'string' }, object({ deep: { type: 'boolean' } }, { required: ['deep'] })] },
    }),
  )
  fc.assert(
    fc.property(fc.dictionary(fc.oneof(fc.constantFrom('text', 'list', 'one'), fc.string()), fc.jsonValue()), input => {
      const before = structuredClone(input)
      const prepared = check(input)
      expect(input).toEqual(before)
      if (prepared.kind === 'ready') return
      expect(prepared.outcome).toMatchObject({ kind: 'failed', error: { code: 'validation_error' } })
    }),
  )
})
