import { describe, expect, it } from 'vitest'
import type { OutcomeKind } from '../../src/core/tool.ts'
import { presentOutcome, SHOWN_CHARACTERS } from '../../src/loop/present-outcome.ts'

function told(outcome: OutcomeKind): string {
  return presentOutcome({ call: { id: 'c', name: 'work', input: {} }, ms: 1, ...outcome }).text
}

describe('what the model is told', () => {
  const cases: [string, OutcomeKind, string][] = [
    ['a text as it is', { kind: 'ok', value: 'found' }, 'found'],
    ['all else as JSON', { kind: 'ok', value: { id: 1, tags: ['a'] } }, '{"id":1,"tags":["a"]}'],
    ['nothing as null', { kind: 'ok', value: null }, 'null'],
    ['an empty text as empty', { kind: 'ok', value: '' }, ''],
    ['a refusal with its reason', { kind: 'denied', reason: 'Too much.' }, 'Not run. Too much.'],
    ['a skipped call with its reason', { kind: 'skipped', reason: 'it was stopped' }, 'Not run: it was stopped.'],
    [
      'a failure with its code',
      { kind: 'failed', error: { code: 'gone', type: 'tool_error', message: 'No such order.' } },
      'Failed (gone): No such order.',
    ],
    [
      'a failure with each problem',
      {
        kind: 'failed',
        error: {
          code: 'validation_error',
          type: 'validation_error',
          message: 'Bad.',
          problems: [
            { path: 'id', expected: 'string', received: 'number 1' },
            { path: '', expected: 'object', received: 'null' },
          ],
        },
      },
      'Failed (validation_error): Bad.\n- id: expected string, received number 1\n- arguments: expected object, received null',
    ],
    ['what it still waits for', { kind: 'pending', id: 's.1' }, 'Not finished: waits for s.1.'],
  ]
  for (const [name, outcome, text] of cases) it(name, () => expect(told(outcome)).toBe(text))
})

describe('a long text', () => {
  it('is cut, and said to be', () => {
    const text = told({ kind: 'ok', value: 'x'.repeat(SHOWN_CHARACTERS + 1) })
    expect(text).toBe(`${'x'.repeat(SHOWN_CHARACTERS)}\n[cut: 100000 of 100001 characters shown]`)
  })

  it('is never cut inside a letter', () => {
    const text = told({ kind: 'ok', value: `x${'😀'.repeat(SHOWN_CHARACTERS / 2)}` })
    expect(text).toContain('\n[cut: 99999 of 100001 characters shown]')
    expect(text).not.toMatch(/\p{Surrogate}/u)
  })

  it('of an error is cut much sooner', () => {
    const text = told({ kind: 'failed', error: { code: 'x', type: 'tool_error', message: 'y'.repeat(50_000) } })
    expect(text.length).toBeLessThan(10_100)
  })

  it('of a reason is cut too', () => {
    expect(told({ kind: 'denied', reason: 'y'.repeat(50_000) }).length).toBeLessThan(10_100)
  })
})

it('replaces half letters, which some model servers refuse', () => {
  expect(told({ kind: 'ok', value: 'a\ud83db' })).toBe('a\ufffdb')
})
