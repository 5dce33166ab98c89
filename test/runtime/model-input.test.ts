import { describe, expect, it } from 'vitest'
import type { Message } from '../../src/core/message.ts'
import { modelInput } from '../../src/runtime/model-input.ts'
import { buildAgent, tool } from '../helpers/agent-builder.ts'

const said = (text: string): Message => ({ role: 'user', text })
const answered = (text: string): Message => ({ role: 'assistant', parts: [{ type: 'text', text }] })
const conversation = [said('one'), answered('first'), said('two'), answered('second')]
const agent = buildAgent({ tools: [tool('look')] })

describe('the input of a turn', () => {
  it('is everything before its last answer, with the prompt and the tools', () => {
    expect(modelInput(agent, conversation)).toMatchObject({
      turn: 2,
      system: 'You are tested.',
      messages: [said('one'), answered('first'), said('two')],
      tools: [{ name: 'look', description: 'The tool look.', input_schema: { type: 'object' } }],
    })
  })

  it('can be that of an earlier turn', () => {
    expect(modelInput(agent, conversation, 1).messages).toEqual([said('one')])
  })

  it('counts the tokens of each part', () => {
    const { tokens } = modelInput(agent, conversation)
    expect(tokens.total).toBe(tokens.system + tokens.messages + tokens.tools)
    expect(Math.min(tokens.system, tokens.messages, tokens.tools)).toBeGreaterThan(0)
  })

  it.each([0, 3, 1.5])('is refused for turn %s of two', turn => {
    expect(() => modelInput(agent, conversation, turn)).toThrow(/has 2/)
  })
})
