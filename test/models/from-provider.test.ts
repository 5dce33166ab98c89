import type { LanguageModelV3, LanguageModelV3StreamPart } from '@ai-sdk/provider'
import { describe, expect, it } from 'vitest'
import type { AssistantPart } from '../../src/core/message.ts'
import { fromProvider } from '../../src/models/from-provider.ts'
import { providers } from '../../src/models/providers/index.ts'
import type { ProviderSettings } from '../../src/models/providers/provider.ts'
import { finishOf, partsOf, requestOf } from '../helpers/open-wire-model.ts'
import { type WireName, wireFormats } from '../helpers/wire-formats.ts'

const source = { id: 'acme/m', secrets: [] }
const usage = {
  inputTokens: { total: 5, noCache: 5, cacheRead: undefined, cacheWrite: undefined },
  outputTokens: { total: 3, text: 1, reasoning: 2 },
}
const done: LanguageModelV3StreamPart = { type: 'finish', usage, finishReason: { unified: 'stop', raw: 'stop' } }
const call = (toolCallId: string, input = '{}') => ({
  type: 'tool-call' as const,
  toolCallId,
  toolName: 'get_tide',
  input,
})

function modelOf(...parts: LanguageModelV3StreamPart[]) {
  const seen: Parameters<LanguageModelV3['doStream']>[0][] = []
  const model: LanguageModelV3 = {
    specificationVersion: 'v3',
    provider: 'acme',
    modelId: 'm',
    supportedUrls: {},
    doGenerate: () => Promise.reject(new Error('never called')),
    async doStream(options) {
      seen.push(options)
      return { stream: ReadableStream.from(parts) as ReadableStream<LanguageModelV3StreamPart> }
    },
  }
  return { model: fromProvider(model, { source, imagesInResults: true }), seen }
}

describe('a model over the provider interface', () => {
  it('counts reasoning tokens apart', async () => {
    const { usage } = await finishOf(modelOf(done).model)
    expect(usage).toEqual({ inputTokens: 5, outputTokens: 3, reasoningTokens: 2 })
  })

  it('makes the ids of calls unique, in the message and against the conversation', async () => {
    const earlier: AssistantPart = { type: 'call', call: { id: 'a', name: 'get_tide', input: {} } }
    const { model } = modelOf(call('a'), call('b'), call('b'), call(''), call(''), done)
    const { message } = await finishOf(
      model,
      requestOf([
        { role: 'assistant', parts: [earlier] },
        { role: 'user', text: 'Hi' },
      ]),
    )
    const ids = message.parts.map(part => (part.type === 'call' ? part.call.id : ''))
    expect(new Set(['a', ...ids]).size).toBe(6)
    expect(ids.every(id => id !== '')).toBe(true)
    expect(ids[1]).toBe('b')
  })

  it('hands metadata back with the part that it came with, its pieces joined', async () => {
    const { model, seen } = modelOf(
      { type: 'reasoning-start', id: '1', providerMetadata: { acme: { item: 'r1' } } },
      { type: 'reasoning-delta', id: '1', delta: 'Hm.' },
      { type: 'reasoning-delta', id: '1', delta: '', providerMetadata: { acme: { signature: 's' } } },
      { type: 'reasoning-end', id: '1' },
      { type: 'text-start', id: '1' },
      { type: 'text-delta', id: '1', delta: 'Hello' },
      { type: 'text-end', id: '1', providerMetadata: { acme: { item: 't1' } } },
      { ...call('a'), providerMetadata: { acme: { thought: 'x' } } },
      done,
    )
    const { message } = await finishOf(model)
    await finishOf(model, requestOf([{ role: 'user', text: 'Hi' }, message, { role: 'user', text: 'Go on' }]))
    const sent = seen[1]?.prompt.find(({ role }) => role === 'assistant')
    expect(sent?.content).toEqual([
      { type: 'reasoning', text: 'Hm.', providerOptions: { acme: { item: 'r1', signature: 's' } } },
      { type: 'text', text: 'Hello', providerOptions: { acme: { item: 't1' } } },
      {
        type: 'tool-call',
        toolCallId: 'a',
        toolName: 'get_tide',
        input: {},
        providerOptions: { acme: { thought: 'x' } },
      },
    ])
  })

  it('keeps interleaved parts apart and in the order they began', async () => {
    const { model } = modelOf(
      { type: 'text-start', id: 'a' },
      { type: 'text-start', id: 'b' },
      { type: 'text-delta', id: 'b', delta: '2' },
      { type: 'text-delta', id: 'a', delta: '1' },
      done,
    )
    expect((await finishOf(model)).message.parts).toEqual([
      { type: 'text', text: '1' },
      { type: 'text', text: '2' },
    ])
  })

  it('leaves out parts without any content, but keeps reasoning that is only a signature', async () => {
    const { model } = modelOf(
      { type: 'text-start', id: 'a' },
      { type: 'text-end', id: 'a' },
      { type: 'reasoning-start', id: 'r', providerMetadata: { acme: { sealed: 'x' } } },
      { type: 'reasoning-end', id: 'r' },
      done,
    )
    expect((await finishOf(model)).message.parts).toEqual([
      { type: 'reasoning', text: '', metadata: { acme: { sealed: 'x' } } },
    ])
  })

  it('says that there are calls whatever the provider calls its reason', async () => {
    expect((await finishOf(modelOf(call('a'), done).model)).reason).toBe('calls')
  })

  it('leaves calls to the provider that the provider runs itself', async () => {
    const { model } = modelOf({ ...call('a'), providerExecuted: true }, done)
    expect((await finishOf(model)).message.parts).toEqual([])
  })

  it('tells the kinds of results apart', async () => {
    const { model, seen } = modelOf(done)
    const result = (callId: string, kind: 'ok' | 'failed' | 'denied') => ({
      callId,
      name: 'get_tide',
      kind,
      text: kind,
    })
    await finishOf(
      model,
      requestOf([{ role: 'tool', results: [result('a', 'ok'), result('b', 'failed'), result('c', 'denied')] }]),
    )
    expect(seen[0]?.prompt.at(-1)?.content).toMatchObject([
      { output: { type: 'text', value: 'ok' } },
      { output: { type: 'error-text', value: 'failed' } },
      { output: { type: 'error-text', value: 'denied' } },
    ])
  })

  it('sends no message for an answer that was stopped before it said anything', async () => {
    const { model, seen } = modelOf(done)
    await finishOf(
      model,
      requestOf([
        { role: 'assistant', parts: [], interrupted: true },
        { role: 'user', text: 'Hi' },
      ]),
    )
    expect(seen[0]?.prompt.map(({ role }) => role)).toEqual(['system', 'user'])
  })

  it.each([
    ['a thrown text', 'boom', 'boom'],
    ['an object without words', { strange: 1 }, '{"strange":1}'],
    ['nothing', undefined, 'undefined'],
  ])('says what it can of %s', async (_what, error, words) => {
    const { model } = modelOf({ type: 'error', error })
    await expect(partsOf(model)).rejects.toMatchObject({
      code: 'model_bad_response',
      message: expect.stringContaining(words),
    })
  })

  it('cancels the provider when the reader leaves early', async () => {
    let cancelled = false
    const stream = new ReadableStream<LanguageModelV3StreamPart>({
      pull: controller => controller.enqueue({ type: 'text-delta', id: 'a', delta: 'more ' }),
      cancel: () => {
        cancelled = true
      },
    })
    const { model } = modelOf()
    const endless = { ...model, doStream: async () => ({ stream }) } as unknown as LanguageModelV3
    for await (const _part of fromProvider(endless, { source, imagesInResults: true }).stream(requestOf())) break
    await new Promise(setImmediate)
    expect(cancelled).toBe(true)
  })
})

describe('a stream cut in two', () => {
  const LONG = Boolean(process.env.LOOPENGINE_LONG)
  const answer = { text: ['é🌊'], calls: LONG ? [{ id: 'a', name: 'get_tide', arguments: '{"port":"é🌊"}' }] : [] }

  /** One model of this provider, that reads whatever chunks it is given. */
  async function reader(name: WireName) {
    let chunks: Uint8Array[] = []
    const fetch = async () =>
      new Response(ReadableStream.from(chunks) as ReadableStream<Uint8Array>, {
        headers: { 'content-type': 'text/event-stream' },
      })
    const settings: ProviderSettings = { model: 'm', apiKey: 'k', baseURL: 'http://127.0.0.1/v1', fetch }
    const opened = await providers[name].open(settings)
    const model = fromProvider(opened.model, { ...opened, source })
    return (given: Uint8Array[]) => {
      chunks = given
      return partsOf(model)
    }
  }

  const formats: WireName[] = ['openai-compatible', 'openai', 'anthropic', 'google']

  it.each(formats)('%s reads the same wherever the cut falls', async name => {
    const bytes = Buffer.from(wireFormats[name].stream(answer))
    const read = await reader(name)
    const whole = await read([bytes])
    for (let at = 1; at < bytes.length; at++) {
      expect(await read([bytes.subarray(0, at), bytes.subarray(at)])).toEqual(whole)
    }
  })
})
