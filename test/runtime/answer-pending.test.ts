import { describe, expect, it } from 'vitest'
import { listPending, sessionOfRequest } from '../../src/runtime/answer-pending.ts'
import { type AgentParts, gateOf, tool } from '../helpers/agent-builder.ts'
import { type Conversation, conversationIn } from '../helpers/conversation.ts'
import { project } from '../helpers/project.ts'

const agent: AgentParts = {
  tools: [tool('refund'), tool('mail'), tool('paint', { execute: (_input, { ask }) => ask('Which colour?') })],
  gate: gateOf({ refund: 'ask', mail: 'ask' }),
}

const yes = { kind: 'approval', answer: { kind: 'approve' } } as const

async function waiting(...calls: string[]): Promise<Conversation> {
  const talk = conversationIn(project().root, agent)
  await talk.say('Do it', { steps: [{ calls: calls.map(name => ({ name })) }] })
  return talk
}

describe('an answer', () => {
  it('is taken once: the same one again changes nothing while its turn has not gone on', async () => {
    const talk = await waiting('refund')
    await talk.answer('s.1', yes)
    await talk.answer('s.1', { kind: 'approval', answer: { kind: 'deny' } })
    const { model } = await talk.resume({ steps: ['done'] })
    expect(model.requests[0]?.messages.at(-1)).toMatchObject({ results: [{ kind: 'ok' }] })
  })

  it('that comes after its turn went on is refused', async () => {
    const talk = await waiting('refund')
    await talk.answer('s.1', yes)
    await talk.resume({ steps: ['done'] })
    await expect(talk.answer('s.1', yes)).rejects.toMatchObject({
      code: 'request_not_found',
      exitCode: 2,
      hint: 'Nothing waits in this session any more.',
    })
  })

  it('to one of several leaves the others waiting', async () => {
    const talk = await waiting('refund', 'mail')
    await talk.answer('s.2', yes)
    expect((await talk.pending()).map(({ id }) => id)).toEqual(['s.1'])
    const { result, events } = await talk.resume({ steps: [] })
    expect(result).toMatchObject({ stopReason: 'pending', pending: [{ id: 's.1' }] })
    expect(events.map(({ type }) => type)).not.toContain('call_start')
  })

  it('to what was never asked names what waits', async () => {
    const talk = await waiting('refund')
    await expect(talk.answer('s.7', yes)).rejects.toMatchObject({
      code: 'request_not_found',
      hint: expect.stringContaining('Waiting here: s.1.'),
    })
  })

  it('of the wrong kind names the command that fits', async () => {
    await expect((await waiting('refund')).answer('s.1', { kind: 'question', text: 'x' })).rejects.toMatchObject({
      code: 'wrong_answer',
      exitCode: 2,
      hint: 'Use `loopengine approvals approve|deny s.1`.',
    })
    await expect((await waiting('paint')).answer('s.1', yes)).rejects.toMatchObject({
      hint: 'Use `loopengine approvals answer s.1 TEXT`.',
    })
  })
})

describe('the list', () => {
  it('has everything that waits in the project, the oldest session first', async () => {
    const { root } = project()
    const wants = (name: string) => ({ steps: [{ calls: [{ name }] }] })
    await conversationIn(root, agent, 'first').say('x', wants('refund'))
    await new Promise(resolve => setTimeout(resolve, 5))
    const second = conversationIn(root, agent, 'second')
    await second.say('x', wants('paint'))
    await conversationIn(root, agent, 'quiet').say('x', { steps: ['Hi.'] })
    expect(await listPending(second.store)).toMatchObject([
      { sessionId: 'first', agent: 'tester', request: { id: 'first.1', kind: 'approval' } },
      { sessionId: 'second', agent: 'tester', request: { id: 'second.1', kind: 'question' } },
    ])
  })
})

describe('the session of a request', () => {
  it('is what stands before the last dot', () => expect(sessionOfRequest('order-17.3')).toBe('order-17'))

  for (const id of ['', 'order', '.1']) {
    it(`of \`${id}\` is none`, () => {
      expect(() => sessionOfRequest(id)).toThrow(expect.objectContaining({ code: 'request_not_found', exitCode: 2 }))
    })
  }
})
