import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { describeArgument } from '../../src/terminal/describe-argument.ts'
import { displayWidth } from '../../src/terminal/text-width.ts'

describe('an argument that a person decides about', () => {
  it('stands on one line when it fits', () => {
    expect(describeArgument('amount', 80, 40)).toEqual(['amount: 80'])
    expect(describeArgument('note', 'broken', 40)).toEqual(['note: "broken"'])
  })

  it('is shown whole when it is long', () => {
    const text = 'word '.repeat(400).trim()
    const shown = describeArgument('body', text, 40)
    expect(shown[0]).toBe('body:')
    expect(
      shown
        .slice(1)
        .map(line => line.slice(2))
        .join(' '),
    ).toBe(`"${text}"`)
  })

  it('keeps its lines behind a bar, so that it can not pass for another argument', () => {
    const lines = describeArgument('body', 'hello\namount: 5', 40)
    expect(lines).toEqual(['body:', '│ hello', '│ amount: 5'])
  })

  it('shows an object as JSON', () => {
    const value = { street: 'Long Lane 1', city: 'Harbour Town' }
    expect(describeArgument('to', value, 24)).toEqual([
      'to:',
      '│ {',
      '│   "street": "Long Lane',
      '│ 1",',
      '│   "city": "Harbour',
      '│ Town"',
      '│ }',
    ])
  })

  it('never leaves the width, and every line but the first has the bar', () => {
    fc.assert(
      fc.property(fc.json(), fc.integer({ min: 20, max: 60 }), (json, width) => {
        const [first = '', ...rest] = describeArgument('data', JSON.parse(json), width)
        expect(first).toMatch(/^data:/)
        expect(rest.every(line => line.startsWith('│ '))).toBe(true)
        expect(Math.max(...rest.map(displayWidth), displayWidth(first))).toBeLessThanOrEqual(width)
      }),
    )
  })
})
