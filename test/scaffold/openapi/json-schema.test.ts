import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { jsonSchemaOf } from '../../../src/scaffold/openapi/json-schema.ts'
import { operationsOf } from '../../../src/scaffold/openapi/operations.ts'
import { readDocument } from '../../../src/scaffold/openapi/read-document.ts'
import { readOperation } from '../../../src/scaffold/openapi/read-operation.ts'
import { noSettings } from '../../../src/scaffold/openapi/setting-names.ts'
import { ablToolOf } from '../../../src/scaffold/openapi/to-abl.ts'
import { httpToolOf } from '../../../src/scaffold/openapi/to-http-tool.ts'
import { schemaCompiler } from '../../../src/tools/validate-input.ts'

const TREE = {
  type: 'object',
  properties: { name: { type: 'string' }, kids: { type: 'array', items: { $ref: '#/Tree' } } },
}

function convert(schema: unknown, data: Record<string, unknown> = { Tree: TREE }): unknown {
  return jsonSchemaOf(data, schema).schema
}

describe('jsonSchemaOf', () => {
  it.each<[string, unknown, unknown]>([
    ['nullable of 3.0', { type: 'string', nullable: true }, { type: ['string', 'null'] }],
    ['null among the types of 3.1', { type: ['integer', 'null'] }, { type: ['integer', 'null'] }],
    [
      'null in an enumeration',
      { type: 'string', nullable: true, enum: ['a'] },
      { type: ['string', 'null'], enum: ['a', null] },
    ],
    ['a constant', { const: 'a' }, { enum: ['a'] }],
    ['bounds of 3.0', { type: 'number', minimum: 1, exclusiveMinimum: true }, { type: 'number', exclusiveMinimum: 1 }],
    ['bounds of 3.1', { type: 'number', exclusiveMaximum: 9 }, { type: 'number', exclusiveMaximum: 9 }],
    ['words beside a reference', { $ref: '#/Name', description: 'Own' }, { type: 'string', description: 'Own' }],
    ['an unknown format', { type: 'integer', format: 'int32' }, { type: 'integer' }],
    ['a pattern that is none', { type: 'string', pattern: '(' }, { type: 'string' }],
    ['a type that is none', { type: 'file' }, {}],
    ['a schema that is true', true, {}],
    [
      'alternatives',
      { oneOf: [{ type: 'string' }, { type: 'string' }, { type: 'number' }] },
      { anyOf: [{ type: 'string' }, { type: 'number' }] },
    ],
    [
      'alternatives that may be null',
      { anyOf: [{ type: 'string' }], nullable: true },
      { anyOf: [{ type: 'string' }, { type: 'null' }] },
    ],
    [
      'alternatives that only require',
      { type: 'object', properties: { a: {} }, anyOf: [{ required: ['a'] }, { required: ['b'] }] },
      { type: 'object', properties: { a: {} } },
    ],
    [
      'what alternatives share',
      { type: 'object', properties: { a: {} }, oneOf: [{ properties: { b: {} } }, { properties: { c: {} } }] },
      {
        anyOf: [
          { type: 'object', properties: { a: {}, b: {} } },
          { type: 'object', properties: { a: {}, c: {} } },
        ],
      },
    ],
    [
      'a property that two parts have',
      { allOf: [{ properties: { a: { type: 'string' } } }, { properties: { a: { maxLength: 3 } } }] },
      { type: 'object', properties: { a: { type: 'string', maxLength: 3 } } },
    ],
    [
      'read-only properties',
      { properties: { a: { readOnly: true }, b: { $ref: '#/ReadOnly' }, c: {} }, required: ['a', 'c'] },
      { type: 'object', properties: { c: {} }, required: ['c'] },
    ],
    [
      'a schema that contains itself',
      { $ref: '#/Tree' },
      { type: 'object', properties: { name: { type: 'string' }, kids: { type: 'array', items: { type: 'object' } } } },
    ],
    ['references that go round', { $ref: '#/Round' }, { type: 'object' }],
    [
      'a map',
      { type: 'object', additionalProperties: { type: 'number' } },
      { type: 'object', additionalProperties: { type: 'number' } },
    ],
  ])('reads %s', (_what, schema, wanted) => {
    const data = {
      Tree: TREE,
      Name: { type: 'string', description: 'Its' },
      ReadOnly: { readOnly: true },
      Round: { $ref: '#/Round' },
    }
    expect(convert(schema, data)).toEqual(wanted)
  })

  it('says which keywords it leaves out', () => {
    expect(jsonSchemaOf({}, { type: 'object', properties: { a: { not: {} } }, patternProperties: {} }).lost).toEqual([
      'patternProperties',
      'not',
    ])
  })

  it('ends in open objects where a schema would grow too large', () => {
    const wide = (depth: number): unknown =>
      depth === 0
        ? { type: 'string' }
        : { type: 'object', properties: Object.fromEntries('abcdefgh'.split('').map(name => [name, wide(depth - 1)])) }
    const { schema, cut } = jsonSchemaOf({}, wide(5))
    expect(cut).toBe(true)
    expect(schema.properties?.a?.properties?.b).toEqual({ type: 'object' })
  })
})

const name = fc.constantFrom(
  'id',
  'type',
  'items',
  'body',
  'x-y',
  'filter[a]',
  '__proto__',
  'constructor',
  'value',
  'Ünïcode',
  '1st',
  'default',
)
const words = fc.record(
  {
    description: fc.string(),
    nullable: fc.boolean(),
    readOnly: fc.boolean(),
    enum: fc.array(fc.oneof(fc.string(), fc.integer(), fc.constant(null)), { maxLength: 3 }),
    default: fc.oneof(
      fc.string(),
      fc.integer(),
      fc.constant(null),
      fc.boolean(),
      fc.constant([]),
      fc.constant({ a: 1 }),
    ),
    format: fc.constantFrom('date', 'date-time', 'int32', 'uri', 'byte'),
    pattern: fc.constantFrom('^a+$', '(', '(?<!a)b'),
    minimum: fc.integer(),
    exclusiveMinimum: fc.oneof(fc.boolean(), fc.integer()),
    maxLength: fc.nat(),
  },
  { requiredKeys: [] },
)
const { schema } = fc.letrec<{ schema: unknown }>(tie => ({
  schema: fc.oneof(
    { maxDepth: 3 },
    words.chain(own =>
      fc.constantFrom('string', 'number', 'integer', 'boolean', 'nothing').map(type => ({ ...own, type })),
    ),
    fc.constantFrom({ $ref: '#/components/schemas/Tree' }, true, {}),
    fc.record({ type: fc.constant('array'), items: tie('schema') }),
    fc
      .tuple(words, fc.uniqueArray(fc.tuple(name, tie('schema')), { maxLength: 4, selector: ([key]) => key }))
      .map(([own, properties]) => ({
        ...own,
        type: 'object',
        properties: Object.fromEntries(properties),
        required: properties.slice(0, 1).map(([key]) => key),
      })),
    fc
      .tuple(fc.constantFrom('oneOf', 'anyOf', 'allOf'), fc.array(tie('schema'), { maxLength: 3 }))
      .map(([key, parts]) => ({ [key]: parts })),
  ),
}))
const parameter = fc.record({
  name,
  in: fc.constantFrom('query', 'header', 'cookie', 'path'),
  required: fc.boolean(),
  style: fc.constantFrom(undefined, 'form', 'simple', 'deepObject', 'matrix', 'pipeDelimited'),
  explode: fc.constantFrom(undefined, true, false),
  schema,
})
const operation = fc.record(
  {
    parameters: fc.array(parameter, { maxLength: 4 }),
    requestBody: fc.record({
      required: fc.boolean(),
      content: fc
        .tuple(
          fc.constantFrom('application/json', 'application/x-www-form-urlencoded', 'application/merge-patch+json'),
          schema,
        )
        .map(([type, body]) => ({ [type]: { schema: body } })),
    }),
  },
  { requiredKeys: ['parameters'] },
)

describe('an operation of any shape', () => {
  it('becomes a tool whose schema compiles, or is said to be unsupported for a reason of its own', async () => {
    const property = fc.asyncProperty(operation, fc.constantFrom('get', 'post', 'delete'), async (node, method) => {
      const paths = { '/a/{id}': { [method]: node } }
      const text = JSON.stringify({ openapi: '3.1.0', paths, components: { schemas: { Tree: TREE } } }).replaceAll(
        '#/Tree',
        '#/components/schemas/Tree',
      )
      const document = await readDocument(text, { source: 'x.json' })
      const [found] = operationsOf(document)
      if (!found) throw new Error('There is an operation.')
      const target = { name: 'x', api: 'API', server: 'https://x.example.com', needed: noSettings() }
      const read = readOperation(document, found)
      const made = ablToolOf(read, { ...target, base: undefined })
      if (made.kind === 'unsupported') expect(made.reasons.join()).not.toContain('written in ABL')
      const code = httpToolOf(read, target)
      if (code.kind === 'tool') schemaCompiler().compile(code.tool.input_schema)
      expect(code.kind).toBe(made.kind)
    })
    await fc.assert(property)
  }, 120_000)
})
