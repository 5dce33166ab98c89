import { describe, expect, it } from 'vitest'
import type { LoopengineError } from '../../../src/core/errors.ts'
import { finishOf, KEY, LOOKUP, openWireModel, partsOf, requestOf } from '../../helpers/open-wire-model.ts'
import { type WireName, wireFormats } from '../../helpers/wire-formats.ts'
import { closedAddress, type WireReply, wireServer } from '../../helpers/wire-server.ts'

const NAMES = Object.keys(wireFormats) as WireName[]
const AFTER = { id: 'call_b', name: 'get_tide', arguments: '{"port":"Calais"}' }
const CALL = { id: 'call_a', name: 'get_tide', arguments: '{"port":"Dövér 🌊"}' }
const TEXT = ['Tide', ' at Dövér:', ' 4.2 m 🌊.']

async function failureOf(
  name: WireName,
  ...replies: WireReply[]
): Promise<LoopengineError & { retryAfterMs?: number }> {
  const server = await wireServer(...replies)
  const model = await openWireModel(name, server.url, { idleTimeoutMs: 300 })
  return partsOf(model).then(
    () => Promise.reject(new Error('it did not fail')),
    error => error,
  )
}

describe.each(NAMES)('%s', name => {
  const wire = wireFormats[name]
  const answering = async (answer: Parameters<typeof wire.stream>[0]) => {
    const server = await wireServer({ stream: wire.stream(answer) })
    return { server, model: await openWireModel(name, server.url) }
  }

  it('streams a text as it comes and finishes with the whole message and its usage', async () => {
    const { model } = await answering({ text: TEXT })
    const parts = await partsOf(model)
    expect(parts.filter(({ type }) => type === 'text_delta')).toEqual(TEXT.map(text => ({ type: 'text_delta', text })))
    expect(parts.at(-1)).toMatchObject({
      reason: 'stop',
      message: { role: 'assistant', parts: [{ type: 'text', text: TEXT.join('') }] },
      usage: { inputTokens: 12, outputTokens: 7, cachedInputTokens: 4 },
    })
  })

  it('reads the same when the stream arrives byte by byte', async () => {
    const stream = wire.stream({ reasoning: 'Hm 🤔', text: TEXT, calls: [CALL, AFTER] })
    const whole = await wireServer({ stream })
    const cut = await wireServer({ stream, cut: 'every byte' })
    expect(await partsOf(await openWireModel(name, cut.url))).toEqual(
      await partsOf(await openWireModel(name, whole.url)),
    )
  })

  it('takes one call and parallel calls with their arguments', async () => {
    const { model } = await answering({ text: ['Looking.'], calls: [CALL, AFTER] })
    const { message, reason } = await finishOf(model)
    expect(reason).toBe('calls')
    expect(message.parts).toMatchObject([
      { type: 'text', text: 'Looking.' },
      { type: 'call', call: { id: 'call_a', name: 'get_tide', input: { port: 'Dövér 🌊' } } },
      { type: 'call', call: { id: 'call_b', name: 'get_tide', input: { port: 'Calais' } } },
    ])
  })

  it.skipIf(name === 'openai-chat')('keeps reasoning apart from the text', async () => {
    const { model } = await answering({ reasoning: 'The tide turns.', text: ['4.2 m'] })
    const parts = await partsOf(model)
    expect(parts.filter(({ type }) => type === 'reasoning_delta')).toEqual([
      { type: 'reasoning_delta', text: 'The tide turns.' },
    ])
    expect(parts.at(-1)).toMatchObject({
      message: {
        parts: [
          { type: 'reasoning', text: 'The tide turns.' },
          { type: 'text', text: '4.2 m' },
        ],
      },
    })
  })

  it('takes a call without arguments for an empty object', async () => {
    const { model } = await answering({ calls: [{ ...CALL, arguments: '{}' }] })
    expect((await finishOf(model)).message.parts).toMatchObject([{ call: { input: {} } }])
  })

  it.each(['length', 'filtered'] as const)('says that an answer was cut short: %s', async finish => {
    const { model } = await answering({ text: ['Half'], finish })
    expect((await finishOf(model)).reason).toBe(finish)
  })

  it('tells the model of the tools, the system prompt and the conversation', async () => {
    const { server, model } = await answering({ text: ['ok'] })
    await partsOf(model, requestOf([{ role: 'user', text: 'Where is the water?' }]))
    const body = JSON.stringify(server.requests[0]?.body)
    expect(server.requests[0]?.url).toContain(wire.path)
    for (const part of ['Be brief.', 'Where is the water?', 'get_tide', 'The tide at a port'])
      expect(body).toContain(part)
  })

  it('sends an answer with calls and their results back so that its own API takes them', async () => {
    const server = await wireServer({
      stream: wire.stream({ reasoning: 'Hm.', text: ['Looking.'], calls: [CALL, AFTER] }),
    })
    const model = await openWireModel(name, server.url)
    const { message } = await finishOf(model)
    const results = ['call_a', 'call_b'].map(callId => ({
      callId,
      name: 'get_tide',
      kind: 'ok' as const,
      text: `result of ${callId}`,
    }))
    await partsOf(model, requestOf([{ role: 'user', text: 'Hi' }, message, { role: 'tool', results }]))
    expect(server.requests[1]?.body).toMatchSnapshot()
  })

  it.each([
    ['model_auth', 401, 'authentication_error', 'Invalid key'],
    ['model_not_found', 404, 'not_found_error', 'No model m'],
    ['model_rate_limited', 429, 'rate_limit_error', 'Slow down'],
    ['model_overloaded', 500, 'api_error', 'Our fault'],
    ['model_overloaded', 503, 'api_error', 'Back soon'],
    ['model_overloaded', 529, 'overloaded_error', 'Overloaded'],
    ['prompt_too_long', 400, 'invalid_request_error', 'prompt is too long: 300000 tokens > 200000 maximum'],
    ['model_bad_request', 400, 'invalid_request_error', 'tools.0.name: bad'],
    ['model_quota', 429, 'insufficient_quota', 'You exceeded your current quota'],
  ])('says %s for HTTP %i %s, in the words of the provider', async (code, status, type, message) => {
    const error = await failureOf(name, { status, body: wire.error(message, type) })
    expect(error).toMatchObject({ code, message: expect.stringContaining(message) })
    expect(error.message).toContain(`${name}/m`)
  })

  it('never shows the key, also when the provider repeats it', async () => {
    const error = await failureOf(name, {
      status: 401,
      body: wire.error(`Bad key ${KEY} given`, 'authentication_error'),
    })
    expect(JSON.stringify([error.message, error.hint])).not.toContain(KEY)
    expect(error.message).toContain('[key]')
  })

  it('honours Retry-After in seconds, milliseconds and as a date', async () => {
    const limited = (headers: Record<string, string>) =>
      failureOf(name, { status: 429, body: wire.error('Slow down', 'rate_limit_error'), headers })
    expect(await limited({ 'retry-after': '2' })).toMatchObject({ retryAfterMs: 2000 })
    expect(await limited({ 'retry-after-ms': '150' })).toMatchObject({ retryAfterMs: 150 })
    const date = new Date(Date.now() + 60_000).toUTCString()
    const byDate = (await limited({ 'retry-after': date })).retryAfterMs ?? 0
    expect(byDate).toBeGreaterThan(50_000)
    expect(byDate).toBeLessThanOrEqual(60_000)
  })

  it('tells an error page of a gateway by its words', async () => {
    const error = await failureOf(name, { status: 502, text: '<html><h1>Bad gateway</h1></html>' })
    expect(error).toMatchObject({ code: 'model_overloaded', message: expect.stringContaining('Bad gateway') })
    expect(error.message).not.toContain('<')
  })

  it('does not take a page for an answer', async () => {
    const error = await failureOf(name, { status: 200, text: '<html>Please sign in</html>' })
    expect(error).toMatchObject({ code: 'model_bad_response', message: expect.stringContaining('Please sign in') })
  })

  it('says that the connection was dropped in the middle, after what had come', async () => {
    const stream = wire.stream({ text: TEXT })
    const server = await wireServer({ stream: stream.slice(0, stream.indexOf('4.2')), ending: 'drop' })
    const seen: string[] = []
    const reading = async () => {
      const model = await openWireModel(name, server.url)
      for await (const part of model.stream(requestOf())) if (part.type === 'text_delta') seen.push(part.text)
    }
    await expect(reading()).rejects.toMatchObject({ code: 'model_network' })
    expect(seen).toEqual(TEXT.slice(0, 2))
  })

  it('does not take an answer for whole that ends before its end', async () => {
    const stream = wire.stream({ text: TEXT })
    const error = await failureOf(name, { stream: stream.slice(0, stream.indexOf('4.2') - 300), ending: 'end' })
    expect(error).toMatchObject({ code: expect.stringMatching(/^model_(?:network|bad_response)$/) })
  })

  it('gives up on a stream that stalls', async () => {
    const stream = wire.stream({ text: TEXT })
    const error = await failureOf(name, { stream: stream.slice(0, stream.indexOf('4.2')), ending: 'stall' })
    expect(error).toMatchObject({ code: 'model_network', message: expect.stringContaining('stopped sending') })
  })

  it('gives up on a server that never answers', async () => {
    const error = await failureOf(name, { hang: true })
    expect(error).toMatchObject({ code: 'model_network', message: expect.stringContaining('did not begin') })
  })

  it('names the address that nothing listens at', async () => {
    const model = await openWireModel(name, await closedAddress())
    await expect(partsOf(model)).rejects.toMatchObject({
      code: 'model_network',
      message: expect.stringContaining('ECONNREFUSED'),
    })
  })

  it('reports an error that comes in the middle of a stream', async () => {
    const begin = wire.stream({ text: TEXT })
    const cut = begin.indexOf('\n\n', begin.indexOf('Tide')) + 2
    const stream = begin.slice(0, cut) + wire.errorEvent('Overloaded, sorry', 'overloaded_error')
    const error = await failureOf(name, { stream, ending: 'end' })
    expect(error).toMatchObject({ code: 'model_overloaded', message: expect.stringContaining('Overloaded, sorry') })
  })

  it('stops when the signal aborts, with the reason of the signal', async () => {
    const stream = wire.stream({ text: TEXT })
    const server = await wireServer({ stream: stream.slice(0, stream.indexOf('4.2')), ending: 'stall' })
    const model = await openWireModel(name, server.url)
    const controller = new AbortController()
    const reading = async () => {
      for await (const part of model.stream(requestOf(undefined, { signal: controller.signal }))) {
        if (part.type === 'text_delta') controller.abort(new Error('enough'))
      }
    }
    await expect(reading()).rejects.toThrow('enough')
  })

  it('sends no request when the signal was aborted before', async () => {
    const server = await wireServer({ stream: wire.stream({ text: TEXT }) })
    const model = await openWireModel(name, server.url)
    await expect(
      partsOf(model, requestOf(undefined, { signal: AbortSignal.abort(new Error('late')) })),
    ).rejects.toThrow('late')
    expect(server.requests).toEqual([])
  })

  it('works without tools and without a system prompt', async () => {
    const { server, model } = await answering({ text: ['ok'] })
    await partsOf(model, requestOf(undefined, { tools: [], system: '' }))
    expect(JSON.stringify(server.requests[0]?.body)).not.toContain('tools')
  })

  it('shows the model an image that a tool returned', async () => {
    const { server, model } = await answering({ text: ['ok'] })
    const call = { id: 'call_a', name: LOOKUP.name, input: { port: 'Dover' } }
    const images = [{ mediaType: 'image/png', data: 'iVBORw0KGgo=' }]
    await partsOf(
      model,
      requestOf([
        { role: 'user', text: 'Hi' },
        { role: 'assistant', parts: [{ type: 'call', call }] },
        { role: 'tool', results: [{ callId: 'call_a', name: LOOKUP.name, kind: 'ok', text: 'a chart', images }] },
      ]),
    )
    const body = JSON.stringify(server.requests[0]?.body)
    expect(body).toContain('iVBORw0KGgo=')
    expect(body).toContain('a chart')
  })
})

describe.each(NAMES.filter(name => name !== 'google'))('%s', name => {
  it.each(['{"port": "Dover"', '"Dover"', '[1]', 'port=Dover'])(
    'keeps arguments that are no object as written: %s',
    async written => {
      const server = await wireServer({
        stream: wireFormats[name].stream({ calls: [{ ...CALL, arguments: written }] }),
      })
      const { message } = await finishOf(await openWireModel(name, server.url))
      expect(message.parts).toMatchObject([{ type: 'call', call: { input: {}, unparsed: written } }])
    },
  )
})
