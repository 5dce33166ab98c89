import { describe, expect, it } from 'vitest'
import type { Model } from '../../src/core/model.ts'
import { ModelError, type ModelErrorCode } from '../../src/models/model-error.ts'
import { openModel } from '../../src/models/open-model.ts'
import { type RetryNote, type RetryOptions, retryModel } from '../../src/models/retry-model.ts'
import { scriptedModel } from '../../src/models/scripted.ts'
import { finishOf, partsOf, requestOf } from '../helpers/open-wire-model.ts'
import { wireFormats } from '../helpers/wire-formats.ts'
import { closedAddress, wireServer } from '../helpers/wire-server.ts'

const failure = (code: ModelErrorCode, retryAfterMs?: number) =>
  new ModelError(code, `acme/m: ${code}.`, { retryAfterMs })

function retrying(model: Model, options: RetryOptions = {}) {
  const waits: number[] = []
  const notes: RetryNote[] = []
  const sleep = async (ms: number) => waits.push(ms)
  const retried = retryModel(model, { sleep, random: () => 1, onRetry: note => notes.push(note), ...options })
  return { model: retried, waits, notes }
}

describe('asking a model again', () => {
  it.each(['model_rate_limited', 'model_overloaded', 'model_network'] as const)('happens after %s', async code => {
    const { model, waits } = retrying(scriptedModel([failure(code), 'fine']))
    expect((await finishOf(model)).message.parts).toEqual([{ type: 'text', text: 'fine' }])
    expect(waits).toEqual([500])
  })

  it.each(['model_auth', 'model_not_found', 'model_bad_request', 'prompt_too_long', 'model_quota'] as const)(
    'is no use after %s',
    async code => {
      const scripted = scriptedModel([failure(code), 'never'])
      await expect(finishOf(retrying(scripted).model)).rejects.toMatchObject({ code })
      expect(scripted.requests).toHaveLength(1)
    },
  )

  it('waits longer each time and gives up after the fourth call', async () => {
    const scripted = scriptedModel(Array.from({ length: 9 }, () => failure('model_overloaded')))
    const { model, waits } = retrying(scripted)
    await expect(finishOf(model)).rejects.toMatchObject({ code: 'model_overloaded' })
    expect(waits).toEqual([500, 1000, 2000])
    expect(scripted.requests).toHaveLength(4)
  })

  it('never waits longer than eight seconds of its own accord', async () => {
    const scripted = scriptedModel(Array.from({ length: 9 }, () => failure('model_overloaded')))
    const { model, waits } = retrying(scripted, { attempts: 8 })
    await expect(finishOf(model)).rejects.toThrow()
    expect(waits.at(-1)).toBe(8000)
  })

  it('spreads its waits over the upper half', async () => {
    const { model, waits } = retrying(scriptedModel([failure('model_network'), 'fine']), { random: () => 0 })
    await finishOf(model)
    expect(waits).toEqual([250])
  })

  it('waits as long as the provider asked', async () => {
    const { model, waits } = retrying(scriptedModel([failure('model_rate_limited', 12_000), 'fine']))
    await finishOf(model)
    expect(waits).toEqual([12_000])
  })

  it('does not wait when the provider asks for more than a minute', async () => {
    const { model, waits } = retrying(scriptedModel([failure('model_rate_limited', 3_600_000), 'never']))
    await expect(finishOf(model)).rejects.toMatchObject({ code: 'model_rate_limited' })
    expect(waits).toEqual([])
  })

  it('does not happen once anything has arrived', async () => {
    const broken: Model = {
      id: 'acme/m',
      async *stream() {
        yield { type: 'text_delta', text: 'Half' }
        throw failure('model_network')
      },
    }
    const { model, notes } = retrying(broken)
    await expect(partsOf(model)).rejects.toMatchObject({ code: 'model_network' })
    expect(notes).toEqual([])
  })

  it('is told before the wait', async () => {
    const { model, notes } = retrying(scriptedModel([failure('model_rate_limited', 1500), 'fine']))
    await finishOf(model)
    expect(notes).toMatchObject([
      {
        code: 'model_retry',
        attempt: 1,
        delayMs: 1500,
        message: 'acme/m: model_rate_limited. Trying again in 1.5 s (1 of 3).',
      },
    ])
  })

  it('ends when the signal aborts during the wait', async () => {
    const controller = new AbortController()
    const model = retryModel(scriptedModel([failure('model_overloaded'), 'never']), {
      onRetry: () => controller.abort(new Error('enough')),
    })
    await expect(partsOf(model, requestOf(undefined, { signal: controller.signal }))).rejects.toThrow(/abort|enough/)
  })

  it('is no use where nothing listens', async () => {
    const env = { LOOPENGINE_BASE_URL: await closedAddress() }
    const { model, notes } = retrying(await openModel('openai-compatible/m', { env }))
    await expect(finishOf(model)).rejects.toMatchObject({ code: 'model_network' })
    expect(notes).toEqual([])
  })

  it('helps with a provider that limits and then fails for a moment', async () => {
    const stream = wireFormats['openai-compatible'].stream({ text: ['at last'] })
    const server = await wireServer({ status: 429, headers: { 'retry-after': '3' } }, { status: 503 }, { stream })
    const opened = await openModel('openai-compatible/m', { env: { LOOPENGINE_BASE_URL: server.url } })
    const { model, notes, waits } = retrying(opened)
    expect((await finishOf(model)).message.parts).toEqual([{ type: 'text', text: 'at last' }])
    expect(notes.map(({ error }) => error.code)).toEqual(['model_rate_limited', 'model_overloaded'])
    expect(waits).toEqual([3000, 1000])
  })
})
