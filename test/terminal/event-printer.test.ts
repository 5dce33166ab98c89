import { describe, expect, it } from 'vitest'
import type { LoopEvent } from '../../src/core/event.ts'
import type { OutcomeKind, ToolCall } from '../../src/core/tool.ts'
import { eventPrinter } from '../../src/terminal/event-printer.ts'
import { recordingStream } from './stream.ts'

const call = (id: string): ToolCall => ({ id, name: `tool_${id}`, input: {} })
const start = (id: string, lane: number): LoopEvent => ({ type: 'call_start', call: call(id), lane })
const end = (id: string, kind: OutcomeKind = { kind: 'ok', value: 1 }): LoopEvent => {
  return { type: 'call_end', outcome: { call: call(id), ms: 0, ...kind } }
}
const END: LoopEvent = {
  type: 'turn_end',
  text: '',
  stopReason: 'end_turn',
  sessionId: 's',
  pending: [],
  usage: { inputTokens: 0, outputTokens: 0 },
}

/** What is on the paper after these events, on a log that is no terminal. */
function printed(events: LoopEvent[], bare = false): string {
  const log = recordingStream()
  const print = eventPrinter({ log, text: log, bare })
  for (const event of events) print(event)
  return log.text()
}

describe('a turn on paper', () => {
  it('joins the calls that ran side by side, in the order they ended', () => {
    const events = [start('a', 0), start('b', 0), start('c', 0), end('b'), end('a'), end('c')]
    expect(printed(events)).toBe('┌ ✓ tool_b() → 1\n│ ✓ tool_a() → 1\n└ ✓ tool_c() → 1\n')
  })

  it('joins no calls of different lanes, nor of two batches', () => {
    const oneByOne = [start('a', 0), end('a'), start('b', 1), end('b'), start('c', 0), end('c')]
    expect(printed(oneByOne)).toBe('  ✓ tool_a() → 1\n  ✓ tool_b() → 1\n  ✓ tool_c() → 1\n')
  })

  it('shows a call that never started', () => {
    expect(printed([end('a', { kind: 'denied', reason: 'not you' })])).toBe('  ⊘ tool_a() → denied: not you\n')
  })

  it('says which agent takes the conversation over', () => {
    expect(printed([{ type: 'agent_change', from: 'desk', to: 'refunds' }])).toBe('⇢ desk → refunds\n')
  })

  it('ends the line of a text before a call, and at the end of the turn', () => {
    const text = (words: string): LoopEvent => ({ type: 'text_delta', text: words })
    expect(printed([text('I look '), text('it up'), start('a', 0), end('a'), text('It is 1.'), END])).toBe(
      'I look it up\n  ✓ tool_a() → 1\nIt is 1.\n',
    )
  })

  it('leaves the value out when a command prints it itself', () => {
    expect(printed([start('a', 0), end('a')], true)).toBe('  ✓ tool_a()\n')
  })

  it('prints notes of progress and notices on lines of their own', () => {
    expect(
      printed([
        start('a', 0),
        { type: 'progress', callId: 'a', note: 'half\nway\u0007' },
        { type: 'notice', code: 'retry', message: 'Trying again.' },
      ]),
    ).toBe('  … half way\\u0007\n! Trying again.\n')
  })
})

describe('a turn at a terminal', () => {
  const CLEAR = '\r\u001b[K'

  function shown(events: LoopEvent[]): string {
    const log = recordingStream(40)
    const print = eventPrinter({ log, text: log })
    for (const event of events) print(event)
    return log.text()
  }

  it('says what runs, and takes it back when it has ended', () => {
    const text = shown([start('a', 0), start('b', 0), end('a'), end('b'), END])
    expect(text).toContain(`${CLEAR}  … 2 at once: tool_a, tool_b`)
    expect(text).toContain(`${CLEAR}┌ ✓ tool_a() → 1\n`)
    expect(text.endsWith(CLEAR)).toBe(true)
  })

  it('shows progress only as long as it lasts', () => {
    const text = shown([start('a', 0), { type: 'progress', callId: 'a', note: 'half way' }, end('a'), END])
    expect(text).toContain(`${CLEAR}  … half way${CLEAR}`)
  })
})
