import { describe, expect, it } from 'vitest'
import { LoopengineError } from '../../src/core/errors.ts'
import type { LoopEvent } from '../../src/core/event.ts'
import { scriptedModel } from '../../src/models/scripted.ts'
import { answers } from '../../src/testing/answers.ts'
import {
  door,
  gateOf,
  type Played,
  type PlayOptions,
  play,
  settled,
  tool,
  unanswered,
} from '../helpers/agent-builder.ts'

const types = ({ events }: Played): string[] => events.map(({ type }) => type)

describe('a turn', () => {
  it('without calls is one answer', async () => {
    const played = await play({ steps: ['Hello there.'] })
    expect(played.result).toMatchObject({ text: 'Hello there.', stopReason: 'end_turn', pending: [] })
    expect(types(played)).toEqual(['turn_start', 'text_delta', 'text_delta', 'turn_end'])
    expect(played.messages).toEqual([
      { role: 'user', text: 'go' },
      { role: 'assistant', parts: [{ type: 'text', text: 'Hello there.' }] },
    ])
  })

  it('goes on until the model wants no more calls', async () => {
    const model = scriptedModel([{ calls: [{ name: 'a' }] }, { text: 'Now b.', calls: [{ name: 'b' }] }, 'done'])
    const { result, messages } = await play({ tools: [tool('a'), tool('b')], steps: model })
    expect(result).toMatchObject({ text: 'done', stopReason: 'end_turn' })
    expect(messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'tool', 'assistant', 'tool', 'assistant'])
    expect(model.requests.map(({ messages }) => messages.length)).toEqual([1, 3, 5])
  })

  it('tells the model of each tool its name, description and schema, and nothing else', async () => {
    const model = scriptedModel(['hi'])
    await play({ tools: [tool('a', { safe: true, timeout: 5, output_schema: {} })], steps: model })
    expect(model.requests[0]).toMatchObject({ system: 'You are tested.' })
    expect(model.requests[0]?.tools).toEqual([
      { name: 'a', description: 'The tool a.', input_schema: { type: 'object', properties: {} } },
    ])
  })

  it('adds up what its model calls used', async () => {
    const usage = { inputTokens: 10, outputTokens: 2, cachedInputTokens: 4 }
    const { result } = await play({
      tools: [tool('a')],
      steps: [
        { calls: [{ name: 'a' }], usage },
        { text: 'x', usage },
      ],
    })
    expect(result.usage).toEqual({ inputTokens: 20, outputTokens: 4, cachedInputTokens: 8 })
  })

  it('names its session, agent and model first, and ends with one turn_end', async () => {
    const { events } = await play({ steps: ['hi'] })
    expect(events[0]).toEqual({ type: 'turn_start', sessionId: 'test', agent: 'tester', model: 'scripted/model' })
    expect(events.at(-1)).toMatchObject({ type: 'turn_end', text: 'hi', sessionId: 'test' })
    expect(events.filter(({ type }) => type === 'turn_end')).toHaveLength(1)
  })

  it('hands reasoning on apart from the text', async () => {
    const played = await play({ steps: [{ reasoning: 'Hm.', text: 'Yes.' }] })
    expect(played.events[1]).toEqual({ type: 'reasoning_delta', text: 'Hm.' })
    expect(played.result.text).toBe('Yes.')
  })

  it('of which the model said nothing at all ends', async () => {
    const { result, messages } = await play({ steps: [{}, {}] })
    expect(result).toMatchObject({ text: '', stopReason: 'end_turn' })
    expect(messages).toHaveLength(1)
  })
})

describe('maxTurns', () => {
  const endless = () => ({ calls: [{ name: 'a' }] })

  it('ends the turn after that many model calls, every call answered', async () => {
    const model = scriptedModel(Array.from({ length: 9 }, () => endless))
    const { result, messages } = await play({ tools: [tool('a')], steps: model, maxTurns: 3 })
    expect([result.stopReason, model.requests.length, unanswered(messages)]).toEqual(['max_turns', 3, []])
  })

  it('is not reached by a turn that ends with its last call', async () => {
    const { result } = await play({ tools: [tool('a')], steps: [endless, endless, 'done'], maxTurns: 3 })
    expect(result.stopReason).toBe('end_turn')
  })
})

describe('a model that fails', () => {
  it('ends the turn with its error', async () => {
    const error = new LoopengineError('model_auth', 'The key was refused.', { hint: 'Check KEY.' })
    const { result, events } = await play({ steps: [error] })
    expect(result).toMatchObject({ stopReason: 'error', error: { code: 'model_auth', hint: 'Check KEY.' } })
    expect(events.at(-2)).toEqual({
      type: 'error',
      error: { code: 'model_auth', message: 'The key was refused.', hint: 'Check KEY.' },
    })
    expect(events.at(-1)).toMatchObject({ type: 'turn_end', stopReason: 'error' })
  })

  it('keeps what it used and said before', async () => {
    const usage = { inputTokens: 10, outputTokens: 2 }
    const { result, messages } = await play({
      tools: [tool('a')],
      steps: [{ text: 'First.', calls: [{ name: 'a' }], usage }, new Error('down')],
    })
    expect(result).toMatchObject({ usage, error: { code: 'unknown_error', message: 'down' } })
    expect(unanswered(messages)).toEqual([])
  })

  it('in the middle of its text keeps the text, marked as interrupted', async () => {
    const { result, messages } = await play({
      steps: {
        id: 'half',
        async *stream() {
          yield { type: 'text_delta', text: 'The order is ' }
          throw new Error('connection lost')
        },
      },
    })
    expect(result).toMatchObject({ text: 'The order is ', stopReason: 'error' })
    expect(messages[1]).toEqual({
      role: 'assistant',
      parts: [{ type: 'text', text: 'The order is ' }],
      interrupted: true,
    })
  })

  it('without a finish is an error that names it', async () => {
    const { result } = await play({
      steps: {
        id: 'endless/model',
        async *stream() {
          yield { type: 'text_delta', text: 'x' }
        },
      },
    })
    expect(result.error).toEqual({
      code: 'model_bad_response',
      message: 'Model endless/model ended its stream without finishing.',
    })
  })

  it('before it gives a stream at all is an error too', async () => {
    const { result } = await play({
      steps: {
        id: 'broken',
        stream: () => {
          throw new TypeError('no stream')
        },
      },
    })
    expect(result).toMatchObject({ stopReason: 'error', error: { message: 'no stream' } })
  })
})

describe('an answer that is not whole', () => {
  for (const reason of ['length', 'filtered'] as const) {
    it(`(${reason}) is said to be`, async () => {
      const { events } = await play({
        steps: {
          id: 'm',
          async *stream() {
            const message = { role: 'assistant' as const, parts: [{ type: 'text' as const, text: 'Half an ans' }] }
            yield { type: 'finish', message, reason, usage: { inputTokens: 1, outputTokens: 1 } }
          },
        },
      })
      expect(events.find(({ type }) => type === 'notice')).toMatchObject({ code: `answer_${reason}` })
    })
  }
})

describe('ids of calls', () => {
  const twice = { calls: [{ name: 'a', id: 'x' }] }
  const ids = ({ outcomes }: Played) => outcomes.map(({ call }) => call.id)

  it('that a model uses twice in one answer are told apart', async () => {
    const played = await play({
      tools: [tool('a')],
      steps: [
        {
          calls: [
            { name: 'a', id: 'x' },
            { name: 'a', id: 'x' },
          ],
        },
        'done',
      ],
    })
    expect(ids(played)).toEqual(['x', 'x_2'])
    expect(unanswered(played.messages)).toEqual([])
  })

  it('that a model uses again later are told apart', async () => {
    const played = await play({ tools: [tool('a')], steps: [twice, twice, 'done'] })
    expect(ids(played)).toEqual(['x', 'x_2'])
  })

  it('that the conversation used before the turn are told apart', async () => {
    const first = await play({ tools: [tool('a')], steps: [twice, 'done'] })
    const messages = [...first.messages, { role: 'user' as const, text: 'again' }]
    expect(ids(await play({ tools: [tool('a')], steps: [twice, 'done'], messages }))).toEqual(['x_2'])
  })

  it('that are missing are made up', async () => {
    const played = await play({
      tools: [tool('a')],
      steps: [
        {
          calls: [
            { name: 'a', id: '' },
            { name: 'a', id: '' },
          ],
        },
        'done',
      ],
    })
    expect(ids(played)).toEqual(['call', 'call_2'])
  })

  it('stay as they are when nothing is wrong with them', async () => {
    const played = await play({ tools: [tool('a')], steps: [{ calls: [{ name: 'a', id: 'toolu_01' }] }, 'done'] })
    expect(ids(played)).toEqual(['toolu_01'])
  })
})

describe('stopping', () => {
  const batch = { calls: [{ name: 'look' }, { name: 'look' }, { name: 'write' }] }

  /** Stops the turn at the first event that fits. */
  async function stopAt(which: (event: LoopEvent) => boolean, more: Partial<PlayOptions> = {}): Promise<Played> {
    const controller = new AbortController()
    return play({
      tools: [tool('look', { safe: true }), tool('write')],
      steps: [batch, 'done'],
      signal: controller.signal,
      onEvent: event => {
        if (which(event)) controller.abort()
      },
      ...more,
    })
  }

  it('before the turn began asks no model', async () => {
    const model = scriptedModel(['hi'])
    const { result, events } = await play({ steps: model, signal: AbortSignal.abort() })
    expect([result.stopReason, model.requests.length, events.at(-1)?.type]).toEqual(['aborted', 0, 'turn_end'])
  })

  it('while the model writes keeps the text so far', async () => {
    let deltas = 0
    const { result, messages } = await stopAt(({ type }) => type === 'text_delta' && ++deltas === 2, {
      steps: ['one two three four'],
    })
    expect(result).toMatchObject({ stopReason: 'aborted', text: 'one two' })
    expect(messages[1]).toEqual({ role: 'assistant', parts: [{ type: 'text', text: 'one two' }], interrupted: true })
  })

  it('while the model writes calls runs none of them', async () => {
    const controller = new AbortController()
    const { result, messages, trace } = await play({
      tools: [tool('look')],
      signal: controller.signal,
      steps: {
        id: 'm',
        async *stream() {
          yield { type: 'text_delta', text: 'Looking. ' }
          controller.abort()
          const call = { type: 'call' as const, call: { id: 'c', name: 'look', input: {} } }
          const message = { role: 'assistant' as const, parts: [{ type: 'text' as const, text: 'Looking. ' }, call] }
          yield { type: 'finish', message, reason: 'calls', usage: { inputTokens: 1, outputTokens: 1 } }
        },
      },
    })
    expect([result.stopReason, trace, unanswered(messages)]).toEqual(['aborted', ['call_end look'], []])
    expect(messages[2]).toMatchObject({ results: [{ kind: 'skipped' }] })
  })

  it('while a person is asked runs nothing of the batch', async () => {
    const { result, outcomes, messages } = await stopAt(({ type }) => type === 'approval_request', {
      gate: gateOf({ write: 'ask' }),
      approver: answers(),
    })
    expect(result.stopReason).toBe('aborted')
    expect(outcomes.map(({ kind }) => kind)).toEqual(['skipped', 'skipped', 'skipped'])
    expect(unanswered(messages)).toEqual([])
  })

  it('while tools run tells which may have had an effect and which never began', async () => {
    const began = door()
    const controller = new AbortController()
    const playing = play({
      tools: [
        tool('look', {
          safe: true,
          execute: () => {
            began.open()
            return new Promise(() => {})
          },
        }),
        tool('write'),
      ],
      steps: [batch, 'done'],
      signal: controller.signal,
    })
    await began.opened
    await settled()
    controller.abort()
    const { result, outcomes, messages } = await playing
    expect(result.stopReason).toBe('aborted')
    expect(outcomes.map(({ call, kind }) => `${call.name} ${kind}`)).toEqual([
      'look failed',
      'look failed',
      'write skipped',
    ])
    expect(messages[2]).toMatchObject({
      results: [
        { text: 'Failed (aborted): The turn was stopped while the call ran. The call may still have had an effect.' },
        {},
        { text: 'Not run: the turn was stopped before it ran.' },
      ],
    })
    expect(unanswered(messages)).toEqual([])
  })

  it('between two lanes keeps the outcomes there are', async () => {
    let ended = 0
    const { result, outcomes, messages } = await stopAt(({ type }) => type === 'call_end' && ++ended === 2)
    expect(result.stopReason).toBe('aborted')
    expect(outcomes.map(({ kind }) => kind)).toEqual(['ok', 'ok', 'skipped'])
    expect(unanswered(messages)).toEqual([])
  })

  it('after the last outcome asks the model no more', async () => {
    const model = scriptedModel([{ calls: [{ name: 'write' }] }, 'done'])
    const { result } = await stopAt(({ type }) => type === 'call_end', { steps: model })
    expect([result.stopReason, model.requests.length]).toEqual(['aborted', 1])
  })

  it('reaches the tool through its signal', async () => {
    const began = door()
    const controller = new AbortController()
    let reason: unknown
    const playing = play({
      tools: [
        tool('write', {
          execute: (_input, { signal }) =>
            new Promise((_resolve, reject) => {
              signal.addEventListener('abort', () => {
                reason = signal.reason
                reject(signal.reason)
              })
              began.open()
            }),
        }),
      ],
      steps: [{ calls: [{ name: 'write' }] }, 'done'],
      signal: controller.signal,
    })
    await began.opened
    controller.abort()
    await playing
    expect(reason).toEqual(new Error('the turn was stopped'))
  })
})
