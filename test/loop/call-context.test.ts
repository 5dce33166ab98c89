import { describe, expect, it } from 'vitest'
import type { Approver } from '../../src/core/approval.ts'
import type { Question, ToolDefinition } from '../../src/core/tool.ts'
import type { AskedQuestion, OpenBatch, TurnOptions } from '../../src/loop/turn.ts'
import { answers } from '../../src/testing/answers.ts'
import { askUserTool } from '../../src/tools/system/ask-user.ts'
import { door, type PlayOptions, play, tool } from '../helpers/agent-builder.ts'

const step = { calls: [{ name: 'work' }] }

function asker(execute: ToolDefinition['execute'], more: Partial<ToolDefinition> = {}): Partial<PlayOptions> {
  return { tools: [tool('work', { execute, ...more })], steps: [step, 'done'] }
}

const asksOnce = asker(async (_input, { ask }) => `painted ${await ask('Which colour?')}`)

describe('a question', () => {
  it('is put to the person, and its answer goes to the tool', async () => {
    const { outcomes, events, records } = await play({
      ...asksOnce,
      approver: answers({ questions: ['blue'] }),
    } as PlayOptions)
    expect(outcomes[0]).toMatchObject({ kind: 'ok', value: 'painted blue' })
    const question = { text: 'Which colour?' }
    expect(events.find(({ type }) => type === 'question')).toEqual({
      type: 'question',
      id: 'test.1',
      callId: 'call_1',
      question,
    })
    expect(records.filter(({ type }) => type.startsWith('question'))).toEqual([
      { type: 'question', id: 'test.1', callId: 'call_1', question },
      { type: 'question_answer', id: 'test.1', text: 'blue' },
    ])
  })

  it('may offer choices', async () => {
    const question: Question = { text: 'Which?', choices: ['red', 'blue'] }
    const { events } = await play({
      ...asker((_input, { ask }) => ask(question)),
      approver: answers({ questions: ['red'] }),
    } as PlayOptions)
    expect(events.find(({ type }) => type === 'question')).toMatchObject({ question })
  })

  it('that nobody can answer parks the call, whatever the tool makes of it', async () => {
    const swallowing = asker(async (_input, { ask }) => ask('Which colour?').catch(() => 'grey then'))
    for (const setup of [asksOnce, swallowing]) {
      const { result, trace, outcomes } = await play({ ...setup, approver: answers() } as PlayOptions)
      expect(result).toMatchObject({
        stopReason: 'pending',
        pending: [{ id: 'test.1', kind: 'question', callId: 'call_1', question: { text: 'Which colour?' } }],
      })
      expect([trace, outcomes]).toEqual([['call_start work'], []])
    }
  })

  it('holds back the lanes after its call, and lets its own lane end', async () => {
    const { trace, result } = await play({
      tools: [
        tool('look', { safe: true }),
        tool('asks', { safe: true, execute: (_i, { ask }) => ask('?') }),
        tool('write'),
      ],
      steps: [{ calls: [{ name: 'look' }, { name: 'asks' }, { name: 'write' }] }, 'done'],
      approver: answers(),
    })
    expect(trace).toEqual(['call_start look', 'call_start asks', 'call_end look'])
    expect(result.stopReason).toBe('pending')
  })

  it('fails the call when there is nobody at all, ever', async () => {
    const { result, outcomes, records } = await play(asksOnce as PlayOptions)
    expect(result.stopReason).toBe('end_turn')
    expect(outcomes[0]).toMatchObject({ kind: 'failed', error: { code: 'nobody_to_ask' } })
    expect(records.map(({ type }) => type)).not.toContain('question')
  })

  const broken: [string, Approver['answer']][] = [
    ['rejects', async () => Promise.reject(new Error('gone'))],
    ['says nothing', async () => undefined as never],
    ['gives no text', async () => ({ kind: 'answer', text: 5 }) as never],
  ]
  for (const [name, answer] of broken) {
    it(`counts as unanswered when the channel ${name}`, async () => {
      const { result } = await play({ ...asksOnce, approver: { ...answers(), answer } } as PlayOptions)
      expect(result.stopReason).toBe('pending')
    })
  }

  it('two of which wait at once are both listed', async () => {
    const { result } = await play({
      ...asker(async (_input, { ask }) => Promise.all([ask('Colour?'), ask('Size?')])),
      approver: answers(),
    } as PlayOptions)
    expect(result.pending.map(({ id }) => id)).toEqual(['test.1', 'test.2'])
  })
})

describe('a call that starts again after its answer', () => {
  async function again(execute: ToolDefinition['execute'], asked: AskedQuestion[], approver = answers()) {
    const message = {
      role: 'assistant' as const,
      parts: [{ type: 'call' as const, call: { id: 'call_1', name: 'work', input: {} } }],
    }
    const batch: OpenBatch = {
      message,
      results: new Map(),
      directives: new Map(),
      approvals: new Map(),
      questions: new Map([['call_1', asked]]),
    }
    return play({
      ...asker(execute),
      steps: ['done'],
      messages: [{ role: 'user', text: 'go' }, message],
      batch,
      session: { requests: 7 },
      approver,
    } as PlayOptions)
  }

  const twoQuestions: ToolDefinition['execute'] = async (_input, { ask }) => [await ask('Colour?'), await ask('Size?')]

  it('gets the answer where it asks, and asks only what is new', async () => {
    const { events, outcomes } = await again(
      twoQuestions,
      [{ id: 'test.1', question: { text: 'Colour?' }, answer: 'blue' }],
      answers({ questions: ['m'] }),
    )
    expect(outcomes[0]).toMatchObject({ value: ['blue', 'm'] })
    expect(events.filter(({ type }) => type === 'question')).toMatchObject([
      { id: 'test.8', question: { text: 'Size?' } },
    ])
  })

  it('asks a question that is still open again under its id, without a second record', async () => {
    const { events, records } = await again(
      twoQuestions,
      [{ id: 'test.1', question: { text: 'Colour?' } }],
      answers({ questions: ['blue', 'm'] }),
    )
    expect(events.filter(({ type }) => type === 'question')).toMatchObject([{ id: 'test.1' }, { id: 'test.8' }])
    expect(records.filter(({ type }) => type === 'question')).toMatchObject([{ id: 'test.8' }])
  })

  it('never takes an answer for another question', async () => {
    const { result, events } = await again(
      (_input, { ask }) => ask('Delete 4000 files?'),
      [{ id: 'test.1', question: { text: 'Delete 3 files?' }, answer: 'yes' }],
    )
    expect(result.pending).toMatchObject([{ id: 'test.8', question: { text: 'Delete 4000 files?' } }])
    expect(events.map(({ type }) => type)).not.toContain('call_end')
  })

  it('gives the same question asked twice its answers in order', async () => {
    const question = { text: 'Sure?' }
    const { outcomes } = await again(
      async (_input, { ask }) => [await ask('Sure?'), await ask('Sure?')],
      [
        { id: 'test.1', question, answer: 'yes' },
        { id: 'test.2', question, answer: 'no' },
      ],
    )
    expect(outcomes[0]).toMatchObject({ value: ['yes', 'no'] })
  })
})

describe('waiting for a person', () => {
  it("never counts against the tool's time, however often it asks", async () => {
    const wait = () => new Promise<void>(resolve => setTimeout(resolve, 60))
    const { outcomes } = await play({
      ...asker(async (_input, { ask }) => [await ask('1?'), await ask('2?')], { timeout: 50 }),
      approver: {
        ...answers(),
        answer: async ({ question }) => {
          await wait()
          return { kind: 'answer', text: question.text }
        },
      },
    } as PlayOptions)
    expect(outcomes[0]).toMatchObject({ kind: 'ok', value: ['1?', '2?'] })
    expect(outcomes[0]?.ms).toBeLessThan(100)
  })

  it('ends with the turn', async () => {
    const controller = new AbortController()
    const asked = door()
    const playing = play({
      ...asksOnce,
      signal: controller.signal,
      approver: {
        ...answers(),
        answer: () => {
          asked.open()
          return new Promise(() => {})
        },
      },
    } as PlayOptions)
    await asked.opened
    controller.abort()
    const { result, outcomes } = await playing
    expect(result.stopReason).toBe('aborted')
    expect(outcomes[0]).toMatchObject({ kind: 'failed', error: { code: 'aborted' } })
  })
})

describe('what a tool knows', () => {
  it('is its agent, session, call, tenant, environment and user', async () => {
    let seen: unknown
    const user = { id: 'ann', claims: { role: 'staff' } }
    await play({
      ...asker((_input, { agent, session, callId, tenant, environment, user }) => {
        seen = { agent, session, callId, tenant, environment, user }
      }),
      user,
    } as PlayOptions)
    expect(seen).toEqual({
      agent: { name: 'tester', directory: '/project/agents/tester' },
      session: { id: 'test' },
      callId: 'call_1',
      tenant: 'default',
      environment: 'test',
      user,
    })
  })

  it("are the session's variables, which it may change", async () => {
    const { session } = await play({
      ...asker((_input, { variables }) => {
        variables.count = Number(variables.count) + 1
      }),
      session: { variables: { count: 1 } },
    } as PlayOptions)
    expect(session.variables).toEqual({ count: 2 })
  })

  it('its progress is shown beside the call', async () => {
    const { events } = await play(asker((_input, { progress }) => progress('half way')) as PlayOptions)
    expect(events.find(({ type }) => type === 'progress')).toEqual({
      type: 'progress',
      callId: 'call_1',
      note: 'half way',
    })
  })
})

describe('userText', () => {
  it('is what the person said last', async () => {
    const { outcomes } = await play({
      ...asker((_input, context) => context.userText),
      messages: [
        { role: 'user', text: 'first' },
        { role: 'user', text: 'second' },
      ],
    } as PlayOptions)
    expect(outcomes[0]).toMatchObject({ value: 'second' })
  })
})

describe('runAgent', () => {
  const calls = (end: Awaited<ReturnType<NonNullable<TurnOptions['runAgent']>>>): Partial<PlayOptions> => ({
    ...asker((_input, context) => context.runAgent('helper', 'find it')),
    runAgent: async () => end,
    approver: answers(),
  })

  it('gives the final text', async () => {
    const { outcomes } = await play(calls({ kind: 'answered', text: 'found' }) as PlayOptions)
    expect(outcomes[0]).toMatchObject({ value: 'found' })
  })

  it('rejects with what stopped it', async () => {
    const { outcomes } = await play(calls({ kind: 'failed', error: { code: 'denied', message: 'no' } }) as PlayOptions)
    expect(outcomes[0]).toMatchObject({ kind: 'failed', error: { code: 'denied', message: 'no' } })
  })

  it('parks the call with what the agent waits for, and keeps that', async () => {
    const pending = [{ id: 'child.1', kind: 'question' as const, callId: 'c', question: { text: '?' } }]
    const { result, records } = await play(calls({ kind: 'pending', pending }) as PlayOptions)
    expect(result).toMatchObject({ stopReason: 'pending', pending })
    expect(records.at(-1)).toEqual({ type: 'waiting', callId: 'call_1', pending })
  })

  it('can refuse to park: the call then goes on without the agent', async () => {
    const pending = [{ id: 'child.1', kind: 'question' as const, callId: 'c', question: { text: '?' } }]
    const { outcomes, records } = await play({
      ...calls({ kind: 'pending', pending }),
      ...asker((_input, context) =>
        context.runAgent('helper', 'find it', { park: false }).catch((error: { code: string }) => error.code),
      ),
    } as PlayOptions)
    expect(outcomes[0]).toMatchObject({ kind: 'ok', value: 'approval_required' })
    expect(records.filter(({ type }) => type === 'waiting')).toEqual([])
  })

  it('fails where no agent can be run', async () => {
    const { outcomes } = await play(asker((_input, context) => context.runAgent('helper', 'x')) as PlayOptions)
    expect(outcomes[0]).toMatchObject({ error: { code: 'no_agents' } })
  })
})

describe('system_ask_user', () => {
  const asking = (input: Record<string, unknown>, questions: string[]) =>
    play({
      tools: [askUserTool],
      steps: [{ calls: [{ name: 'system_ask_user', input }] }, 'done'],
      approver: answers({ questions }),
    })

  it('puts the question of the model to the person', async () => {
    const { outcomes, events } = await asking({ question: 'Which?', choices: ['a', 'b'] }, ['b'])
    expect(outcomes[0]).toMatchObject({ kind: 'ok', value: 'b' })
    expect(events.find(({ type }) => type === 'question')).toMatchObject({
      question: { text: 'Which?', choices: ['a', 'b'] },
    })
  })

  it('needs a question', async () => {
    expect((await asking({ question: '' }, [])).outcomes[0]).toMatchObject({ error: { code: 'validation_error' } })
  })

  it('has no limit of time', () => expect(askUserTool.timeout).toBe(false))
})
