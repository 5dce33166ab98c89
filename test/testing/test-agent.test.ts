import { describe, expect, it } from 'vitest'
import { answers, scriptedModel, testAgent } from '../../src/testing/index.ts'
import { project } from '../helpers/project.ts'

const shop = () =>
  project({
    'agents/shop/index.ts': `export const config = { name: 'shop', systemPrompt: 'You sell.' }\n`,
    'agents/shop/tools/index.ts': `export const tools = [
  { name: 'refund', description: 'Refunds.', input_schema: { type: 'object', properties: {} }, execute: () => 'refunded' },
]\n`,
    'agents/shop/actauth.yml': 'default_decision: ask\n',
  })

const refund = { calls: [{ name: 'refund' }] }

describe('testAgent', () => {
  it('loads an agent and talks to it, with what the test lets the person say', async () => {
    const { root } = shop()
    const agent = await testAgent('shop', {
      root,
      model: scriptedModel([refund, 'Done.']),
      approvals: { refund: true },
    })
    const turn = await agent.send('Refund it')
    await agent.close()
    expect(turn).toMatchObject({
      text: 'Done.',
      stopReason: 'end_turn',
      calls: [{ name: 'refund', outcome: { kind: 'ok' } }],
    })
  })

  it('keeps one session over its messages', async () => {
    const model = scriptedModel(['Hello Ann.', 'Ann.'])
    const agent = await testAgent('shop', { root: shop().root, model })
    await agent.send('I am Ann.')
    await agent.send('Who am I?')
    await agent.close()
    expect(model.requests[1]?.messages).toHaveLength(3)
  })

  it('ends pending where the test foresaw no answer', async () => {
    const agent = await testAgent('shop', { root: shop().root, model: scriptedModel([refund]) })
    const { stopReason, pending } = await agent.send('Refund it')
    await agent.close()
    expect([stopReason, pending.length]).toEqual(['pending', 1])
  })

  it('leaves nothing in the project', async () => {
    const here = shop()
    const before = here.files()
    const agent = await testAgent('shop', { root: here.root, model: scriptedModel(['Hi.']) })
    await agent.send('Hi')
    await agent.close()
    expect(here.files()).toEqual(before)
  })

  it('of an agent that is not there names the ones that are', async () => {
    await expect(testAgent('shp', { root: shop().root })).rejects.toMatchObject({ code: 'agent_not_found' })
  })
})

describe('answers', () => {
  const request = (name: string) => ({
    id: 's.1',
    call: { id: 'c', name, input: {} },
    decision: { decision: 'ask' as const, rule: null, reason: '' },
  })
  const { signal } = new AbortController()

  it('approve, refuse, or refuse with a reason, by the name of the tool', async () => {
    const { approve } = answers({ approvals: { a: true, b: false, c: 'too much', d: { kind: 'deny', stop: true } } })
    expect(
      await Promise.all(['a', 'b', 'c', 'd', 'e', 'constructor'].map(name => approve(request(name), signal))),
    ).toEqual([
      { kind: 'approve' },
      { kind: 'deny' },
      { kind: 'deny', reason: 'too much' },
      { kind: 'deny', stop: true },
      { kind: 'unavailable' },
      { kind: 'unavailable' },
    ])
  })

  it('answer questions in the order asked, and then no more', async () => {
    const { answer } = answers({ questions: ['blue'] })
    const question = { id: 's.1', callId: 'c', question: { text: '?' } }
    expect([await answer(question, signal), await answer(question, signal)]).toEqual([
      { kind: 'answer', text: 'blue' },
      { kind: 'unavailable' },
    ])
  })
})
