import { describe, expect, it } from 'vitest'
import type { ToolDefinition } from '../../src/core/tool.ts'
import { answers } from '../../src/testing/answers.ts'
import { tool } from '../helpers/agent-builder.ts'
import { conversationIn } from '../helpers/conversation.ts'
import { project } from '../helpers/project.ts'

const scope = 'auth:calendar'
const preflight = { scope, reason: 'The tool `plan` wants to sign in for you (calendar).' }

const plan = (name = 'plan'): ToolDefinition =>
  tool(name, {
    preflight,
    demand: (_input, { granted, refused }) => {
      if (granted(scope)) return undefined
      if (refused(scope)) return { kind: 'refuse', code: 'consent_denied', reason: 'No.' }
      return { kind: 'consent', reason: 'Sign in?', scopes: [scope], remember: true }
    },
  })

const once = { calls: [{ name: 'plan' }] }

function talk(...tools: ToolDefinition[]) {
  return conversationIn(project().root, { tools })
}

describe('a consent that is wanted before the first turn', () => {
  it('is asked once, before anything of the turn happens, and holds for the session', async () => {
    const { say } = talk(plan(), plan('plan_again'))
    const first = await say('Plan', { steps: [once, 'ok'], approver: answers({ questions: ['Yes'] }) })
    expect(first.events.slice(0, 2).map(({ type }) => type)).toEqual(['question', 'turn_start'])
    expect(first.events.filter(({ type }) => type === 'question')).toHaveLength(1)
    expect(first.events.map(({ type }) => type)).not.toContain('approval_request')
    expect(first.state.grants.has(`consent:${scope}`)).toBe(true)
    const second = await say('Again', { steps: [once, 'ok'], approver: answers() })
    expect(second.events.map(({ type }) => type)).not.toContain('question')
    expect(second.result.stopReason).toBe('end_turn')
  })

  it('that was refused refuses the calls, without another question', async () => {
    const { say } = talk(plan())
    const { events } = await say('Plan', { steps: [once, 'ok'], approver: answers({ questions: ['No'] }) })
    expect(events.find(({ type }) => type === 'call_end')).toMatchObject({
      outcome: { kind: 'denied', code: 'consent_denied' },
    })
    expect(events.map(({ type }) => type)).not.toContain('approval_request')
  })

  it('is asked at the call when nobody was there before', async () => {
    const { say } = talk(plan())
    const { events } = await say('Plan', { steps: [once, 'ok'], approver: answers({ approvals: { plan: true } }) })
    expect(events.map(({ type }) => type)).toContain('approval_request')
    expect(events.find(({ type }) => type === 'call_end')).toMatchObject({ outcome: { kind: 'ok' } })
  })

  it('shows the question with its choices', async () => {
    const { say } = talk(plan())
    const { events } = await say('Plan', { steps: ['ok'], approver: answers({ questions: ['Yes'] }) })
    expect(events[0]).toMatchObject({
      question: { text: `${preflight.reason} May it, in this conversation?`, choices: ['Yes', 'No'] },
    })
  })
})
