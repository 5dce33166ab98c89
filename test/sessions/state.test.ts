import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Entry, Line } from '../../src/sessions/entry.ts'
import { pendingOf, unknownCalls } from '../../src/sessions/pending.ts'
import { applyLine, foldLines, type SessionState } from '../../src/sessions/state.ts'
import { anyEntry, approvalAsked, asks, call, ended, questionAsked, says, started } from '../helpers/session-builder.ts'

function lines(entries: readonly Entry[]): Line[] {
  return entries.map((entry, seq) => ({
    seq,
    at: `2026-11-30T10:15:${String(seq).padStart(2, '0')}.000Z`,
    turn: 1,
    ...entry,
  }))
}

function state(...entries: Entry[]): SessionState {
  return foldLines(lines(entries))
}

const unknownIds = (folded: SessionState): string[] => unknownCalls(folded).map(({ id }) => id)
const pendingIds = (folded: SessionState): string[] => pendingOf(folded).map(({ id }) => id)

describe('the fold', () => {
  it('of nothing is an empty session', () => {
    expect(state()).toMatchObject({ agent: '', messages: [], variables: {}, turn: 0, lines: 0, requests: 0 })
  })

  it('puts results behind their calls in the order asked, once all are there', () => {
    const folded = state(
      says('user', 'go'),
      asks(call('a'), call('b')),
      started('a', 'b'),
      ended('b', '2'),
      ended('a', '1'),
    )
    expect(folded.open).toBeUndefined()
    expect(folded.messages.at(-1)).toMatchObject({ role: 'tool', results: [{ text: '1' }, { text: '2' }] })
  })

  it('keeps a batch open while a result is missing', () => {
    const folded = state(asks(call('a'), call('b')), started('a', 'b'), ended('a'))
    expect([...(folded.open?.results.keys() ?? [])]).toEqual(['a'])
    expect(folded.messages).toHaveLength(1)
  })

  it('knows when it began and was changed last, and how many lines it has', () => {
    const folded = state(says('user', 'a'), says('assistant', 'b'))
    expect(folded).toMatchObject({
      startedAt: '2026-11-30T10:15:00.000Z',
      changedAt: '2026-11-30T10:15:01.000Z',
      lines: 2,
    })
  })

  it('takes the last variables', () => {
    expect(
      state({ type: 'variable', variables: { a: 1 } }, { type: 'variable', variables: { b: 2 } }).variables,
    ).toEqual({
      b: 2,
    })
  })

  it('adds up the usage of turns and keeps how the last one stopped', () => {
    const end: Entry = {
      type: 'note',
      note: 'turn_end',
      stopReason: 'end_turn',
      usage: { inputTokens: 5, outputTokens: 1 },
    }
    expect(state(end, end)).toMatchObject({ lastStop: 'end_turn', usage: { inputTokens: 10, outputTokens: 2 } })
    expect(state(end, says('user', 'next')).lastStop).toBeUndefined()
  })

  it('keeps the grants of a session', () => {
    const answered: Entry = {
      type: 'approval',
      step: 'answered',
      id: 's.1',
      answer: { kind: 'approve' },
      grants: ['refund/default'],
    }
    expect([...state(asks(call('a')), approvalAsked('s.1', 'a'), answered).grants]).toEqual(['refund/default'])
  })

  it('remembers the highest number of a request, so that no id is given twice', () => {
    expect(state(asks(call('a')), approvalAsked('s.4', 'a'), questionAsked('s.2', 'a')).requests).toBe(4)
  })

  it('passes over what a later version wrote', () => {
    const [first] = lines([says('user', 'a')])
    const folded = foldLines([first as Line, { seq: 1, at: 'x', turn: 1, type: 'unknown', original: 'thought' }])
    expect([folded.messages.length, folded.lines]).toEqual([1, 2])
  })

  it('is pure: the same lines give the same state, line by line or at once, and stay as they were', () => {
    fc.assert(
      fc.property(fc.array(anyEntry(), { maxLength: 30 }), entries => {
        const written = lines(entries)
        const before = structuredClone(written)
        const whole = foldLines(written)
        const stepwise = foldLines([])
        for (const line of written) applyLine(stepwise, line)
        expect(stepwise).toEqual(whole)
        expect(foldLines(written)).toEqual(whole)
        expect(written).toEqual(before)
      }),
    )
  })

  it('never holds a call that is both waiting for a person and of unknown outcome', () => {
    fc.assert(
      fc.property(fc.array(anyEntry(), { maxLength: 30 }), entries => {
        const folded = state(...entries)
        const unknown = unknownIds(folded)
        for (const request of pendingOf(folded)) {
          expect(unknown).not.toContain(request.kind === 'approval' ? request.call.id : request.callId)
        }
      }),
    )
  })
})

describe('what waits for a person', () => {
  it('is an approval that has no answer', () => {
    const folded = state(asks(call('a'), call('b')), approvalAsked('s.1', 'a'), approvalAsked('s.2', 'b'))
    expect(pendingOf(folded)).toMatchObject([{ id: 's.1', kind: 'approval', reason: 'A rule asks.' }, { id: 's.2' }])
  })

  it('is no approval that was answered', () => {
    const answered: Entry = { type: 'approval', step: 'answered', id: 's.1', answer: { kind: 'approve' } }
    expect(pendingIds(state(asks(call('a')), approvalAsked('s.1', 'a'), answered))).toEqual([])
  })

  it('is only the newer approval of a call that was asked anew', () => {
    expect(pendingIds(state(asks(call('a')), approvalAsked('s.1', 'a'), approvalAsked('s.2', 'a')))).toEqual(['s.2'])
  })

  it('is a question that has no answer, of a call that runs or ran', () => {
    expect(pendingIds(state(asks(call('a')), started('a'), questionAsked('s.1', 'a')))).toEqual(['s.1'])
  })

  it('is nothing of a call that has its result', () => {
    expect(pendingIds(state(asks(call('a'), call('b')), started('a'), questionAsked('s.1', 'a'), ended('a')))).toEqual(
      [],
    )
  })
})

describe('a call of unknown outcome', () => {
  it('is one that started and has no result', () => {
    expect(unknownIds(state(asks(call('a'), call('b'), call('c')), started('a', 'b'), ended('a')))).toEqual(['b'])
  })

  it('is none that waits for an answer', () => {
    expect(unknownIds(state(asks(call('a')), started('a'), questionAsked('s.1', 'a')))).toEqual([])
  })

  it('is one whose question was answered while it ran', () => {
    const answered: Entry = { type: 'question', step: 'answered', id: 's.1', text: 'x' }
    expect(unknownIds(state(asks(call('a')), started('a'), questionAsked('s.1', 'a'), answered))).toEqual(['a'])
  })

  it('is none whose question was answered later: it starts again', () => {
    const answered: Entry = { type: 'question', step: 'answered', id: 's.1', text: 'x', later: true }
    const before = [asks(call('a')), started('a'), questionAsked('s.1', 'a'), answered]
    expect(unknownIds(state(...before))).toEqual([])
    expect(unknownIds(state(...before, started('a')))).toEqual(['a'])
  })
})
