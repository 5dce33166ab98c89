import { describe, expect, it } from 'vitest'
import { ToolFailure } from '../../../../src/core/tool-failure.ts'
import { PolicyStore } from '../../../../src/policies/policy-store.ts'
import { abl } from '../../../helpers/abl.ts'
import { door, settled } from '../../../helpers/agent-builder.ts'
import { type StagedOptions, staged } from '../../../helpers/staged.ts'

function look(properties = '', { returns = 'any', method = 'GET' } = {}): string {
  return abl`
    TOOLS:
      look(id: string = "1", page: number = 1) -> ${returns}
        description: "Looks"
        type: http
        endpoint: "https://x.example.com/look"
        method: ${method}
        ${properties.split('\n').join('\n        ')}
  `
}

function failure(code: string, more: Partial<ConstructorParameters<typeof ToolFailure>[0]> = {}): ToolFailure {
  return new ToolFailure({ code, message: code, retryable: true, ...more })
}

/** A clock that only moves when somebody sleeps, or when it is told to. */
function testClock() {
  const clock = {
    time: 0,
    now: () => clock.time,
    async sleep(ms: number) {
      clock.time += ms
    },
  }
  return clock
}

describe('the cache', () => {
  const cached = 'hints:\n  cacheable: true'

  it('answers an equal call without another request', async () => {
    const { call, attempts } = await staged(look(cached), { attempt: (_call, count) => ({ count }) })
    expect((await call({ id: '1', page: 2 })).value).toEqual({ count: 1 })
    const again = await call({ page: '2', id: '1' })
    expect(again.value).toEqual({ count: 1 })
    expect(again.traces).toContain('cache: The result of an equal call was used again.')
    expect(attempts).toHaveLength(1)
  })

  it('tells other arguments and other people apart', async () => {
    const { call, attempts } = await staged(look(cached), { attempt: () => 'x' })
    await call({ id: '1' })
    await call({ id: '2' })
    await call({ id: '1' }, { user: { id: 'ann' } })
    await call({ id: '1' }, { user: { id: 'bob' } })
    expect(attempts).toHaveLength(4)
  })

  it('tells apart what a request reads of the session, and nothing else of it', async () => {
    const source = look(`${cached}\nheaders:\n  X-Tone: "{{session.tone}}"\ncontext_access:\n  read: [user.id]`)
    const { call, attempts } = await staged(source, { attempt: () => 'x' })
    await call({}, { variables: { tone: 'dry', user: { id: 1 } } })
    await call({}, { variables: { tone: 'dry', user: { id: 1 }, other: 5 } })
    expect(attempts).toHaveLength(1)
    await call({}, { variables: { tone: 'warm', user: { id: 1 } } })
    await call({}, { variables: { tone: 'dry', user: { id: 2 } } })
    expect(attempts).toHaveLength(3)
  })

  it('keeps no failure', async () => {
    const { call, attempts } = await staged(look(cached), {
      attempt: () => {
        throw failure('http_500')
      },
    })
    await call()
    await call()
    expect(attempts).toHaveLength(2)
  })

  it('still lets what comes after the call happen', async () => {
    const { call } = await staged(look(`${cached}\non_result:\n  set:\n    seen: result`), { attempt: () => 'x' })
    await call()
    expect((await call()).session.variables).toMatchObject({ seen: 'x', last_look_result: 'x' })
  })

  it.each(['hints:\n  cacheable: false', ''])('is not there for a tool with %j', async properties => {
    const { call, attempts } = await staged(look(properties), { attempt: () => 'x' })
    await call()
    await call()
    expect(attempts).toHaveLength(2)
  })

  it('outlives the tool when its declaration stays, and not when it changes', async () => {
    const options: StagedOptions = { attempt: () => 'x', policies: new PolicyStore() }
    await (await staged(look(cached), options)).call()
    const same = await staged(`# moved\n${look(cached)}`, options)
    await same.call()
    expect(same.attempts).toHaveLength(0)
    const changed = await staged(look(`${cached}\nheaders:\n  X-New: "1"`), options)
    await changed.call()
    expect(changed.attempts).toHaveLength(1)
  })
})

describe('the circuit breaker', () => {
  const breaker = 'circuit_breaker: {threshold: 2, resetMs: 1000}'

  it('opens after failures in a row and lets one trial pass when its time has come', async () => {
    const clock = testClock()
    let well = false
    const { call, attempts } = await staged(look(breaker), {
      policies: new PolicyStore(clock),
      attempt: () => {
        if (well) return 'well'
        throw failure('http_500')
      },
    })
    await call()
    await call()
    expect((await call()).outcome).toMatchObject({ kind: 'failed', error: { code: 'circuit_open' } })
    expect(attempts).toHaveLength(2)
    clock.time = 1001
    well = true
    expect((await call()).value).toBe('well')
    expect((await call()).value).toBe('well')
  })

  it('counts a call with its retries once, and not what says nothing about the other side', async () => {
    const failures = [failure('http_404', { retryable: false }), failure('http_500'), failure('http_500')]
    const { call, attempts } = await staged(look(`${breaker}\nretry: 1\nretry_delay: 1`), {
      attempt: (_call, count) => {
        throw failures[count - 1] ?? failure('http_500')
      },
    })
    await call()
    await call()
    expect(attempts).toHaveLength(3)
    await call()
    expect(attempts).toHaveLength(5)
    expect((await call()).outcome).toMatchObject({ error: { code: 'circuit_open' } })
  })

  it('is what on_error sees', async () => {
    const { call } = await staged(
      look('circuit_breaker: {threshold: 1, resetMs: 1000}\non_error:\n  set:\n    code: error.code'),
      {
        attempt: () => {
          throw failure('http_500')
        },
      },
    )
    await call()
    expect((await call()).session.variables).toEqual({ code: 'circuit_open' })
  })
})

describe('the rate limit', () => {
  it('lets calls wait for their turn', async () => {
    const clock = testClock()
    const starts: number[] = []
    const { call } = await staged(look('rate_limit: 2'), {
      policies: new PolicyStore(clock),
      attempt: () => void starts.push(clock.time),
    })
    for (let count = 0; count < 6; count++) await call()
    expect(starts).toEqual([0, 0, 1000, 1000, 2000, 2000])
  })

  it('fails a call that would wait longer than it may take', async () => {
    const { call, attempts } = await staged(look('rate_limit: 1\ntimeout: 500'), {
      policies: new PolicyStore(testClock()),
      attempt: () => 'x',
    })
    await call()
    expect((await call()).outcome).toMatchObject({ kind: 'failed', error: { code: 'rate_limited' } })
    expect(attempts).toHaveLength(1)
  })

  it('holds for every attempt', async () => {
    const clock = testClock()
    const starts: number[] = []
    const { call } = await staged(look('rate_limit: 1\nretry: 2\nretry_delay: 0'), {
      policies: new PolicyStore(clock),
      attempt: () => {
        starts.push(clock.time)
        throw failure('http_500')
      },
    })
    await call()
    expect(starts).toEqual([0, 1000, 2000])
  })
})

describe('retries', () => {
  const retry = 'retry: 2\nretry_delay: 1'

  it('are made as often as the tool says, while another attempt may help', async () => {
    const { call, attempts } = await staged(look(retry), {
      attempt: () => {
        throw failure('http_503')
      },
    })
    const { outcome, traces } = await call()
    expect(outcome).toMatchObject({ error: { code: 'http_503' } })
    expect(attempts).toHaveLength(3)
    expect(traces).toContain('retry: Attempt 1 ended with http_503; the next one in 1 ms.')
  })

  it('end with the first success', async () => {
    const { call, attempts } = await staged(look(retry), {
      attempt: (_call, count) => {
        if (count === 2) return 'well'
        throw failure('http_503')
      },
    })
    expect((await call()).value).toBe('well')
    expect(attempts).toHaveLength(2)
  })

  it('are not made for what would fail again', async () => {
    const { call, attempts } = await staged(look(retry), {
      attempt: () => {
        throw failure('http_404', { retryable: false })
      },
    })
    await call()
    expect(attempts).toHaveLength(1)
  })

  it('wait as long as the other side asks', async () => {
    const { call } = await staged(look(retry), {
      attempt: (_call, count) => {
        if (count === 2) return 'well'
        throw failure('http_429', { retryAfterMs: 20 })
      },
    })
    expect((await call()).traces).toContain('retry: Attempt 1 ended with http_429; the next one in 20 ms.')
  })

  it('are not made when the other side asks for more time than the tool has', async () => {
    const { call, attempts } = await staged(look(`${retry}\ntimeout: 500`), {
      attempt: () => {
        throw failure('http_429', { retryAfterMs: 60_000 })
      },
    })
    expect((await call()).outcome).toMatchObject({ error: { code: 'http_429' } })
    expect(attempts).toHaveLength(1)
  })
})

describe('the time of an attempt', () => {
  const never = (): Promise<never> => new Promise(() => {})

  it('ends it, also when it ignores its signal', async () => {
    const { call } = await staged(look('timeout: 20', { method: 'POST' }), { attempt: never })
    expect((await call()).outcome).toMatchObject({
      kind: 'failed',
      error: {
        code: 'tool_timeout',
        type: 'tool_timeout',
        message: 'No result within 20 ms. The call may still have had an effect.',
      },
    })
  })

  it('is each attempt’s own: retries are not cut short', async () => {
    const { call, attempts, definitions } = await staged(look('timeout: 20\nretry: 2\nretry_delay: 30'), {
      attempt: never,
    })
    expect((await call()).outcome).toMatchObject({ error: { code: 'tool_timeout' } })
    expect(attempts).toHaveLength(3)
    expect(definitions.look?.timeout).toBeGreaterThan(3 * 20 + 2 * 30)
  })

  it('aborts its signal', async () => {
    let aborted = false
    const { call } = await staged(look('timeout: 20'), {
      attempt: ({ signal }) =>
        new Promise(() => {
          signal.addEventListener('abort', () => {
            aborted = true
          })
        }),
    })
    await call()
    expect(aborted).toBe(true)
  })

  const cases: [string, string, StagedOptions['execution'], number][] = [
    ['its own timeout', 'timeout: 1000\nhints:\n  timeout: 2000', { toolTimeout: 3000 }, 1000],
    ['its hint', 'hints:\n  timeout: 2000', { toolTimeout: 3000 }, 2000],
    ['that of the agent', '', { toolTimeout: 3000 }, 3000],
    ['the usual one', '', {}, 30_000],
  ]
  for (const [name, properties, execution, wanted] of cases) {
    it(`is ${name}`, async () => {
      const { definitions } = await staged(look(properties), { attempt: never, execution })
      expect(definitions.look?.timeout).toBe(wanted + 10_000)
    })
  }

  it('comes from the file before the agent, but after the hint', async () => {
    const source = (hint: string) => abl`
      TOOLS:
        timeout: 4000
        look() -> any
          description: "Looks"
          type: http
          endpoint: "https://x.example.com"
          method: GET
          ${hint}
    `
    const options = { attempt: never, execution: { toolTimeout: 3000 } }
    expect((await staged(source(''), options)).definitions.look?.timeout).toBe(14_000)
    expect((await staged(source('hints: {timeout: 2000}'), options)).definitions.look?.timeout).toBe(12_000)
  })

  it('stands still while another tool is called', async () => {
    const opened = door()
    const slow = { name: 'slow', description: 'Slow.', input_schema: { type: 'object' }, execute: () => opened.opened }
    const { call } = await staged(look('timeout: 30'), {
      code: [slow],
      attempt: async ({ context }) => {
        setTimeout(opened.open, 60)
        return (await context.call('slow', {})).kind
      },
    })
    expect((await call()).value).toBe('ok')
  })
})

describe('process.after', () => {
  const processing = (lines: string) => look(`process:\n  after:\n    ${lines.split('\n').join('\n    ')}`)
  const cents: StagedOptions = { attempt: () => ({ amount_cents: 250 }) }

  it('replaces the result', async () => {
    const { call } = await staged(processing('result:\n  converted: result.amount_cents / 100'), cents)
    const { value, session } = await call()
    expect(value).toEqual({ converted: 2.5 })
    expect(session.variables).toEqual({ last_look_result: { converted: 2.5 } })
  })

  it('reads what a transform of the project made of it', async () => {
    const settings = { transforms: { euros: { after: { euros: 'result.amount_cents / 100' } } } }
    const both = processing('use: euros\nresult:\n  twice: result.euros * 2')
    expect((await (await staged(both, { ...cents, settings })).call()).value).toEqual({ twice: 5 })
    expect((await (await staged(processing('use: euros'), { ...cents, settings })).call()).value).toEqual({
      euros: 2.5,
    })
  })

  it.each([
    ['nothing said', '', { amount_cents: 250 }],
    ['use_original', 'on_fail: use_original', { amount_cents: 250 }],
    ['warn', 'on_fail: warn("odd")', { amount_cents: 250 }],
    ['fallback', 'on_fail: fallback("unknown")', 'unknown'],
  ])('that fails ends with what on_fail says: %s', async (_name, onFail, value) => {
    const { call } = await staged(processing(`result:\n  x: result.amount_cents * "a"\n${onFail}`), cents)
    const called = await call()
    expect(called.value).toEqual(value)
    expect(called.traces.some(line => line.startsWith('process.after: '))).toBe(true)
  })

  it.each([
    ['block("No number.")', 'No number.'],
    ['reask("Which one?")', 'Ask the person: Which one?'],
  ])('that fails may fail the call: %s', async (onFail, message) => {
    const source = processing(`result:\n  x: result.amount_cents * "a"\non_fail: ${onFail}`)
    const { call } = await staged(`${source}    on_error:\n      set:\n        why: error.message\n`, cents)
    const { outcome, session } = await call()
    expect(outcome).toMatchObject({ kind: 'failed', error: { code: 'invalid_response', message } })
    expect(session.variables).toEqual({ why: message })
  })
})

describe('the return check', () => {
  const returns = '{name: string, tags?: string[], home: {zip: string}}'

  it('leaves a line in the trace and the result as it is', async () => {
    const result = { name: 5, tags: ['a', 2] }
    const { call } = await staged(look('', { returns }), { attempt: () => result })
    const { value, traces } = await call()
    expect(value).toEqual(result)
    expect(traces).toContain(
      'return: The result is not what the tool declares: `result.name` is no string; `result.tags.1` is no string; `result.home` is missing.',
    )
  })

  it('is silent about what fits, and without a declared result', async () => {
    const fits = await staged(look('', { returns }), { attempt: () => ({ name: 'a', home: { zip: '1' } }) })
    expect((await fits.call()).traces.join()).not.toContain('return:')
    const open = await staged(
      abl`
      TOOLS:
        look()
          description: "Looks"
          type: http
          endpoint: "https://x.example.com"
          method: GET
    `,
      { attempt: () => 5 },
    )
    expect((await open.call()).traces.join()).not.toContain('return:')
  })

  it('fails the call when it is strict', async () => {
    const { call } = await staged(look('', { returns: 'string' }), { attempt: () => 5, strict: true })
    expect((await call()).outcome).toMatchObject({ error: { code: 'invalid_response' } })
  })
})

describe('context_access.write', () => {
  const write = look('context_access:\n  write: [user.name, zone]')

  it('takes what stands at the whole path of the result', async () => {
    const { call } = await staged(write, { attempt: () => ({ user: { name: 'Ann', age: 5 }, name: 'no' }) })
    const { session } = await call({}, { variables: { user: { id: 1 } } })
    expect(session.variables).toMatchObject({ user: { id: 1, name: 'Ann' } })
  })

  it('else under its last name, else nothing', async () => {
    const { call } = await staged(write, { attempt: () => ({ name: 'Bea' }) })
    const { session } = await call({}, { variables: { zone: 'kept' } })
    expect(session.variables).toMatchObject({ user: { name: 'Bea' }, zone: 'kept' })
  })
})

describe('provides', () => {
  const source = (writer: string) => abl`
    TOOLS:
      look() -> any
        description: "Looks"
        type: http
        endpoint: "https://x.example.com"
        method: POST
        ${writer}
      owner() -> any
        description: "Owns"
        type: http
        endpoint: "https://x.example.com"
        method: POST
        provides: [address]
        on_result:
          set:
            address: result
  `

  it.each([
    ['on_result: {set: {address: result}}', 'on_result: `session.address` was not written: only owner may (provides).'],
    [
      'on_result: {set: {address.zip: result}}',
      'on_result: `session.address.zip` was not written: only owner may (provides).',
    ],
    ['on_result: {do: [{CLEAR: address}]}', 'on_result: `session.address` was not written: only owner may (provides).'],
    [
      'context_access: {write: [address]}',
      'context_access: `session.address` was not written: only owner may (provides).',
    ],
  ])('keeps others from writing: %s', async (writer, trace) => {
    const { call } = await staged(source(writer), { attempt: () => ({ address: 'new' }) })
    const { session, traces } = await call({}, { variables: { address: 'old' } })
    expect(session.variables.address).toBe('old')
    expect(traces).toContain(trace)
  })

  it('lets the owner write, and others what nobody provides', async () => {
    const { call } = await staged(source('on_result: {set: {other: result}, do: [{CALL: owner}]}'), {
      attempt: () => 'new',
    })
    expect((await call()).session.variables).toMatchObject({ other: 'new', address: 'new' })
  })
})

describe('store_result', () => {
  it('keeps the raw result unless told otherwise', async () => {
    const { call } = await staged(look(), { attempt: () => ({ a: [1] }) })
    expect((await call()).session.variables).toEqual({ last_look_result: { a: [1] } })
  })

  it('false keeps none, and on_result still works', async () => {
    const { call } = await staged(look('store_result: false\non_result:\n  set:\n    a: result.a'), {
      attempt: () => ({ a: 1 }),
    })
    expect((await call()).session.variables).toEqual({ a: 1 })
  })

  it('keeps nothing that is too large', async () => {
    const { call } = await staged(look(), { attempt: () => 'x'.repeat(1_000_001) })
    const { session, traces } = await call()
    expect(session.variables).toEqual({})
    expect(traces.join()).toContain('store_result: The result was not kept')
  })
})

describe('latency: slow', () => {
  it('shows a line beside the call', async () => {
    const { call } = await staged(look('hints: {latency: slow}'), { attempt: () => 1 })
    expect((await call()).events.filter(({ type }) => type === 'progress')).toHaveLength(1)
  })
})

describe('the order of stages', () => {
  it('is that of the declaration, whatever order its properties stand in', async () => {
    const source = look(
      [
        'store_result: true',
        'context_access: {write: [written]}',
        'on_result: {do: [{LOG: "on_result"}]}',
        'process: {before: {require: [amount_ok], on_fail: warn("x")}, after: {result: {x: result * "a"}}}',
        'hints: {cacheable: true}',
        'rate_limit: 5',
        'circuit_breaker: {threshold: 5, resetMs: 5}',
      ].join('\n'),
      { returns: 'string' },
    )
    const { call } = await staged(source, {
      attempt: ({ trace }) => {
        trace('attempt', 'made')
        return { written: 1 }
      },
    })
    const { events } = await call({ unknown: 1 })
    const seen = events.flatMap(event =>
      event.type === 'trace' ? [event.stage] : event.type === 'call_start' ? ['gate passed'] : [],
    )
    expect(seen).toEqual([
      'source',
      'process.before',
      'gate passed',
      'attempt',
      'process.after',
      'return',
      'log',
      'context_access',
    ])
    const again = await call({})
    expect(again.traces.map(line => line.split(':')[0])).toEqual([
      'process.before',
      'cache',
      'process.after',
      'return',
      'log',
      'context_access',
    ])
  })

  it('lets safe calls run side by side and others alone', async () => {
    const source = abl`
      TOOLS:
        look() -> any
          description: "Looks"
          type: http
          endpoint: "https://x.example.com"
          method: GET
    `
    const opened = door()
    let running = 0
    const { call } = await staged(source, {
      attempt: async () => {
        running++
        await opened.opened
      },
    })
    const calls = [
      { name: 'look', input: {} },
      { name: 'look', input: {} },
    ]
    const played = call({}, { play: { steps: [{ calls }, 'done'] } })
    await settled()
    expect(running).toBe(2)
    opened.open()
    await played
  })
})
