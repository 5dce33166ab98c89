import { Ajv2020 } from 'ajv/dist/2020.js'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { META_SCHEMA_2020 } from '../../src/tools/meta-schema-2020.ts'

const official = 'https://json-schema.org/draft/2020-12/schema'
const ajv = new Ajv2020({ strict: false, logger: false })
const ours = ajv.compile(META_SCHEMA_2020)

/** Every keyword that the official meta-schema knows, read from it. */
function officialKeywords(): string[] {
  const parts = ['core', 'applicator', 'unevaluated', 'validation', 'meta-data', 'format-annotation', 'content']
  const urls = [official, ...parts.map(part => `https://json-schema.org/draft/2020-12/meta/${part}`)]
  const schemas = urls.map(url => ajv.getSchema(url)?.schema as { properties: object })
  return schemas.flatMap(({ properties }) => Object.keys(properties))
}

const keywords = officialKeywords()

describe('the meta-schema of 2020-12 in one piece', () => {
  it('knows every keyword of the official one but default and const, which may hold anything', () => {
    const free = ['default', 'const']
    expect(keywords.filter(name => !free.includes(name)).sort()).toEqual(
      Object.keys(META_SCHEMA_2020.properties).sort(),
    )
  })

  it('judges every schema as the official one does', () => {
    fc.assert(
      fc.property(anySchema, schema => {
        expect(ours(schema)).toBe(ajv.validate(official, schema))
      }),
    )
  })

  it('judges each keyword with each kind of value as the official one does', () => {
    const differs = keywords.flatMap(name =>
      VALUES.filter(value => ours({ [name]: value }) !== ajv.validate(official, { [name]: value })).map(value => ({
        [name]: value,
      })),
    )
    expect(differs).toEqual([])
  })
})

const VALUES = [
  null,
  true,
  0,
  -1,
  1.5,
  3,
  '',
  'string',
  'strng',
  'a b',
  '#x',
  'https://a.example/b#c',
  '(',
  '^a$',
  [],
  ['a'],
  ['a', 'a'],
  ['string', 'null'],
  [1],
  [{}],
  [true],
  [{ type: 'strng' }],
  {},
  { a: 1 },
  { a: true },
  { a: {} },
  { a: ['b'] },
  { a: { type: 'strng' } },
  { '(': {} },
  { 'https://a.example': true },
  { type: 'strng' },
  { type: ['string', 'string'] },
  { required: 'a' },
  { properties: { a: { minLength: '3' } } },
]

const anyValue = fc.constantFrom(...VALUES)

const { schema: anySchema } = fc.letrec<{ schema: unknown; record: unknown }>(tie => ({
  schema: fc.oneof({ depthSize: 'small', withCrossShrink: true }, fc.boolean(), anyValue, tie('record')),
  record: fc.dictionary(
    fc.constantFrom(...keywords),
    fc.oneof(
      anyValue,
      tie('schema'),
      fc.array(tie('schema'), { maxLength: 3 }),
      fc.dictionary(fc.string(), tie('schema'), { maxKeys: 3 }),
    ),
    { maxKeys: 4 },
  ),
}))
