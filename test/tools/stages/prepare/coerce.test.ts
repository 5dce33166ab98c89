import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { TypeSpec } from '../../../../src/abl/index.ts'
import type { ArgumentProblem } from '../../../../src/core/tool.ts'
import { coerce } from '../../../../src/tools/stages/prepare/coerce.ts'
import { abl, toolOf } from '../../../helpers/abl.ts'
import { PROPERTY_RUNS } from '../../../helpers/property-runs.ts'

function typeOf(written: string): TypeSpec {
  const type = toolOf(abl`
    TOOLS:
      f(x: ${written}) -> object
  `).parameters[0]?.type
  if (!type) throw new Error(`no type: ${written}`)
  return type
}

function read(value: unknown, written: string): { value: unknown; problems: ArgumentProblem[] } {
  const problems: ArgumentProblem[] = []
  return { value: coerce(value, typeOf(written), { path: 'x', problems }), problems }
}

describe('a value that its type can be made of', () => {
  const cases: [string, unknown, unknown][] = [
    ['number', '42', 42],
    ['number', ' 3.14 ', 3.14],
    ['number', '-1e3', -1000],
    ['boolean', 'true', true],
    ['boolean', 'false', false],
    ['string', 5, '5'],
    ['string', true, 'true'],
    ['string[]', ['a', 1], ['a', '1']],
    ['number[][]', [['1'], [2]], [[1], [2]]],
    ['enum<[1, 2]>', 2, '2'],
    ['nullable<number>', null, null],
    ['nullable<number>', '7', 7],
    ['union<[number, string]>', 'text', 'text'],
    ['union<[number, boolean]>', 'true', true],
    ['union<[number, string]>', '5', '5'],
    ['{count: number, tags?: string[]}', { count: '2', tags: [1] }, { count: 2, tags: ['1'] }],
    ['{count: number, tags?: string[]}', { count: 2, tags: null }, { count: 2 }],
    ['{items: {id: string}[]}', { items: [{ id: 7 }] }, { items: [{ id: '7' }] }],
    ['object', { any: 1 }, { any: 1 }],
    ['Hotel', { name: 'Ritz' }, { name: 'Ritz' }],
    ['any', null, null],
    ['date', '2028-02-29', '2028-02-29'],
    ['datetime', '2026-03-01T10:00:00Z', '2026-03-01T10:00:00Z'],
  ]
  for (const [type, given, wanted] of cases) {
    it(`${JSON.stringify(given)} is ${JSON.stringify(wanted)} as ${type}`, () => {
      expect(read(given, type)).toEqual({ value: wanted, problems: [] })
    })
  }
})

describe('a value that does not fit', () => {
  const cases: [string, unknown, ArgumentProblem[]][] = [
    ['number', 'abc', [{ path: 'x', expected: 'number', received: 'string "abc"' }]],
    ['number', '', [{ path: 'x', expected: 'number', received: 'string ""' }]],
    ['number', '0x10', [{ path: 'x', expected: 'number', received: 'string "0x10"' }]],
    ['number', true, [{ path: 'x', expected: 'number', received: 'boolean true' }]],
    ['boolean', 'yes', [{ path: 'x', expected: 'boolean', received: 'string "yes"' }]],
    ['boolean', 1, [{ path: 'x', expected: 'boolean', received: 'number 1' }]],
    ['string', {}, [{ path: 'x', expected: 'string', received: 'object {}' }]],
    ['string', null, [{ path: 'x', expected: 'string', received: 'null' }]],
    ['string[]', ['a', {}], [{ path: 'x.1', expected: 'string', received: 'object {}' }]],
    ['string[]', 'a', [{ path: 'x', expected: 'array', received: 'string "a"' }]],
    ['object', [], [{ path: 'x', expected: 'object', received: 'array []' }]],
    ['object', '{}', [{ path: 'x', expected: 'object', received: 'string "{}"' }]],
    ['enum<[low, high]>', 'mid', [{ path: 'x', expected: 'one of low, high', received: 'string "mid"' }]],
    ['union<[number, boolean]>', 'x', [{ path: 'x', expected: 'number or boolean', received: 'string "x"' }]],
  ]
  for (const [type, given, problems] of cases) {
    it(`${JSON.stringify(given)} is no ${type}`, () => expect(read(given, type).problems).toEqual(problems))
  }

  for (const day of ['2026-02-30', '2026-3-1', '2026-13-01', 'tomorrow', '2026-03-01T10:00:00Z', 20260301]) {
    it(`${day} is no date`, () => {
      expect(read(day, 'date').problems).toMatchObject([{ expected: 'date (YYYY-MM-DD, a day that exists)' }])
    })
  }

  it('is told with all others, by its path', () => {
    const { problems } = read({ items: [{ n: 'a' }, {}, { n: 3 }] }, '{items: {n: number}[], name: string}')
    expect(problems.map(({ path }) => path)).toEqual(['x.items.0.n', 'x.items.1.n', 'x.name'])
  })
})

describe('any value', () => {
  const types = [
    'number',
    'boolean',
    'string',
    'date',
    'string[]',
    '{a: number, b?: {c: string}[]}',
    'nullable<number>',
  ]

  it('is accepted as it comes back: coercing again changes nothing', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.constantFrom(...types), (value, type) => {
        const first = read(value, type)
        if (first.problems.length === 0) expect(read(first.value, type)).toEqual({ value: first.value, problems: [] })
      }),
      { numRuns: PROPERTY_RUNS },
    )
  })

  it('is never changed in place', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.constantFrom(...types), (value, type) => {
        const before = JSON.stringify(value)
        read(value, type)
        expect(JSON.stringify(value)).toBe(before)
      }),
      { numRuns: PROPERTY_RUNS },
    )
  })
})
