import { describe, expect, it } from 'vitest'
import type { ApprovalAnswer, Approver } from '../../src/core/approval.ts'
import type { Decision, Gate } from '../../src/core/rule.ts'
import type { OpenBatch, TurnRecord } from '../../src/loop/turn.ts'
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

const refund = tool('refund', {
  input_schema: { type: 'object', properties: { amount: { type: 'number' } }, required: ['amount'] },
  execute: ({ amount }) => `refunded ${amount}`,
})

const asking: Partial<PlayOptions> = {
  tools: [refund],
  gate: gateOf({ refund: 'ask' }),
  steps: [{ calls: [{ name: 'refund', input: { amount: 20 } }] }, 'done'],
}

function person(answer: unknown): Approver {
  return { ...answers(), approve: async () => answer as ApprovalAnswer }
}

function playAsk(answer: unknown, more: Partial<PlayOptions> = {}): Promise<Played> {
  return play({ ...asking, approver: person(answer), ...more } as PlayOptions)
}

function told({ messages }: Played): unknown {
  const results = messages.flatMap(message => (message.role === 'tool' ? message.results : []))
  return results.map(({ kind, text }) => `${kind}: ${text}`)
}

describe('deny', () => {
  it('is an outcome with its reason, and the turn goes on', async () => {
    const played = await play({ ...asking, gate: gateOf({ refund: 'deny' }) } as PlayOptions)
    expect(told(played)).toEqual(['denied: Not run. The test says deny.'])
    expect(played.result).toMatchObject({ stopReason: 'end_turn', text: 'done' })
    expect(played.trace).toEqual(['call_end refund'])
  })
})

describe('ask', () => {
  it('shows the final arguments, the rule and the reason', async () => {
    const rule = { name: 'large', scope: '*/*', tool: 'refund', decision: 'ask' as const }
    const gate: Gate = { decide: () => ({ decision: 'ask', rule, reason: 'It is much.' }) }
    const { events } = await playAsk({ kind: 'approve' }, { gate })
    expect(events.find(({ type }) => type === 'approval_request')).toEqual({
      type: 'approval_request',
      id: 'test.1',
      call: { id: 'call_1', name: 'refund', input: { amount: 20 } },
      rule: 'large',
      reason: 'It is much.',
    })
  })

  it('answered yes runs the call', async () => {
    const played = await playAsk({ kind: 'approve' })
    expect(told(played)).toEqual(['ok: refunded 20'])
    expect(played.events.find(({ type }) => type === 'approval_answer')).toEqual({
      type: 'approval_answer',
      id: 'test.1',
      decision: 'allow',
    })
  })

  it('answered no tells the model', async () => {
    expect(told(await playAsk({ kind: 'deny' }))).toEqual(['denied: Not run. The person refused this call.'])
  })

  it('answered no with a reason tells the model that too', async () => {
    const played = await playAsk({ kind: 'deny', reason: 'ask for a photo first' })
    expect(told(played)).toEqual(['denied: Not run. The person refused this call: ask for a photo first'])
    expect(played.result.stopReason).toBe('end_turn')
    expect(played.events.find(({ type }) => type === 'approval_answer')).toMatchObject({
      decision: 'deny',
      reason: 'ask for a photo first',
    })
  })

  it('answered stop ends the turn with every call answered', async () => {
    const played = await playAsk(
      { kind: 'deny', stop: true },
      {
        steps: [
          {
            calls: [
              { name: 'refund', input: { amount: 1 } },
              { name: 'refund', input: { amount: 2 } },
            ],
          },
        ],
      },
    )
    expect(played.result.stopReason).toBe('denied')
    expect(told(played)).toEqual([
      'denied: Not run. The person refused this call.',
      'skipped: Not run: the person stopped the turn.',
    ])
    expect(unanswered(played.messages)).toEqual([])
  })

  it('keeps the request before the person is asked, and the answer before the call runs', async () => {
    const { records } = await playAsk({ kind: 'approve' })
    expect(records.map(({ type }) => type)).toEqual([
      'message',
      'approval',
      'approval_answer',
      'calls',
      'outcome',
      'message',
    ])
  })
})

describe('edited arguments', () => {
  const edited = (input: unknown) => ({ kind: 'approve', input })

  it('are what runs', async () => {
    const played = await playAsk(edited({ amount: 5 }))
    expect(told(played)).toEqual(['ok: refunded 5'])
    expect(played.outcomes[0]?.call.input).toEqual({ amount: 5 })
  })

  it('are checked like any other', async () => {
    expect(told(await playAsk(edited({ amount: 'five' })))).toEqual([
      'denied: Not run. The edited arguments were refused: The arguments do not fit the tool.\n- amount: expected number, received string "five"',
    ])
  })

  it('are gated again: what a rule denies stays denied', async () => {
    const gate: Gate = {
      decide: ({ input }): Decision => {
        const decision = Number(input.amount) > 100 ? 'deny' : 'ask'
        return { decision, rule: null, reason: `${input.amount} is ${decision}.` }
      },
    }
    expect(told(await playAsk(edited({ amount: 500 }), { gate }))).toEqual(['denied: Not run. 500 is deny.'])
  })

  it('do not ask a second time', async () => {
    const { events } = await playAsk(edited({ amount: 5 }))
    expect(events.filter(({ type }) => type === 'approval_request')).toHaveLength(1)
  })
})

describe('for this session', () => {
  const twice: Partial<PlayOptions> = {
    steps: [
      { calls: [{ name: 'refund', input: { amount: 1 } }] },
      { calls: [{ name: 'refund', input: { amount: 2 } }] },
      'done',
    ],
  }

  it('lets the next call of the same rule pass', async () => {
    const { events, session, outcomes } = await playAsk({ kind: 'approve', remember: 'session' }, twice)
    expect(events.filter(({ type }) => type === 'approval_request')).toHaveLength(1)
    expect(outcomes.map(({ kind }) => kind)).toEqual(['ok', 'ok'])
    expect([...session.grants]).toEqual(['refund/default'])
  })

  it('once does not', async () => {
    const { events } = await playAsk({ kind: 'approve' }, twice)
    expect(events.filter(({ type }) => type === 'approval_request')).toHaveLength(2)
  })

  it('does not cover another rule that asks about the same tool', async () => {
    const gate: Gate = {
      decide: ({ input }) => {
        const name = input.amount === 1 ? 'small' : 'large'
        return { decision: 'ask', rule: { name, scope: '*/*', tool: 'refund', decision: 'ask' }, reason: name }
      },
    }
    const { events } = await playAsk({ kind: 'approve', remember: 'session' }, { ...twice, gate })
    expect(events.filter(({ type }) => type === 'approval_request')).toHaveLength(2)
  })

  it('never covers a deny', async () => {
    const session = { grants: new Set(['refund/default']) }
    const played = await playAsk({ kind: 'approve' }, { gate: gateOf({ refund: 'deny' }), session })
    expect(played.outcomes[0]?.kind).toBe('denied')
  })
})

describe('nobody', () => {
  it('who is not there parks the turn', async () => {
    const { result, trace, messages } = await playAsk({ kind: 'unavailable' })
    expect(result).toMatchObject({
      stopReason: 'pending',
      pending: [{ id: 'test.1', kind: 'approval', call: { name: 'refund' }, reason: 'The test says ask.' }],
    })
    expect(trace).toEqual([])
    expect(messages.at(-1)?.role).toBe('assistant')
  })

  const broken: [string, Approver['approve']][] = [
    ['who rejects', async () => Promise.reject(new Error('the terminal is gone'))],
    [
      'who throws',
      () => {
        throw new Error('the terminal is gone')
      },
    ],
    ['who says nothing', async () => undefined as never],
    ['who says something else', async () => ({ kind: 'aprove' }) as never],
    ['who says yes without an object', async () => true as never],
  ]
  for (const [name, approve] of broken) {
    it(`${name} approves nothing`, async () => {
      const { result, trace } = await play({ ...asking, approver: { ...answers(), approve } } as PlayOptions)
      expect([result.stopReason, trace]).toEqual(['pending', []])
    })
  }

  it('at all, ever, means denied: nothing is parked where nothing can be answered', async () => {
    const played = await play(asking as PlayOptions)
    expect(played.result.stopReason).toBe('end_turn')
    expect(told(played)).toEqual(['denied: Not run. The test says ask. Nobody is there to approve it.'])
    expect(played.records.map(({ type }) => type)).not.toContain('approval')
  })
})

describe('a parked batch', () => {
  const steps = [{ calls: [{ name: 'look' }, { name: 'refund', input: { amount: 20 } }, { name: 'bad' }] }]
  const look = tool('look', { safe: true, execute: () => 'looked' })
  const tools = [look, refund]

  /** What a session keeps of a parked turn, made from its records. */
  function batchOf({ records }: Played, answer?: ApprovalAnswer): OpenBatch {
    const found = <T extends TurnRecord['type']>(type: T) =>
      records.flatMap(record => (record.type === type ? [record as Extract<TurnRecord, { type: T }>] : []))
    const [message] = found('message')
    if (message?.message.role !== 'assistant') throw new Error('There is no batch.')
    return {
      message: message.message,
      results: new Map(found('outcome').map(({ result }) => [result.callId, result])),
      approvals: new Map(
        found('approval').map(({ id, call, fingerprint }) => [
          call.id,
          { id, call, fingerprint, answer: answer as Exclude<ApprovalAnswer, { kind: 'unavailable' }> },
        ]),
      ),
      questions: new Map(),
      directives: new Map(),
    }
  }

  async function resumed(answer: ApprovalAnswer | undefined, more: Partial<PlayOptions> = {}): Promise<Played> {
    const parked = await play({ tools, gate: gateOf({ refund: 'ask' }), steps, approver: answers() })
    return play({
      tools,
      gate: gateOf({ refund: 'ask' }),
      steps: ['done'],
      messages: parked.messages,
      batch: batchOf(parked, answer),
      session: { requests: parked.session.requests },
      approver: answers(),
      ...more,
    })
  }

  it('runs exactly the rest after a yes, and asks nothing again', async () => {
    const played = await resumed({ kind: 'approve' })
    expect(played.trace).toEqual(['call_start look', 'call_end look', 'call_start refund', 'call_end refund'])
    expect(played.events.map(({ type }) => type)).not.toContain('approval_request')
    expect(played.result).toMatchObject({ stopReason: 'end_turn', text: 'done' })
    expect(unanswered(played.messages)).toEqual([])
    expect(told(played)).toEqual(['ok: looked', 'ok: refunded 20', expect.stringMatching(/^failed: .*unknown_tool/)])
  })

  it('tells the model after a no, and runs the others', async () => {
    expect(told(await resumed({ kind: 'deny', reason: 'later' }))).toEqual([
      'ok: looked',
      'denied: Not run. The person refused this call: later',
      expect.any(String),
    ])
  })

  it('asks again under the same id while there is no answer', async () => {
    const { result, trace, records } = await resumed(undefined)
    expect(result.pending.map(({ id }) => id)).toEqual(['test.1'])
    expect([trace, records]).toEqual([[], []])
  })

  it('asks anew when the tool was described differently meanwhile', async () => {
    const changed = { ...refund, description: 'Sends all money abroad.' }
    const { result, trace } = await resumed({ kind: 'approve' }, { tools: [look, changed] })
    expect(result).toMatchObject({ stopReason: 'pending', pending: [{ id: 'test.2' }] })
    expect(trace).toEqual([])
  })

  it('asks anew when its arguments come out differently', async () => {
    const changed = { ...refund, prepare: async () => ({ kind: 'ready' as const, input: { amount: 2_000 } }) }
    const { result } = await resumed({ kind: 'approve' }, { tools: [look, changed] })
    expect(result).toMatchObject({
      stopReason: 'pending',
      pending: [{ id: 'test.2', call: { input: { amount: 2_000 } } }],
    })
  })

  it('stays denied when a rule denies it by now, whatever the person said', async () => {
    const played = await resumed({ kind: 'approve' }, { gate: gateOf({ refund: 'deny' }) })
    expect(told(played)).toEqual(['ok: looked', 'denied: Not run. The test says deny.', expect.any(String)])
  })

  it('uses an answer once: the same call in a later step asks again', async () => {
    const again = { calls: [{ name: 'refund', input: { amount: 20 }, id: 'later' }] }
    const { result } = await resumed({ kind: 'approve' }, { steps: [again, 'done'] })
    expect(result).toMatchObject({ stopReason: 'pending', pending: [{ id: 'test.2' }] })
  })
})

it('stops waiting for a person who hangs when the turn is stopped', async () => {
  const controller = new AbortController()
  const asked = door()
  const playing = playAsk(undefined, {
    signal: controller.signal,
    approver: {
      ...answers(),
      approve: () => {
        asked.open()
        return new Promise(() => {})
      },
    },
  })
  await asked.opened
  await settled()
  controller.abort()
  const { result, outcomes, messages } = await playing
  expect([result.stopReason, outcomes.map(({ kind }) => kind), unanswered(messages)]).toEqual([
    'aborted',
    ['skipped'],
    [],
  ])
})
