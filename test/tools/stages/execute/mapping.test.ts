import { describe, expect, it } from 'vitest'
import { ToolFailure } from '../../../../src/core/tool-failure.ts'
import { abl, toolOf } from '../../../helpers/abl.ts'
import { gateOf, tool } from '../../../helpers/agent-builder.ts'
import { type CallOptions, type StagedOptions, staged, stagedSpecs } from '../../../helpers/staged.ts'

/** A tool whose result is `{ total: 5, items: [{ id: 1 }] }`, with a mapping. */
function order(mapping: string): string {
  return abl`
    TOOLS:
      order(amount: number = 2) -> any
        description: "Orders"
        type: http
        endpoint: "https://x.example.com/order"
        method: POST
        store_result: false
        ${mapping.split('\n').join('\n        ')}
  `
}

const result = { total: 5, items: [{ id: 1 }] }

async function variablesAfter(mapping: string, options: StagedOptions = {}, call: CallOptions = {}) {
  const made = await staged(order(mapping), { attempt: () => result, ...options })
  return (await made.call({}, call)).session.variables
}

async function mapped(mapping: string, options: StagedOptions = {}, call: CallOptions = {}) {
  const made = await staged(order(mapping), { attempt: () => result, ...options })
  return made.call({}, call)
}

const failing: StagedOptions = {
  attempt: () => {
    throw new ToolFailure({
      code: 'http_503',
      type: 'api_error',
      status: 503,
      message: 'Out of order.',
      details: { reason: 'maintenance' },
    })
  },
}

describe('on_result.set', () => {
  it('writes values of the result, the arguments and the session, in order', async () => {
    const mapping =
      'on_result:\n  set:\n    total: result.total * amount\n    deep.list[0].id: result.items[0].id\n    twice: session.total * 2'
    expect(await variablesAfter(mapping)).toEqual({ total: 10, deep: { list: [{ id: 1 }] }, twice: 20 })
  })

  it('writes texts and filled templates', async () => {
    const mapping = 'on_result:\n  set:\n    state: "paid"\n    line: "Total {{result.total}}"'
    expect(await variablesAfter(mapping)).toEqual({ state: 'paid', line: 'Total 5' })
  })

  it('writes null for what the result has not', async () => {
    expect(await variablesAfter('on_result:\n  set:\n    gone: result.nothing')).toEqual({ gone: null })
  })

  it('leaves out what can not be evaluated, and goes on', async () => {
    const { session, traces, outcome } = await mapped('on_result:\n  set:\n    bad: result.items * 2\n    good: 1')
    expect(session.variables).toEqual({ good: 1 })
    expect(traces.some(line => line.startsWith('on_result: `result.items * 2`: '))).toBe(true)
    expect(outcome.kind).toBe('ok')
  })

  it('does not run after a failure', async () => {
    expect(await variablesAfter('on_result:\n  set:\n    done: true', failing)).toEqual({})
  })
})

describe('the actions of do', () => {
  it('run after set, in the order of the file', async () => {
    const { traces } = await mapped(
      'on_result:\n  set:\n    a: 1\n  do:\n    - LOG: "first {{session.a}}"\n    - SET: a = 2\n    - LOG: "then {{session.a}}"',
    )
    const logs = traces.filter(line => line.startsWith('log') || line.startsWith('on_result'))
    expect(logs).toEqual([
      'on_result: `session.a` was set.',
      'log: first 1',
      'on_result: `session.a` was set.',
      'log: then 2',
    ])
  })

  it('CLEAR takes variables away', async () => {
    const variables = { a: 1, b: { c: 2, d: 3 }, list: [1, 2, 3] }
    expect(await variablesAfter('on_result:\n  do:\n    - CLEAR: a, b.c, list[1]', {}, { variables })).toEqual({
      b: { d: 3 },
      list: [1, 3],
    })
  })

  it('RESPOND says a text to the person, with FORMATS beside it', async () => {
    const { outcome } = await mapped(
      'on_result:\n  do:\n    - RESPOND: "Total {{result.total}}"\n      FORMATS:\n        html: "<b>{{result.total}}</b>"',
    )
    expect(outcome.directives).toEqual([{ do: 'respond', text: 'Total 5', formats: { html: '<b>5</b>' } }])
  })

  it.each([
    ['after', '- RESPOND: "Hi"\n    - FORMATS:\n        html: "<b>Hi</b>"'],
    ['before', '- FORMATS:\n        html: "<b>Hi</b>"\n    - RESPOND: "Hi"'],
  ])('FORMATS may stand %s its RESPOND', async (_where, actions) => {
    const { outcome } = await mapped(`on_result:\n  do:\n    ${actions}`)
    expect(outcome.directives).toEqual([{ do: 'respond', text: 'Hi', formats: { html: '<b>Hi</b>' } }])
  })

  it('GOTO ends the block, THEN does not', async () => {
    const gone = await mapped('on_result:\n  do:\n    - GOTO: pay\n    - SET: a = 1', steps)
    expect(gone.outcome.directives).toEqual([{ do: 'step', name: 'pay' }])
    expect(gone.session.variables).toEqual({})
    const then = await mapped('on_result:\n  do:\n    - THEN: pay\n    - SET: a = 1\n    - RESPOND: "Hi"', steps)
    expect(then.outcome.directives).toEqual([
      { do: 'respond', text: 'Hi' },
      { do: 'step', name: 'pay' },
    ])
    expect(then.session.variables).toEqual({ a: 1 })
  })

  it('HANDOFF and COMPLETE are told to the loop', async () => {
    const { definitions } = await staged(order('on_result:\n  do:\n    - HANDOFF: desk\n    - COMPLETE: true'), {
      attempt: () => result,
    })
    const context = { variables: {}, signal: new AbortController().signal, emit() {}, config() {} }
    await expect(definitions.order?.execute({}, context as never)).resolves.toMatchObject({
      directives: [{ do: 'handoff', agent: 'desk' }, { do: 'end_turn' }],
    })
  })

  it('COMPLETE: false does nothing', async () => {
    expect((await mapped('on_result:\n  do:\n    - COMPLETE: false')).outcome.directives).toBeUndefined()
  })

  it('RETURN takes the place of the result and ends the block', async () => {
    const { value, session } = await mapped('on_result:\n  do:\n    - RETURN: result.total\n    - SET: a = 1')
    expect(value).toBe(5)
    expect(session.variables).toEqual({})
  })

  it('the first branch that holds runs, and no other', async () => {
    const mapping =
      'on_result:\n  do:\n    - IF: result.total > 100\n      SET: size = "huge"\n    - WHEN: result.total > 1\n      SET: size = "big"\n    - ELSE:\n        SET: size = "small"'
    expect(await variablesAfter(mapping)).toEqual({ size: 'big' })
    expect(await variablesAfter(mapping, { attempt: () => ({ total: 0 }) })).toEqual({ size: 'small' })
  })

  const steps: StagedOptions = { agent: { steps: { pay: { instructions: 'Take the money.' } } } }
})

describe('CALL', () => {
  const seen: unknown[] = []
  const notify = tool('notify', {
    input_schema: { type: 'object', properties: { text: { type: 'string' } }, required: ['text'] },
    execute: input => {
      seen.push(input)
      return { sent: true }
    },
  })
  const mapping =
    'on_result:\n  do:\n    - CALL: notify\n      WITH:\n        text: "Total {{result.total}}"\n      AS: notice'

  it('calls another tool and keeps what it gives', async () => {
    const { session, value } = await mapped(mapping, { code: [notify] })
    expect(seen).toEqual([{ text: 'Total 5' }])
    expect(session.variables).toEqual({ notice: { sent: true } })
    expect(value).toEqual(result)
  })

  it('goes through the same gate', async () => {
    const { session, traces } = await mapped(mapping, { code: [notify], agent: { gate: gateOf({ notify: 'deny' }) } })
    expect(seen).toHaveLength(1)
    expect(session.variables).toEqual({})
    expect(traces).toContain('on_result: The call of `notify` ended denied: The test says deny.')
  })

  it('of itself ends at the depth that calls may have', async () => {
    let calls = 0
    const { outcome } = await mapped('on_result:\n  do:\n    - CALL: order', {
      attempt: () => {
        calls++
        return result
      },
    })
    expect(outcome.kind).toBe('ok')
    expect(calls).toBe(9)
  })
})

describe('DELEGATE', () => {
  const mapping = (more = '') => `on_result:\n  do:\n    - DELEGATE: price-desk${more}\n      AS: said`

  it('runs another agent on a request', async () => {
    const requests: string[] = []
    const runAgent: NonNullable<CallOptions['play']>['runAgent'] = async run => {
      requests.push(`${run.agent}: ${run.request}`)
      return { kind: 'answered', text: 'fine' }
    }
    const { session } = await mapped(
      mapping('\n      WITH:\n        request: "Check {{result.total}}"'),
      {},
      { play: { runAgent } },
    )
    expect(requests).toEqual(['price-desk: Check 5'])
    expect(session.variables).toEqual({ said: 'fine' })
  })

  it('hands on what the person said last when it is told no request', async () => {
    const requests: string[] = []
    const runAgent: NonNullable<CallOptions['play']>['runAgent'] = async run => {
      requests.push(run.request)
      return { kind: 'answered', text: 'fine' }
    }
    await mapped(mapping(), {}, { play: { runAgent, text: 'Buy two.' } })
    expect(requests).toEqual(['Buy two.'])
  })

  it('goes through the tool of a subagent', async () => {
    const definition = tool('price_desk', { execute: ({ request }) => `asked: ${request}` })
    const others = [{ definition, kind: 'agent' as const, file: 'agents/shop/price-desk' }]
    expect(await variablesAfter(mapping('\n      WITH:\n        request: "x"'), { others })).toEqual({
      said: 'asked: x',
    })
  })

  it('never starts the call again: an agent that waits for a person is left', async () => {
    const runAgent: NonNullable<CallOptions['play']>['runAgent'] = async () => ({ kind: 'pending', pending: [] })
    const { outcome, traces } = await mapped(mapping(), {}, { play: { runAgent } })
    expect(outcome.kind).toBe('ok')
    expect(traces).toContain('on_result: Agent `price-desk` did not answer: Agent `price-desk` waits for a person.')
  })
})

describe('on_error', () => {
  it('sees the error and its body', async () => {
    const mapping =
      'on_error:\n  set:\n    message: error.message\n    code: error.code\n    type: error.type\n    status: error.status\n    tool: error.tool\n    why: result.reason\n    same: error.details.reason'
    expect(await variablesAfter(mapping, failing)).toEqual({
      message: 'Out of order.',
      code: 'http_503',
      type: 'api_error',
      status: 503,
      tool: 'order',
      why: 'maintenance',
      same: 'maintenance',
    })
  })

  it('leaves the failure as it was, and tells what is to be done', async () => {
    const { outcome } = await mapped('on_error:\n  do:\n    - RESPOND: "Sorry: {{error.message}}"', failing)
    expect(outcome).toMatchObject({
      kind: 'failed',
      error: { code: 'http_503', status: 503, message: 'Out of order.' },
      directives: [{ do: 'respond', text: 'Sorry: Out of order.' }],
    })
  })

  it('RETURN makes it a result', async () => {
    expect((await mapped('on_error:\n  do:\n    - RETURN: "none"', failing)).value).toBe('none')
  })

  it('runs for anything that is thrown', async () => {
    const attempt = () => {
      throw new Error('broken')
    }
    expect(await variablesAfter('on_error:\n  set:\n    code: error.code', { attempt })).toEqual({ code: 'tool_error' })
  })

  it('runs for a failure of process.before, in the lane of the call', async () => {
    const mapping =
      'process:\n  before:\n    require: [amount > 10]\n    on_fail: block("More!")\non_error:\n  set:\n    failed: error.message'
    const { session, outcome, events } = await mapped(mapping)
    expect(outcome).toMatchObject({ kind: 'failed', error: { code: 'precondition_failed', message: 'More!' } })
    expect(session.variables).toEqual({ failed: 'More!' })
    expect(events.some(({ type }) => type === 'call_start')).toBe(true)
  })

  it('runs for a missing identity', async () => {
    const mapping = 'hints:\n  requires_auth: true\non_error:\n  set:\n    code: error.code'
    expect(await variablesAfter(mapping)).toEqual({ code: 'auth_missing' })
  })

  it('does not run for arguments that do not fit', async () => {
    const made = await staged(order('on_error:\n  set:\n    failed: true'), { attempt: () => result })
    const { session, outcome } = await made.call({ amount: 'many' })
    expect(outcome).toMatchObject({ error: { code: 'validation_error' } })
    expect(session.variables).toEqual({})
  })

  it('never runs after a refusal', async () => {
    const { session, outcome } = await mapped('on_error:\n  set:\n    failed: true', {
      agent: { gate: gateOf({ order: 'deny' }) },
    })
    expect(outcome.kind).toBe('denied')
    expect(session.variables).toEqual({})
  })

  it('does not run when the turn is stopped', async () => {
    const stop = new AbortController()
    const attempt = async () => {
      stop.abort()
      throw new Error('stopped')
    }
    const { session } = await mapped(
      'on_error:\n  set:\n    failed: true',
      { attempt },
      { play: { signal: stop.signal } },
    )
    expect(session.variables).toEqual({})
  })
})

describe('a mistake in a mapping', () => {
  it('is found when the tool is made, not when it is called', async () => {
    const spec = toolOf(order('on_result:\n  set:\n    a: result.total'))
    const broken = {
      ...spec,
      onResult: { set: [{ path: 'a', value: { kind: 'expression' as const, text: 'result.(' } }], actions: [] },
    }
    const { diagnostics, definitions } = await stagedSpecs([broken], { attempt: () => result })
    expect(diagnostics).toMatchObject([
      { code: 'ABL2013', severity: 'error', file: 'tools/shop.tools.abl', range: { start: { line: 2 } } },
    ])
    expect(diagnostics[0]?.message).toMatch(/^Tool `order`: `on_result.set.a`: /)
    expect(definitions).toEqual({})
  })
})
