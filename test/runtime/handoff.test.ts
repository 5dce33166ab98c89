import { describe, expect, it } from 'vitest'
import type { Directive } from '../../src/core/tool.ts'
import { toolOutput } from '../../src/core/tool-output.ts'
import { scriptedModel } from '../../src/models/scripted.ts'
import { type AgentParts, buildAgent, tool } from '../helpers/agent-builder.ts'
import { conversationIn } from '../helpers/conversation.ts'
import { project } from '../helpers/project.ts'

const wants = (...directives: Directive[]) => tool('act', { execute: () => toolOutput('done', { directives }) })
const once = { calls: [{ name: 'act' }] }

function talk(parts: AgentParts) {
  return conversationIn(project().root, parts)
}

describe('a conversation that was handed over', () => {
  const billing = { ...buildAgent({ tools: [tool('invoice')] }), name: 'billing', systemPrompt: 'You bill.' }
  const findAgent = async (name: string) => (name === 'billing' ? billing : undefined)

  it('goes on with the other agent, in the same turn and in later ones', async () => {
    const { say } = talk({ tools: [wants({ do: 'handoff', agent: 'billing' })] })
    const first = await say('Hello', { steps: [once, 'Billing here.'], findAgent })
    expect(first.result).toMatchObject({ text: 'Billing here.', stopReason: 'end_turn' })
    expect(first.state).toMatchObject({ agent: 'tester', handovers: ['billing'] })
    const second = await say('And now?', { steps: ['Still billing.'], findAgent })
    expect(second.model.requests[0]).toMatchObject({ system: 'You bill.', tools: [{ name: 'invoice' }] })
  })

  it('is answered by the model of the agent in charge', async () => {
    const model = scriptedModel(['With my own model.'], { id: 'other/model' })
    const { say } = talk({ tools: [wants({ do: 'handoff', agent: 'billing' })] })
    const { result } = await say('Hello', { steps: [once], findAgent, modelFor: async () => model })
    expect(result.text).toBe('With my own model.')
  })

  it('fails by name when the other agent is not there', async () => {
    const { say } = talk({ tools: [wants({ do: 'handoff', agent: 'gone' })] })
    const { result } = await say('Hello', { steps: [once] })
    expect(result).toMatchObject({
      stopReason: 'error',
      error: { code: 'agent_not_found', message: expect.stringContaining('`gone`') },
    })
  })
})

it('a step that was gone to holds in later turns', async () => {
  const { say } = talk({
    tools: [wants({ do: 'step', name: 'pay' })],
    steps: { pay: { instructions: 'Take the money.' } },
  })
  await say('Go', { steps: [once, 'Gone.'] })
  const { model, state } = await say('And?', { steps: ['Paying.'] })
  expect(state.step).toBe('pay')
  expect(model.requests[0]?.system).toContain('Take the money.')
})

describe('a result whose tool says how it is compacted', () => {
  const parts: AgentParts = {
    tools: [tool('act', { execute: () => 'long and whole', compact: text => `${text.slice(0, 4)}…` })],
  }
  const results = (messages: readonly { role: string }[] | undefined) =>
    messages?.flatMap(message => ('results' in message ? (message.results as { text: string }[]) : [])).map(r => r.text)

  it('is whole in its own turn and compacted from the next one on', async () => {
    const { say } = talk(parts)
    const first = await say('Go', { steps: [once, 'ok'] })
    expect(results(first.model.requests[1]?.messages)).toEqual(['long and whole'])
    const second = await say('More', { steps: ['fine'] })
    expect(results(second.model.requests[0]?.messages)).toEqual(['long…'])
  })

  it('is compacted once, and the session keeps both', async () => {
    let compactions = 0
    const counting = tool('act', { execute: () => 'whole', compact: () => `short ${++compactions}` })
    const { say } = talk({ tools: [counting] })
    await say('Go', { steps: [once, 'ok'] })
    await say('More', { steps: ['fine'] })
    const { state, model } = await say('Again', { steps: ['fine'] })
    expect(results(model.requests[0]?.messages)).toEqual(['short 1'])
    expect(results(state.messages)).toEqual(['whole'])
  })

  it('may be summarised by the model, within its time', async () => {
    const asking = tool('act', {
      execute: () => 'whole',
      compact: async (text, { summarise }) => (await summarise(text, 1000)) ?? 'cut',
    })
    const { say } = talk({ tools: [asking] })
    await say('Go', { steps: [once, 'ok'] })
    const { model } = await say('More', { steps: ['a summary', 'fine'] })
    expect(results(model.requests[1]?.messages)).toEqual(['a summary'])
  })

  it('is cut when the model fails', async () => {
    const asking = tool('act', {
      execute: () => 'whole',
      compact: async (text, { summarise }) => (await summarise(text, 1000)) ?? 'cut',
    })
    const { say } = talk({ tools: [asking] })
    await say('Go', { steps: [once, 'ok'] })
    const { model } = await say('More', { steps: [new Error('down'), 'fine'] })
    expect(results(model.requests[1]?.messages)).toEqual(['cut'])
  })
})
