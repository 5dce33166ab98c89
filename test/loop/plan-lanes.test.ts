import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { planLanes } from '../../src/loop/plan-lanes.ts'

function lanes(calls: string): string[] {
  return planLanes([...calls], call => call === call.toLowerCase()).map(lane => lane.join(''))
}

describe('lanes (lower case is safe)', () => {
  const cases: [string, string, string[]][] = [
    ['of nothing are none', '', []],
    ['put consecutive safe calls together', 'abc', ['abc']],
    ['run an unsafe call alone', 'aBc', ['a', 'B', 'c']],
    ['run a row of unsafe calls one by one', 'ABC', ['A', 'B', 'C']],
    ['do not join safe calls over an unsafe one', 'abCde', ['ab', 'C', 'de']],
  ]
  for (const [name, calls, expected] of cases) it(name, () => expect(lanes(calls)).toEqual(expected))

  it('keep the order, share only what is safe, and share all that may be shared', () => {
    fc.assert(
      fc.property(fc.array(fc.record({ id: fc.nat(), safe: fc.boolean() })), calls => {
        const planned = planLanes(calls, call => call.safe)
        expect(planned.flat()).toEqual(calls)
        for (const lane of planned) expect(lane.length === 1 || lane.every(call => call.safe)).toBe(true)
        for (const [index, lane] of planned.entries()) {
          const next = planned[index + 1]
          expect(lane.length > 0 && !(next && lane.every(call => call.safe) && next.every(call => call.safe))).toBe(
            true,
          )
        }
      }),
    )
  })
})
