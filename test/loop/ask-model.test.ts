import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { LoopengineError } from '../../src/core/errors.ts'
import type { Message } from '../../src/core/message.ts'
import { compactHistory, fitBudget } from '../../src/loop/compact-history.ts'
import { scriptedModel } from '../../src/models/scripted.ts'
import { play, tool, unanswered } from '../helpers/agent-builder.ts'

const tooLong = new LoopengineError('prompt_too_long', 'The prompt is too long.')
const long = 'x'.repeat(20_000)

describe('asking the model', () => {
  it('shows older results cut when the prompt is too long, and says so', async () => {
    const big = tool('big', { execute: () => long })
    const model = scriptedModel([{ calls: [{ name: 'big' }] }, { calls: [{ name: 'big' }] }, tooLong, 'Fine.'])
    const { result, events } = await play({ tools: [big], steps: model })
    expect(result.text).toBe('Fine.')
    expect(events).toContainEqual(expect.objectContaining({ type: 'notice', code: 'history_cut' }))
    const sizes = model.requests
      .at(-1)
      ?.messages.flatMap(message => (message.role === 'tool' ? [message.results[0]?.text.length] : []))
    expect(sizes?.[0]).toBeLessThan(2_100)
    expect(sizes?.[1]).toBe(long.length)
  })

  it('cuts further each time, and gives up with what the provider said', async () => {
    const model = scriptedModel([tooLong, tooLong, tooLong, tooLong])
    const { result } = await play({ steps: model })
    expect(result).toMatchObject({ stopReason: 'error', error: { code: 'prompt_too_long' } })
    expect(model.requests).toHaveLength(4)
  })

  it('asks once more after an empty answer', async () => {
    const { result, events } = await play({ steps: ['', 'Here I am.'] })
    expect(result.text).toBe('Here I am.')
    expect(events).toContainEqual(expect.objectContaining({ type: 'notice', code: 'empty_answer' }))
  })

  it('counts what the empty answer cost', async () => {
    const usage = { inputTokens: 10, outputTokens: 1 }
    const { result } = await play({
      steps: [
        { text: '', usage },
        { text: 'Here.', usage },
      ],
    })
    expect(result.usage).toEqual({ inputTokens: 20, outputTokens: 2 })
  })

  it('ends the turn after a second empty answer', async () => {
    const model = scriptedModel(['', ''])
    const { result } = await play({ steps: model })
    expect(result).toMatchObject({ text: '', stopReason: 'end_turn' })
    expect(model.requests).toHaveLength(2)
  })
})

describe('a compacted history', () => {
  const turn = (n: number): Message[] => [
    { role: 'user', text: `Question ${n}` },
    { role: 'assistant', parts: [{ type: 'call', call: { id: `c${n}`, name: 'big', input: {} } }] },
    { role: 'tool', results: [{ callId: `c${n}`, name: 'big', kind: 'ok', text: long }] },
    { role: 'assistant', parts: [{ type: 'text', text: `Answer ${n}` }] },
  ]
  const history = [1, 2, 3, 4].flatMap(turn)

  it('keeps every word of the person and of the model, up to level 2', () => {
    const said = (messages: readonly Message[]): Message[] => messages.filter(({ role }) => role !== 'tool')
    expect(said(compactHistory(history, 2))).toEqual(said(history))
  })

  it('leaves out whole turns only: a result never stands without its call', () => {
    const [note, ...rest] = compactHistory(history, 3)
    expect(note).toMatchObject({ role: 'user', text: expect.stringContaining('left out') })
    expect(rest.map(({ role }) => role)).toEqual([
      'user',
      'assistant',
      'tool',
      'assistant',
      'user',
      'assistant',
      'tool',
      'assistant',
    ])
    expect(rest[0]).toEqual({ role: 'user', text: 'Question 3' })
  })

  it('never changes the conversation itself', () => {
    const before = structuredClone(history)
    compactHistory(history, 3)
    expect(history).toEqual(before)
  })

  it('is cut no more than the budget wants', () => {
    expect(fitBudget(history, 1_000_000)).toEqual({ messages: history, level: 0 })
    expect(fitBudget(history, 9_000).level).toBe(1)
    expect(fitBudget(history, 10).level).toBe(3)
  })

  it('is valid whatever the conversation was: every call answered, letters whole, what was said last still there', () => {
    const text = fc.string({ unit: 'grapheme', maxLength: 30 }).map(one => one.repeat(60))
    const batch = fc.array(text, { minLength: 1, maxLength: 3 })
    fc.assert(
      fc.property(
        fc.array(fc.array(batch, { maxLength: 3 }), { minLength: 1, maxLength: 5 }),
        fc.nat(3),
        (turns, level) => {
          let calls = 0
          const conversation = turns.flatMap((batches, n): Message[] => [
            { role: 'user', text: `Question ${n}` },
            ...batches.flatMap((results): Message[] => {
              const ids = results.map(() => `c${calls++}`)
              return [
                { role: 'assistant', parts: ids.map(id => ({ type: 'call', call: { id, name: 'x', input: {} } })) },
                {
                  role: 'tool',
                  results: results.map((one, at) => ({ callId: ids[at] ?? '', name: 'x', kind: 'ok', text: one })),
                },
              ]
            }),
          ])
          const compacted = compactHistory(conversation, level)
          expect(unanswered(compacted)).toEqual([])
          expect(JSON.stringify(compacted)).not.toMatch(/\\ud[89a-f]/)
          expect(compacted).toContainEqual({ role: 'user', text: `Question ${turns.length - 1}` })
        },
      ),
    )
  })
})
