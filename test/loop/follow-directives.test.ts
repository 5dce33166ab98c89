import { describe, expect, it } from 'vitest'
import type { AgentStep } from '../../src/core/agent.ts'
import type { Directive } from '../../src/core/tool.ts'
import { ToolFailure } from '../../src/core/tool-failure.ts'
import { toolOutput } from '../../src/core/tool-output.ts'
import { scriptedModel } from '../../src/models/scripted.ts'
import { buildAgent, type PlayOptions, play, tool } from '../helpers/agent-builder.ts'

const wants = (name: string, ...directives: Directive[]) =>
  tool(name, { execute: () => toolOutput('done', { directives }) })

const once = { calls: [{ name: 'act' }] }

function act(directives: Directive[], more: Partial<PlayOptions> = {}) {
  return play({ tools: [wants('act', ...directives)], steps: [once, 'after'], ...more })
}

describe('what a tool says to the person', () => {
  it('is shown as it is, and the model knows that it was', async () => {
    const { events, messages } = await act([{ do: 'respond', text: 'Sent.' }])
    expect(events).toContainEqual({ type: 'text_delta', text: 'Sent.' })
    expect(messages[2]).toMatchObject({ results: [{ text: 'done\n[The person was told: Sent.]' }] })
  })

  it('is said by a call that fails, too', async () => {
    const failing = tool('act', {
      execute: () => {
        throw new ToolFailure({ code: 'http_500', message: 'No.', directives: [{ do: 'respond', text: 'Sorry.' }] })
      },
    })
    const { events, result } = await play({ tools: [failing], steps: [once, 'after'] })
    expect(events).toContainEqual({ type: 'text_delta', text: 'Sorry.' })
    expect(result.text).toBe('after')
  })

  it('comes in the order of the calls', async () => {
    const { events } = await play({
      tools: [wants('one', { do: 'respond', text: '1' }), wants('two', { do: 'respond', text: '2' })],
      steps: [{ calls: [{ name: 'one' }, { name: 'two' }] }, 'after'],
    })
    const said = events.flatMap(event => (event.type === 'text_delta' ? [event.text] : []))
    expect(said.slice(0, 2)).toEqual(['1', '\n\n2'])
  })
})

describe('a tool that completes the turn', () => {
  it('ends it without another word of the model', async () => {
    const { result, messages } = await act([{ do: 'respond', text: 'All set.' }, { do: 'end_turn' }], { steps: [once] })
    expect(result).toMatchObject({ stopReason: 'end_turn', text: 'All set.' })
    expect(messages.at(-1)).toEqual({ role: 'assistant', parts: [{ type: 'text', text: 'All set.' }] })
  })

  it('may do so in silence', async () => {
    const { result, messages } = await act([{ do: 'end_turn' }], { steps: [once] })
    expect(result.stopReason).toBe('end_turn')
    expect(messages.at(-1)?.role).toBe('tool')
  })
})

describe('a step', () => {
  const steps: Record<string, AgentStep> = {
    pay: { instructions: 'Take the money.', tools: ['charge'] },
    chat: { instructions: 'Talk.' },
  }
  const agent = (directives: Directive[]) => {
    const built = buildAgent({ tools: [wants('act', ...directives), tool('charge')] })
    return { ...built, config: { ...built.config, steps } }
  }

  it('holds from the next model call on: its instructions and its tools', async () => {
    const model = scriptedModel([once, 'after'])
    const { session } = await play({ agent: agent([{ do: 'step', name: 'pay' }]), steps: model })
    expect(session.step).toBe('pay')
    expect(model.requests[1]?.system).toBe('You are tested.\n\nTake the money.')
    expect(model.requests[1]?.tools.map(({ name }) => name)).toEqual(['charge'])
  })

  it('keeps every tool when it names none', async () => {
    const model = scriptedModel(['hello'])
    await play({ agent: agent([]), steps: model, session: { step: 'chat' } })
    expect(model.requests[0]?.tools.map(({ name }) => name)).toEqual(['act', 'charge'])
  })

  it('takes the other tools away from calls as well', async () => {
    const { outcomes } = await play({ agent: agent([]), steps: [once, 'after'], session: { step: 'pay' } })
    expect(outcomes[0]).toMatchObject({ kind: 'failed', error: { code: 'unknown_tool' } })
  })

  it('that the agent has not is a failure that names those it has', async () => {
    const { outcomes, session } = await play({ agent: agent([{ do: 'step', name: 'gone' }]), steps: [once, 'after'] })
    expect(outcomes[0]).toMatchObject({
      kind: 'failed',
      error: { code: 'no_flow', message: expect.stringContaining('its steps are pay, chat') },
    })
    expect(session.step).toBeUndefined()
  })

  it('is a failure for an agent without steps', async () => {
    const { outcomes } = await act([{ do: 'step', name: 'pay' }])
    expect(outcomes[0]).toMatchObject({ kind: 'failed', error: { code: 'no_flow' } })
  })
})

describe('a handoff', () => {
  const handoff: Directive[] = [{ do: 'handoff', agent: 'billing' }]

  it('lets the other agent go on with the same conversation', async () => {
    const billing = scriptedModel(['Billing here.'])
    const other = { ...buildAgent({ tools: [tool('invoice')] }), name: 'billing', systemPrompt: 'You bill.' }
    const { result, events } = await act(handoff, {
      steps: [once],
      takeOver: async () => ({ ...other, client: billing }),
    })
    expect(result).toMatchObject({ stopReason: 'end_turn', text: 'Billing here.' })
    expect(events).toContainEqual({ type: 'agent_change', from: 'tester', to: 'billing' })
    expect(events.filter(({ type }) => type === 'turn_end')).toHaveLength(1)
    expect(billing.requests[0]).toMatchObject({ system: 'You bill.', tools: [{ name: 'invoice' }] })
    expect(billing.requests[0]?.messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'tool'])
  })

  it('ends the turn with an error where there is no other agent', async () => {
    const { result } = await act(handoff, { steps: [once] })
    expect(result).toMatchObject({ stopReason: 'error', error: { code: 'no_agents' } })
  })

  it('is not made for ever', async () => {
    const again = { ...buildAgent({ tools: [wants('act', ...handoff)] }), client: scriptedModel(Array(20).fill(once)) }
    const { result } = await act(handoff, { steps: [once], takeOver: async () => again })
    expect(result).toMatchObject({ stopReason: 'error', error: { code: 'handoff_loop' } })
  })
})
