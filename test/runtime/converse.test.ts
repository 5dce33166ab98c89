import { describe, expect, it } from 'vitest'
import type { ToolContext } from '../../src/core/tool.ts'
import { answers } from '../../src/testing/answers.ts'
import { type AgentParts, gateOf, tool, unanswered } from '../helpers/agent-builder.ts'
import { type Conversation, conversationIn } from '../helpers/conversation.ts'
import { project } from '../helpers/project.ts'

const refund = tool('refund', {
  input_schema: { type: 'object', properties: { amount: { type: 'number' } }, required: ['amount'] },
  execute: ({ amount }) => `refunded ${amount}`,
})
const shop: AgentParts = { tools: [refund, tool('look', { safe: true })], gate: gateOf({ refund: 'ask' }) }
const wantsRefund = { calls: [{ name: 'look' }, { name: 'refund', input: { amount: 20 }, id: 'r' }] }

function newSession(parts: AgentParts = shop): Conversation {
  return conversationIn(project().root, parts)
}

describe('a conversation', () => {
  it('is kept, and the next process goes on with it', async () => {
    const talk = newSession()
    await talk.say('I am Ann.', { steps: ['Hello Ann.'] })
    const { model } = await talk.say('Who am I?', { steps: ['You are Ann.'] })
    expect(model.requests[0]?.messages).toMatchObject([
      { role: 'user', text: 'I am Ann.' },
      { role: 'assistant', parts: [{ text: 'Hello Ann.' }] },
      { role: 'user', text: 'Who am I?' },
    ])
  })

  it('keeps calls before they run and outcomes after, and the state is what the turn left', async () => {
    const talk = newSession()
    const { state } = await talk.say('Look', { steps: [{ calls: [{ name: 'look' }] }, 'done'] })
    expect(state.messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'tool', 'assistant'])
    expect(unanswered(state.messages)).toEqual([])
    expect(state).toMatchObject({ lastStop: 'end_turn', turn: 1, agent: 'tester', facts: { model: 'scripted/model' } })
    expect(state.open).toBeUndefined()
  })

  it('keeps the text of a turn that was stopped', async () => {
    const controller = new AbortController()
    const talk = newSession()
    const stopping = () => {
      controller.abort()
      return 'never said'
    }
    const { result, state } = await talk.say('Look', {
      steps: [{ text: 'Looking.', calls: [{ name: 'look' }] }, stopping],
      signal: controller.signal,
    })
    expect(result.stopReason).toBe('aborted')
    expect(state).toMatchObject({ lastStop: 'aborted' })
    expect(unanswered(state.messages)).toEqual([])
    const next = await talk.say('Go on', { steps: ['Fine.'] })
    expect(next.result.stopReason).toBe('end_turn')
  })

  it('keeps a turn that failed, and goes on after it', async () => {
    const talk = newSession()
    const { result } = await talk.say('Hello', { steps: [new Error('down')] })
    expect(result).toMatchObject({ stopReason: 'error', error: { message: 'down' } })
    expect((await talk.say('Again', { steps: ['Hi.'] })).state.messages).toMatchObject([
      { text: 'Hello' },
      { text: 'Again' },
      { role: 'assistant' },
    ])
  })

  it('adds up what its turns used', async () => {
    const talk = newSession()
    const usage = { inputTokens: 10, outputTokens: 1 }
    await talk.say('a', { steps: [{ text: 'x', usage }] })
    expect((await talk.say('b', { steps: [{ text: 'x', usage }] })).state.usage).toMatchObject({ inputTokens: 20 })
  })

  it('is refused to another agent', async () => {
    const { root } = project()
    await conversationIn(root, shop).say('Hi', { steps: ['Hi.'] })
    await expect(conversationIn(root, { ...shop, name: 'other' }).say('Hi', { steps: [] })).rejects.toMatchObject({
      code: 'session_of_another_agent',
      exitCode: 2,
    })
  })

  it('never gives one call id to two calls, even when a model counts anew in every turn', async () => {
    const talk = newSession()
    const look = { calls: [{ name: 'look', id: 'call_0' }] }
    await talk.say('1', { steps: [look, 'done'] })
    const { state } = await talk.say('2', { steps: [look, 'done'] })
    expect(unanswered(state.messages)).toEqual([])
    expect(JSON.stringify(state.messages)).toContain('call_0_2')
  })
})

describe('variables', () => {
  const counting = (work: (context: ToolContext) => unknown): AgentParts => ({
    tools: [tool('count', { execute: (_input, context) => work(context) })],
  })
  const count = { calls: [{ name: 'count' }] }

  it('that a tool changes are there in the next turn', async () => {
    const talk = newSession(
      counting(({ variables }) => {
        variables.n = Number(variables.n ?? 0) + 1
        return variables.n
      }),
    )
    await talk.say('a', { steps: [count, 'done'] })
    const { state, events } = await talk.say('b', { steps: [count, 'done'] })
    expect(state.variables).toEqual({ n: 2 })
    expect(events).toContainEqual(expect.objectContaining({ outcome: expect.objectContaining({ value: 2 }) }))
  })

  it('that were given with the message are kept, also when no tool ran', async () => {
    const talk = newSession()
    await talk.say('Hi', { steps: ['Hi.'], variables: { order: { id: 17 } } })
    const { state } = await talk.say('Hi', { steps: ['Hi.'], variables: { order: { open: true } } })
    expect(state.variables).toEqual({ order: { id: 17, open: true } })
  })

  it('that JSON cannot carry are put back, and that is said', async () => {
    const talk = newSession(
      counting(({ variables }) => {
        Object.assign(variables, { big: 1n, n: 5 })
      }),
    )
    const { events, state, result } = await talk.say('a', { steps: [count, 'done'], variables: { n: 1 } })
    expect([result.stopReason, state.variables]).toEqual(['end_turn', { n: 1 }])
    expect(events).toContainEqual({
      type: 'notice',
      code: 'variables_unserialisable',
      message: expect.stringMatching(/^After `count` .*BigInt/),
    })
  })
})

describe('a parked approval', () => {
  const parked = async (): Promise<Conversation> => {
    const talk = newSession()
    const { result, events } = await talk.say('Refund it', {
      steps: [wantsRefund],
      variables: { order: 17 },
      user: { id: 'ann' },
    })
    expect([result.stopReason, result.pending.map(({ id }) => id)]).toEqual(['pending', ['s.1']])
    expect(events.map(({ type }) => type)).not.toContain('call_start')
    return talk
  }

  it('waits in the session under its id', async () => {
    expect(await (await parked()).pending()).toMatchObject([{ id: 's.1', kind: 'approval', call: { name: 'refund' } }])
  })

  it('refuses a new message until it is answered', async () => {
    const talk = await parked()
    await expect(talk.say('Hello?', { steps: [] })).rejects.toMatchObject({
      code: 'session_pending',
      exitCode: 3,
      message: 'Session s waits for s.1.',
      hint: expect.stringContaining('s.1'),
    })
    expect((await talk.state()).messages).toHaveLength(2)
  })

  it('answered yes, the turn goes on exactly there', async () => {
    const talk = await parked()
    await talk.answer('s.1', { kind: 'approval', answer: { kind: 'approve' } })
    const { result, events, state, model } = await talk.resume({ steps: ['It is refunded.'] })
    expect(result).toMatchObject({ text: 'It is refunded.', stopReason: 'end_turn' })
    expect(events.flatMap(event => (event.type === 'call_end' ? [event.outcome.kind] : []))).toEqual(['ok', 'ok'])
    expect(model.requests[0]?.messages.at(-1)).toMatchObject({ results: [{ text: 'done' }, { text: 'refunded 20' }] })
    expect(unanswered(state.messages)).toEqual([])
  })

  it('answered with other arguments, those run', async () => {
    const talk = await parked()
    await talk.answer('s.1', { kind: 'approval', answer: { kind: 'approve', input: { amount: 5 } } })
    const { model } = await talk.resume({ steps: ['done'] })
    expect(model.requests[0]?.messages.at(-1)).toMatchObject({ results: [{}, { text: 'refunded 5' }] })
  })

  it('answered no, the model is told why', async () => {
    const talk = await parked()
    await talk.answer('s.1', { kind: 'approval', answer: { kind: 'deny', reason: 'too late' } })
    const { model } = await talk.resume({ steps: ['Sorry.'] })
    expect(model.requests[0]?.messages.at(-1)).toMatchObject({
      results: [{}, { kind: 'denied', text: expect.stringContaining('too late') }],
    })
  })

  it('answered stop, the turn ends there', async () => {
    const talk = await parked()
    await talk.answer('s.1', { kind: 'approval', answer: { kind: 'deny', stop: true } })
    const { result, state } = await talk.resume({ steps: [] })
    expect([result.stopReason, unanswered(state.messages)]).toEqual(['denied', []])
  })

  it('answered for the session, the next call of the rule passes', async () => {
    const talk = await parked()
    await talk.answer('s.1', { kind: 'approval', answer: { kind: 'approve', remember: 'session' } })
    await talk.resume({ steps: ['done'] })
    const { result, events } = await talk.say('Again', { steps: [wantsRefund, 'done'] })
    expect(result.stopReason).toBe('end_turn')
    expect(events.map(({ type }) => type)).not.toContain('approval_request')
  })

  it('is asked again under its id when the turn is taken up by somebody who can answer', async () => {
    const talk = await parked()
    const { result, events } = await talk.resume({
      steps: ['done'],
      approver: answers({ approvals: { refund: true } }),
    })
    expect(events.find(({ type }) => type === 'approval_request')).toMatchObject({ id: 's.1' })
    expect(result.stopReason).toBe('end_turn')
    expect((await talk.state()).requests).toBe(1)
  })

  it('keeps the variables it was given, for the process that goes on', async () => {
    const talk = await parked()
    await talk.answer('s.1', { kind: 'approval', answer: { kind: 'approve' } })
    expect((await talk.resume({ steps: ['done'] })).state).toMatchObject({ variables: { order: 17 } })
  })

  it('keeps for whom and where it began', async () => {
    expect((await (await parked()).state()).facts).toEqual({
      scope: { tenant: 'default', environment: 'test' },
      model: 'scripted/model',
      user: { id: 'ann' },
    })
  })
})

describe('a parked question', () => {
  let started = 0
  const painter: AgentParts = {
    tools: [
      tool('paint', {
        execute: async (_input, { ask }) => {
          started++
          return `painted ${await ask('Which colour?')} ${await ask('Which room?')}`
        },
      }),
    ],
  }
  const paint = { calls: [{ name: 'paint', id: 'p' }] }

  it('starts its call again from the top with the answer, as often as it takes', async () => {
    started = 0
    const talk = newSession(painter)
    await talk.say('Paint', { steps: [paint] })
    await talk.answer('s.1', { kind: 'question', text: 'blue' })
    const second = await talk.resume({ steps: [] })
    expect(second.result).toMatchObject({
      stopReason: 'pending',
      pending: [{ id: 's.2', question: { text: 'Which room?' } }],
    })
    await talk.answer('s.2', { kind: 'question', text: 'kitchen' })
    const { model, result } = await talk.resume({ steps: ['Painted.'] })
    expect(model.requests[0]?.messages.at(-1)).toMatchObject({
      results: [{ kind: 'ok', text: 'painted blue kitchen' }],
    })
    expect([result.stopReason, started]).toEqual(['end_turn', 3])
  })

  it('is no call of unknown outcome: nothing is told to have failed', async () => {
    const talk = newSession(painter)
    await talk.say('Paint', { steps: [paint] })
    await talk.answer('s.1', { kind: 'question', text: 'blue' })
    const { events } = await talk.resume({ steps: [], approver: answers({ questions: [] }) })
    expect(events.map(({ type }) => type)).not.toContain('notice')
  })

  it('is asked again when the turn is taken up by somebody who can answer', async () => {
    const talk = newSession(painter)
    await talk.say('Paint', { steps: [paint] })
    const { events, result } = await talk.resume({
      steps: ['done'],
      approver: answers({ questions: ['blue', 'hall'] }),
    })
    expect(events.flatMap(event => (event.type === 'question' ? [event.id] : []))).toEqual(['s.1', 's.2'])
    expect(result.stopReason).toBe('end_turn')
  })
})

describe('taking up', () => {
  it('a session that waits for nothing is an error', async () => {
    const talk = newSession()
    await talk.say('Hi', { steps: ['Hi.'] })
    await expect(talk.resume({ steps: [] })).rejects.toMatchObject({ code: 'nothing_pending' })
  })
})
