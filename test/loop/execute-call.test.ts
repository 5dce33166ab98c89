import { describe, expect, it } from 'vitest'
import { LoopengineError } from '../../src/core/errors.ts'
import type { ToolContext, ToolDefinition, ToolOutcome } from '../../src/core/tool.ts'
import { ToolFailure } from '../../src/core/tool-failure.ts'
import { toolOutput } from '../../src/core/tool-output.ts'
import { MAX_RESULT_CHARACTERS } from '../../src/loop/result-text.ts'
import { answers } from '../../src/testing/answers.ts'
import { door, type PlayOptions, play, settled, tool, unanswered } from '../helpers/agent-builder.ts'

const call = { calls: [{ name: 'work' }] }

async function outcomeOf(execute: ToolDefinition['execute'], more: Partial<PlayOptions> = {}): Promise<ToolOutcome> {
  const { outcomes, messages, result } = await play({
    tools: [tool('work', { execute })],
    steps: [call, 'done'],
    ...more,
  })
  expect(unanswered(messages)).toEqual([])
  expect(result.stopReason).toBe('end_turn')
  const [outcome] = outcomes
  if (!outcome) throw new Error('The call had no outcome.')
  return outcome
}

async function errorOf(execute: ToolDefinition['execute'], more?: Partial<PlayOptions>): Promise<unknown> {
  const outcome = await outcomeOf(execute, more)
  return outcome.kind === 'failed' ? `${outcome.error.code}: ${outcome.error.message}` : outcome
}

async function carried(execute: ToolDefinition['execute']): Promise<unknown> {
  const outcome = await outcomeOf(execute)
  return outcome.kind === 'ok' ? outcome.value : outcome
}

function fail(value: unknown): () => never {
  return () => {
    throw value
  }
}

describe('what a tool throws becomes a failed outcome', () => {
  const cases: [string, unknown, string][] = [
    ['an error', new Error('no such order'), 'tool_error: no such order'],
    [
      'an error with a code of ours',
      new LoopengineError('order_missing', 'no such order'),
      'order_missing: no such order',
    ],
    [
      'an error with its cause',
      new TypeError('fetch failed', { cause: new Error('connect ECONNREFUSED 127.0.0.1:3000') }),
      'tool_error: fetch failed: connect ECONNREFUSED 127.0.0.1:3000',
    ],
    [
      'an error without a message but with causes inside',
      new AggregateError([new Error('connect ECONNREFUSED ::1:3000'), new Error('other')]),
      'tool_error: connect ECONNREFUSED ::1:3000',
    ],
    [
      'a cause that the message already tells',
      new Error('it failed: x', { cause: new Error('x') }),
      'tool_error: it failed: x',
    ],
    ['an error without a message', new Error(), 'tool_error: The tool failed without a message.'],
    ['a text', 'no such order', 'tool_error: no such order'],
    ['a number', 404, 'tool_error: 404'],
    ['nothing', undefined, 'tool_error: undefined'],
    ['null', null, 'tool_error: null'],
    ['an object', { status: 404 }, 'tool_error: {"status":404}'],
    ['an object with a message', { message: 'gone' }, 'tool_error: gone'],
    [
      'an object that cannot be shown',
      Object.create(null, { toJSON: { value: fail(new Error('x')) } }),
      'tool_error: something was thrown that has no message',
    ],
    ['a symbol', Symbol('x'), 'tool_error: Symbol(x)'],
  ]
  for (const [name, value, expected] of cases) it(name, async () => expect(await errorOf(fail(value))).toBe(expected))

  it('also when it comes later, or from a promise', async () => {
    expect(await errorOf(async () => fail(new Error('late'))())).toBe('tool_error: late')
    expect(await errorOf(() => Promise.reject('rejected'))).toBe('tool_error: rejected')
  })

  it('and the model is told', async () => {
    const { messages } = await play({
      tools: [tool('work', { execute: fail(new Error('no such order')) })],
      steps: [call, 'done'],
    })
    expect(messages[2]).toMatchObject({ results: [{ kind: 'failed', text: 'Failed (tool_error): no such order' }] })
  })

  it('a cause that leads back to itself is told once', async () => {
    const error = new Error('round')
    error.cause = error
    expect(await errorOf(fail(error))).toBe('tool_error: round')
  })
})

describe('a result', () => {
  it('that is nothing is null', async () => expect(await carried(() => undefined)).toBeNull())
  it('that is a text stays as it is', async () => expect(await carried(() => 'a "text"')).toBe('a "text"'))

  it('is what JSON makes of it, so that all who see the event see the same', async () => {
    expect(await carried(() => ({ at: new Date(0), gone: undefined, n: Number.NaN }))).toEqual({
      at: '1970-01-01T00:00:00.000Z',
      n: null,
    })
  })

  it('does not change when the tool changes what it returned', async () => {
    const order = { status: 'open' }
    const outcome = await outcomeOf(() => order)
    order.status = 'closed'
    expect(outcome).toMatchObject({ value: { status: 'open' } })
  })

  it('that goes round in circles fails, naming why', async () => {
    const circle: Record<string, unknown> = {}
    circle.self = circle
    expect(await errorOf(() => circle)).toMatch(/^unserialisable_result: .*circular/)
  })

  it('that holds a BigInt fails', async () => {
    expect(await errorOf(() => ({ n: 1n }))).toMatch(/^unserialisable_result: .*BigInt/)
  })

  it('that is a function or a symbol fails', async () => {
    expect(await errorOf(() => () => 1)).toBe(
      "unserialisable_result: The tool returned something that JSON can't carry: a function",
    )
    expect(await errorOf(() => Symbol('x'))).toMatch(/a symbol$/)
  })

  it('whose toJSON throws fails with that', async () => {
    expect(await errorOf(() => ({ toJSON: fail(new Error('not me')) }))).toMatch(/^unserialisable_result: .*not me/)
  })

  it('that nobody could read fails, naming its size', async () => {
    expect(await errorOf(() => 'x'.repeat(MAX_RESULT_CHARACTERS + 1))).toBe(
      'result_too_large: The tool returned 4000001 characters, more than 4000000. Ask for less.',
    )
  })
})

describe('arguments', () => {
  it('that the tool changes stay as they were asked in the events and in the conversation', async () => {
    const { outcomes, messages } = await play({
      tools: [
        tool('work', {
          prepare: async input => ({ kind: 'ready', input }),
          execute: input => {
            input.lines.push('sneaked in')
            input.total = 0
          },
        }),
      ],
      steps: [{ calls: [{ name: 'work', input: { total: 5, lines: ['a'] } }] }, 'done'],
    })
    expect(outcomes[0]?.call.input).toEqual({ total: 5, lines: ['a'] })
    expect(messages[1]).toMatchObject({ parts: [{ call: { input: { total: 5, lines: ['a'] } } }] })
  })

  it('that a prepare made of other objects arrive as those', async () => {
    const when = new Date(0)
    let seen: unknown
    await play({
      tools: [
        tool('work', {
          prepare: async () => ({ kind: 'ready', input: { when } }),
          execute: input => {
            seen = input.when
          },
        }),
      ],
      steps: [call, 'done'],
    })
    expect(seen).toBe(when)
  })
})

describe('a call that takes too long', () => {
  const forever = () => new Promise<never>(() => {})

  it('fails with tool_timeout even when the tool ignores its signal', async () => {
    expect(await errorOf(forever, { toolTimeout: 5 })).toBe(
      'tool_timeout: No result within 5 ms. The call may still have had an effect.',
    )
  })

  it('aborts the signal of the tool', async () => {
    let reason: unknown
    const execute: ToolDefinition['execute'] = (_input, { signal }) =>
      new Promise(resolve => {
        signal.addEventListener('abort', () => {
          reason = signal.reason
          resolve('too late')
        })
      })
    expect(await errorOf(execute, { toolTimeout: 5 })).toMatch(/^tool_timeout/)
    expect(reason).toEqual(new Error('the time limit of the call'))
  })

  it("follows the tool's own limit before the agent's", async () => {
    const work = tool('work', { timeout: 5, execute: forever })
    expect(await errorOf(forever, { tools: [work], toolTimeout: 60_000 })).toMatch(
      /^tool_timeout: No result within 5 ms/,
    )
  })

  it('has no limit when the tool says so', async () => {
    const later = door()
    const work = tool('work', { timeout: false, execute: () => later.opened.then(() => 'late but welcome') })
    const playing = play({ tools: [work], steps: [call, 'done'], toolTimeout: 1 })
    await new Promise(resolve => setTimeout(resolve, 20))
    later.open()
    expect((await playing).outcomes[0]).toMatchObject({ kind: 'ok', value: 'late but welcome' })
  })

  it('with a limit longer than a timer can hold does not end at once', async () => {
    const work = tool('work', { timeout: 2 ** 40, execute: () => settled().then(() => 'fine') })
    const { outcomes } = await play({ tools: [work], steps: [call, 'done'] })
    expect(outcomes[0]).toMatchObject({ kind: 'ok' })
  })

  it('does not hold up the other calls of its lane', async () => {
    const { outcomes } = await play({
      tools: [tool('work', { safe: true, timeout: 5, execute: forever }), tool('other', { safe: true })],
      steps: [{ calls: [{ name: 'work' }, { name: 'other' }] }, 'done'],
    })
    expect(outcomes.map(({ call: { name }, kind }) => `${name} ${kind}`)).toEqual(['other ok', 'work failed'])
  })
})

describe('after its end a call is heard no more', () => {
  it('neither progress, nor a question, nor an agent', async () => {
    let kept: ToolContext | undefined
    const { events, records } = await play({
      tools: [
        tool('work', {
          execute: (_input, context) => {
            kept = context
          },
        }),
      ],
      steps: [call, 'done'],
      approver: answers({ questions: ['yes'] }),
    })
    const before = [events.length, records.length]
    kept?.progress('still here')
    await expect(kept?.ask('Still there?')).rejects.toMatchObject({ code: 'call_ended' })
    await expect(kept?.runAgent('other', 'x')).rejects.toMatchObject({ code: 'call_ended' })
    expect([events.length, records.length]).toEqual(before)
  })

  it('a question that is still open closes, and its late answer is not kept', async () => {
    let asked: AbortSignal | undefined
    const late = door()
    const { records, result } = await play({
      tools: [
        tool('work', {
          execute: async (_input, context) => {
            context.ask('Anybody?').catch(() => {})
            await settled()
            return 'did not wait'
          },
        }),
      ],
      steps: [call, 'done'],
      approver: {
        approve: async () => ({ kind: 'unavailable' }),
        answer: async (_request, signal) => {
          asked = signal
          await late.opened
          return { kind: 'answer', text: 'me' }
        },
      },
    })
    late.open()
    await settled()
    expect([result.stopReason, asked?.aborted]).toEqual(['end_turn', true])
    expect(records.map(({ type }) => type)).not.toContain('question_answer')
  })
})

it('tells how long the tool ran', async () => {
  const { ms } = await outcomeOf(() => new Promise(resolve => setTimeout(resolve, 20)))
  expect(ms).toBeGreaterThanOrEqual(15)
})

describe('what a tool says beside its value', () => {
  const image = { mediaType: 'image/png', data: 'iVBORw0KGgo=' }

  it('reaches the model as a text of its own and as images', async () => {
    const look = tool('look', { execute: () => toolOutput({ rows: 2 }, { text: 'two rows', images: [image] }) })
    const { outcomes, messages } = await play({ tools: [look], steps: [{ calls: [{ name: 'look' }] }, 'done'] })
    expect(outcomes[0]).toMatchObject({ kind: 'ok', value: { rows: 2 } })
    expect(messages.find(({ role }) => role === 'tool')).toMatchObject({
      results: [{ kind: 'ok', text: 'two rows', images: [image] }],
    })
  })

  it('fails with a code, a status and details of its own', async () => {
    const execute = (): never => {
      throw new ToolFailure({
        code: 'http_404',
        type: 'api_error',
        message: 'Not there.',
        status: 404,
        details: { a: 1 },
      })
    }
    const { outcomes } = await play({
      tools: [tool('get', { execute })],
      steps: [{ calls: [{ name: 'get' }] }, 'done'],
    })
    expect(outcomes[0]).toMatchObject({
      kind: 'failed',
      error: { code: 'http_404', type: 'api_error', message: 'Not there.', status: 404, details: { a: 1 } },
    })
  })
})
