import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { canonicalJson, getOwn, isRecord } from '../../src/core/json.ts'
import { addUsage, NO_USAGE } from '../../src/core/model.ts'
import { didYouMean, nearest } from '../../src/core/nearest.ts'

describe('canonical JSON', () => {
  it('is the same whatever order the keys were written in', () => {
    expect(canonicalJson({ b: { d: 1, c: 2 }, a: [2, 1] })).toBe('{"a":[2,1],"b":{"c":2,"d":1}}')
  })

  it('tells different values apart and equal ones together', () => {
    const reversed = (value: unknown): unknown =>
      isRecord(value)
        ? Object.fromEntries(
            Object.entries(value)
              .reverse()
              .map(([key, one]) => [key, reversed(one)]),
          )
        : Array.isArray(value)
          ? value.map(reversed)
          : value
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), (one, other) => {
        expect(canonicalJson(reversed(one))).toBe(canonicalJson(one))
        const same = JSON.stringify(JSON.parse(canonicalJson(one))) === JSON.stringify(JSON.parse(canonicalJson(other)))
        expect(canonicalJson(one) === canonicalJson(other)).toBe(same)
      }),
    )
  })
})

it('only own properties are found by name', () => {
  const record: Record<string, number> = { a: 1 }
  expect(['a', 'constructor', '__proto__', 'toString'].map(name => getOwn(record, name))).toEqual([
    1,
    undefined,
    undefined,
    undefined,
  ])
})

describe('the nearest name', () => {
  const names = ['lookup_order', 'issue_refund', 'send_email']
  const cases: [string, string | undefined][] = [
    ['lookup_ordr', 'lookup_order'],
    ['LookupOrder', 'lookup_order'],
    ['issue-refund', 'issue_refund'],
    ['weather', undefined],
    ['', undefined],
  ]
  for (const [name, found] of cases) it(`of \`${name}\` is ${found}`, () => expect(nearest(name, names)).toBe(found))

  it('becomes a question, or nothing', () => {
    expect([didYouMean('send_mail', names), didYouMean('weather', names)]).toEqual(['Did you mean `send_email`?', ''])
  })
})

describe('usage', () => {
  it('adds up, and says nothing of what nobody counted', () => {
    expect(addUsage(NO_USAGE, { inputTokens: 1, outputTokens: 2 })).toEqual({ inputTokens: 1, outputTokens: 2 })
    const full = { inputTokens: 1, outputTokens: 2, cachedInputTokens: 3, reasoningTokens: 4 }
    expect(addUsage(full, full)).toEqual({ inputTokens: 2, outputTokens: 4, cachedInputTokens: 6, reasoningTokens: 8 })
  })
})
