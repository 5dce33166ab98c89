import { describe, expect, it } from 'vitest'
import type { LoopEvent } from '../../src/core/event.ts'
import { callTool } from '../../src/runtime/call-tool.ts'
import { SessionStore } from '../../src/sessions/session-store.ts'
import { answers } from '../../src/testing/answers.ts'
import { buildAgent, gateOf, tool } from '../helpers/agent-builder.ts'
import { conversationIn } from '../helpers/conversation.ts'
import { project } from '../helpers/project.ts'

const counter = tool('count', {
  execute: (_input, { variables, session }) => {
    variables.n = Number(variables.n ?? 0) + 1
    return { n: variables.n, session: session.id }
  },
})

async function call(root: string, sessionId?: string, variables?: Record<string, unknown>) {
  const events: LoopEvent[] = []
  const session = sessionId === undefined ? undefined : await new SessionStore(root, {}).open(sessionId)
  const outcome = await callTool({
    agent: buildAgent({ tools: [counter, tool('refund')], gate: gateOf({ refund: 'ask' }) }),
    call: { id: 'c', name: 'count', input: {} },
    session,
    variables,
    scope: { tenant: 'default', environment: 'test' },
    approver: answers(),
    signal: new AbortController().signal,
    emit: event => events.push(event),
  })
  await session?.close()
  return { outcome, events }
}

describe('one tool alone', () => {
  it('runs without any session', async () => {
    const here = project()
    const { outcome, events } = await call(here.root, undefined, { n: 41 })
    expect(outcome).toMatchObject({ kind: 'ok', value: { n: 42, session: 'call' } })
    expect(events.map(({ type }) => type)).toEqual(['call_start', 'call_end'])
    expect(here.files()).toEqual([])
  })

  it('has the variables of a session and keeps what it changes there, without a place in the conversation', async () => {
    const { root } = project()
    const talk = conversationIn(root, {})
    await talk.say('Hi', { steps: ['Hi.'], variables: { n: 5 } })
    expect((await call(root, 's')).outcome).toMatchObject({ value: { n: 6, session: 's' } })
    expect(await talk.state()).toMatchObject({ variables: { n: 6 }, messages: [{ text: 'Hi' }, {}] })
  })

  it('begins no session that was not there', async () => {
    const here = project()
    await call(here.root, 's')
    expect(here.files()).toEqual([])
  })
})
