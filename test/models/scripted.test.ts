import { describe, expect, it } from 'vitest'
import { scriptedModel } from '../../src/models/scripted.ts'
import { finishOf, partsOf, requestOf } from '../helpers/open-wire-model.ts'

describe('a scripted model', () => {
  it('plays its steps in order: texts, calls, reasoning', async () => {
    const model = scriptedModel([{ calls: [{ name: 'get_tide' }, { name: 'get_tide', id: 'mine' }] }, 'All done.'])
    expect((await finishOf(model)).message.parts).toEqual([
      { type: 'call', call: { id: 'call_1', name: 'get_tide', input: {} } },
      { type: 'call', call: { id: 'mine', name: 'get_tide', input: {} } },
    ])
    expect(await finishOf(model)).toMatchObject({ reason: 'stop', message: { parts: [{ text: 'All done.' }] } })
  })

  it('streams what it says, and the pieces make the whole', async () => {
    const text = '  One two\nthree. '
    const parts = await partsOf(scriptedModel([{ reasoning: 'Hm, yes', text }]))
    const joined = (type: string) => parts.map(part => (part.type === type && 'text' in part ? part.text : '')).join('')
    expect([joined('reasoning_delta'), joined('text_delta')]).toEqual(['Hm, yes', text])
  })

  it('fails as the script says', async () => {
    await expect(partsOf(scriptedModel([new Error('overloaded')]))).rejects.toThrow('overloaded')
  })

  it('fails loudly when the script is over', async () => {
    await expect(partsOf(scriptedModel([]))).rejects.toThrow('The script has 0 steps; the model was called 1 times.')
  })

  it('asks a function, with the request that it answers', async () => {
    const model = scriptedModel([async ({ messages }) => `I saw ${messages.length}`])
    expect((await finishOf(model)).message.parts).toEqual([{ type: 'text', text: 'I saw 1' }])
  })

  it('keeps the requests as they were', async () => {
    const model = scriptedModel(['a', 'b'])
    const messages = [{ role: 'user' as const, text: 'Hi' }]
    await finishOf(model, requestOf(messages))
    messages.push({ role: 'user', text: 'more' })
    expect(model.requests[0]?.messages).toEqual([{ role: 'user', text: 'Hi' }])
  })

  it('writes broken arguments and usage as it is told to', async () => {
    const model = scriptedModel([{ calls: [{ name: 'x', unparsed: '{' }], usage: { outputTokens: 4 } }])
    expect(await finishOf(model)).toMatchObject({
      message: { parts: [{ call: { unparsed: '{' } }] },
      usage: { inputTokens: 0, outputTokens: 4 },
    })
  })

  it('stops when the signal aborts', async () => {
    const model = scriptedModel(['never said'])
    await expect(partsOf(model, requestOf(undefined, { signal: AbortSignal.abort() }))).rejects.toThrow(/abort/i)
  })
})
