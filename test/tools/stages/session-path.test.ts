import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Json } from '../../../src/core/json.ts'
import { asJson, clearPath, readPath, writePath } from '../../../src/tools/stages/session-path.ts'

describe('writing to a path', () => {
  const cases: [string, Record<string, Json>, Record<string, Json>][] = [
    ['a', {}, { a: 1 }],
    ['session.a', {}, { a: 1 }],
    ['a.b.c', { a: { x: 0 } }, { a: { x: 0, b: { c: 1 } } }],
    ['a[0].b', {}, { a: [{ b: 1 }] }],
    ['a.1', { a: [5] }, { a: [5, 1] }],
    ['a[9]', { a: [5] }, { a: [5, 1] }],
    ['a.b', { a: 'text' }, { a: { b: 1 } }],
    ['a.b', { a: null }, { a: { b: 1 } }],
  ]
  for (const [path, before, wanted] of cases) {
    it(`${path} of ${JSON.stringify(before)} gives ${JSON.stringify(wanted)}`, () => {
      const root = structuredClone(before)
      writePath(root, path, 1)
      expect(root).toEqual(wanted)
    })
  }

  it('never reaches the machinery of objects', () => {
    const root: Record<string, Json> = {}
    writePath(root, '__proto__.polluted', 1)
    expect(({} as Record<string, unknown>).polluted).toBeUndefined()
    expect(Object.keys(root)).toEqual(['__proto__'])
  })

  it('is what reading it gives', () => {
    const step = fc.constantFrom('a', 'b', 'c-d', '0')
    const path = fc
      .tuple(fc.constantFrom('a', 'b'), fc.array(step, { maxLength: 4 }))
      .map(([first, rest]) => [first, ...rest].join('.'))
    fc.assert(
      fc.property(path, fc.dictionary(fc.constantFrom('a', 'b'), fc.jsonValue()), (where, before) => {
        const root = JSON.parse(JSON.stringify(before)) as Record<string, Json>
        writePath(root, where, 'new')
        const [first = ''] = where.split('.')
        expect(JSON.stringify(readPath(root, first))).toContain('"new"')
      }),
    )
  })
})

describe('clearing a path', () => {
  it('takes away what is there and nothing else', () => {
    const root: Record<string, Json> = { a: { b: 1, c: 2 }, list: [1, 2, 3] }
    for (const path of ['a.b', 'list[1]', 'a.none', 'none.at.all', 'a.c.deeper']) clearPath(root, path)
    expect(root).toEqual({ a: { c: 2 }, list: [1, 3] })
  })
})

describe('a value for the session', () => {
  it('is a copy, as JSON carries it', () => {
    const value = { when: new Date(0), list: [undefined] }
    expect(asJson(value)).toEqual({ when: '1970-01-01T00:00:00.000Z', list: [null] })
    expect(asJson(undefined)).toBeNull()
  })

  it('is undefined for what JSON can not carry', () => {
    const circle: Record<string, unknown> = {}
    circle.self = circle
    expect([asJson(circle), asJson(1n), asJson(() => 1)]).toEqual([undefined, undefined, undefined])
  })
})
