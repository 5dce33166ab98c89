import { describe, expect, it } from 'vitest'
import type { OutcomeKind, ToolCall, ToolOutcome } from '../../src/core/tool.ts'
import { callLine } from '../../src/terminal/call-line.ts'
import { describeCall, duration } from '../../src/terminal/describe-call.ts'
import { displayWidth } from '../../src/terminal/text-width.ts'
import { recordingStream } from './stream.ts'

const CALL: ToolCall = { id: 'c1', name: 'lookup_order', input: { orderId: 'A-1001' } }

function line(kind: OutcomeKind, { columns = 80, call = CALL, ms = 0 } = {}): string {
  return callLine({ call, ms, ...kind } as ToolOutcome, recordingStream(columns), { bracket: ' ' })
}

describe('the line of a call', () => {
  it('has mark, arguments, time and result', () => {
    expect(line({ kind: 'ok', value: { status: 'shipped' } }, { ms: 12.4 })).toBe(
      '  ✓ lookup_order(orderId: "A-1001") 12 ms → {"status":"shipped"}',
    )
  })

  it.each([80, 40])('cuts a long value to %i columns', columns => {
    const shown = line({ kind: 'ok', value: { status: '発送済み'.repeat(40) } }, { ms: 1200, columns })
    expect(shown).not.toContain('\n')
    expect(displayWidth(shown)).toBeLessThanOrEqual(columns)
    expect(shown).toMatch(/…$/)
  })

  it('says whole why a call was denied, below the call when it does not fit', () => {
    expect(line({ kind: 'denied', reason: 'No rule decides about `lookup_order` here.' }, { columns: 40 })).toBe(
      ['  ⊘ lookup_order(orderId: "A-1001")', '    → denied: No rule decides about', '      `lookup_order` here.'].join(
        '\n',
      ),
    )
  })

  it('names every argument that did not fit', () => {
    const problems = [
      { path: 'orderId', expected: 'string', received: 'number 5' },
      { path: '', expected: 'no such argument', received: 'x' },
    ]
    const error = { code: 'validation_error', type: 'invalid_input', message: 'The arguments do not fit.', problems }
    expect(line({ kind: 'failed', error }).split('\n')).toEqual([
      '  ✗ lookup_order(orderId: "A-1001")',
      '    → The arguments do not fit.',
      '      - orderId: expected string, received number 5',
      '      - arguments: expected no such argument, received x',
    ])
  })

  it('cuts a reason that would fill the screen', () => {
    const error = { code: 'tool_error', type: 'tool_error', message: 'x\n'.repeat(500) }
    expect(line({ kind: 'failed', error }).split('\n')).toHaveLength(14)
  })
})

describe('describeCall', () => {
  it('shows arguments that were no JSON as the model wrote them, made visible', () => {
    expect(describeCall({ id: 'c', name: 'pay', input: {}, unparsed: '{"a":\u001b' })).toBe('pay({"a":\\u001b)')
  })
})

describe('duration', () => {
  it.each([
    [0.4, '0 ms'],
    [999.4, '999 ms'],
    [1240, '1.2 s'],
    [59_960, '1 min 0 s'],
    [125_000, '2 min 5 s'],
  ])('says %d ms as %s', (ms, said) => {
    expect(duration(ms)).toBe(said)
  })
})
