import { describe, expect, it } from 'vitest'
import { decide, file, rule } from './builders.ts'

/** Does a rule with this condition decide about a call with this input? Once as allow, once as deny. */
async function verdicts(when: string, input: Record<string, unknown>): Promise<{ allow: boolean; deny: boolean }> {
  const decided = async (decision: string) => {
    const found = await decide(file('ask', rule({ decision, when })), 'issue_refund', input)
    return found.rule !== null
  }
  return { allow: await decided('allow'), deny: await decided('deny') }
}

const HOLDS: [when: string, input: Record<string, unknown>][] = [
  ['{ field: a, op: eq, value: 50 }', { a: 50 }],
  ['{ field: a, op: eq, value: "50" }', { a: '50' }],
  ['{ field: a, op: eq, value: null }', { a: null }],
  ['{ field: a, op: ne, value: 50 }', { a: 51 }],
  ['{ field: a, op: ne, value: 50 }', { a: '50' }],
  ['{ field: a, op: gt, value: 50 }', { a: 50.01 }],
  ['{ field: a, op: gte, value: 50 }', { a: 50 }],
  ['{ field: a, op: lt, value: 50 }', { a: -1 }],
  ['{ field: a, op: lte, value: 50 }', { a: 50 }],
  ['{ field: a, op: lt, value: 2026-12-31 }', { a: '2026-09-01' }],
  ['{ field: a, op: in, value: [EUR, USD] }', { a: 'USD' }],
  ['{ field: a, op: in, value: [1, 2] }', { a: 2 }],
  ['{ field: a, op: contains, value: "@" }', { a: 'x@example.com' }],
  ['{ field: a, op: contains, value: red }', { a: ['blue', 'red'] }],
  ['{ field: a, op: matches, value: "^A-[0-9]{4}$" }', { a: 'A-1001' }],
  ['{ field: a, op: matches, value: "example" }', { a: 'x@example.com' }],
  ['{ field: a, op: matches, value: "(?i)EXAMPLE" }', { a: 'x@example.com' }],
  ['{ field: a, op: startsWith, value: A- }', { a: 'A-1001' }],
  ['{ field: a, op: exists }', { a: 0 }],
  ['{ field: a, op: exists, value: true }', { a: null }],
  ['{ field: a, op: exists, value: false }', { b: 1 }],
  ['{ field: order.items.0.sku, op: eq, value: X }', { order: { items: [{ sku: 'X' }] } }],
  ['{ field: items.length, op: gt, value: 1 }', { items: [1, 2] }],
  ['[{ field: a, op: gt, value: 1 }, { field: b, op: eq, value: x }]', { a: 2, b: 'x' }],
]

const FAILS: [when: string, input: Record<string, unknown>][] = [
  ['{ field: a, op: eq, value: 50 }', { a: '50' }],
  ['{ field: a, op: eq, value: 50 }', { a: null }],
  ['{ field: a, op: ne, value: 50 }', { a: 50 }],
  ['{ field: a, op: gt, value: 50 }', { a: 50 }],
  ['{ field: a, op: lt, value: 50 }', { a: 50 }],
  ['{ field: a, op: in, value: [EUR, USD] }', { a: 'eur' }],
  ['{ field: a, op: in, value: [1, 2] }', { a: '1' }],
  ['{ field: a, op: contains, value: red }', { a: ['blue'] }],
  ['{ field: a, op: matches, value: "^A-[0-9]{4}$" }', { a: 'A-10011' }],
  ['{ field: a, op: matches, value: "^A$" }', { a: 'A\n' }],
  ['{ field: a, op: startsWith, value: A- }', { a: 'B-A-' }],
  ['{ field: a, op: exists }', { b: 1 }],
  ['{ field: a, op: exists, value: false }', { a: null }],
  ['{ field: toString, op: exists }', {}],
  ['{ field: __proto__.x, op: exists }', {}],
  ['[{ field: a, op: gt, value: 1 }, { field: b, op: eq, value: x }]', { a: 2, b: 'y' }],
]

const UNCLEAR: [why: string, when: string, input: Record<string, unknown>][] = [
  ['the field is missing', '{ field: a, op: eq, value: 50 }', {}],
  ['the field is missing', '{ field: a, op: ne, value: 50 }', {}],
  ['the field is missing', '{ field: a, op: gt, value: 50 }', { A: 51 }],
  ['the field is missing', '{ field: a, op: in, value: [1] }', {}],
  ['the field is missing', '{ field: a, op: contains, value: x }', {}],
  ['the field is missing', '{ field: a, op: matches, value: x }', {}],
  ['the field is missing', '{ field: a, op: startsWith, value: x }', {}],
  ['a step of the path is missing', '{ field: a.b.c, op: eq, value: 1 }', { a: { x: 1 } }],
  ['a step of the path is a text', '{ field: a.length, op: gt, value: 1 }', { a: 'text' }],
  ['only Object.prototype has the field', '{ field: constructor, op: ne, value: x }', {}],
  ['a text stands where a number is compared', '{ field: a, op: gt, value: 50 }', { a: '1000' }],
  ['a number stands where a text is compared', '{ field: a, op: lt, value: "2026" }', { a: 2025 }],
  ['null is compared', '{ field: a, op: lte, value: 50 }', { a: null }],
  ['a number is searched', '{ field: a, op: contains, value: 5 }', { a: 50 }],
  ['a list is matched', '{ field: a, op: matches, value: x }', { a: ['x'] }],
  ['a number has no beginning', '{ field: a, op: startsWith, value: "5" }', { a: 50 }],
  ['one of two is missing', '[{ field: a, op: gt, value: 1 }, { field: b, op: eq, value: x }]', { a: 2 }],
]

describe('a condition', () => {
  it.each(HOLDS)('%s holds for %j', async (when, input) => {
    expect(await verdicts(when, input)).toEqual({ allow: true, deny: true })
  })

  it.each(FAILS)('%s does not hold for %j', async (when, input) => {
    expect(await verdicts(when, input)).toEqual({ allow: false, deny: false })
  })

  it.each(UNCLEAR)('counts against the call when %s: %s with %j', async (_why, when, input) => {
    expect(await verdicts(when, input)).toEqual({ allow: false, deny: true })
  })

  it('is false for ask and deny too when one of several is false and another unclear', async () => {
    const when = '[{ field: a, op: gt, value: 100 }, { field: b, op: eq, value: x }]'
    expect(await verdicts(when, { a: 2 })).toEqual({ allow: false, deny: false })
  })

  it('can be matched against hostile text without blowing up', async () => {
    const when = '{ field: a, op: matches, value: "^(a+)+$" }'
    expect(await verdicts(when, { a: `${'a'.repeat(50_000)}!` })).toEqual({ allow: false, deny: false })
  })
})
