import { describe, expect, it } from 'vitest'
import type { ApprovalAnswer, Approver } from '../../src/core/approval.ts'
import type { Demand, ToolDefinition } from '../../src/core/tool.ts'
import { answers } from '../../src/testing/answers.ts'
import { gateOf, type PlayOptions, play, tool } from '../helpers/agent-builder.ts'

const schema = {
  type: 'object',
  properties: { amount: { type: 'number' }, recipient: { type: 'string' } },
}

function pay(parts: Partial<ToolDefinition>): ToolDefinition {
  return tool('pay', { input_schema: schema, execute: ({ recipient }) => `paid ${recipient}`, ...parts })
}

const confirm: Demand = { kind: 'confirmation', reason: 'The tool wants a yes.' }

/** Counts how often it is asked. */
function person(answer: ApprovalAnswer): Approver & { asked: number } {
  const approver = {
    ...answers(),
    asked: 0,
    approve: async () => {
      approver.asked++
      return answer
    },
  }
  return approver
}

const call = { name: 'pay', input: { amount: 5, recipient: 'Ann' } }

function run(parts: Partial<ToolDefinition>, approver: Approver | undefined, more: Partial<PlayOptions> = {}) {
  return play({ tools: [pay(parts)], steps: [{ calls: [call] }, { calls: [call] }, 'done'], approver, ...more })
}

describe('a confirmation that a tool demands', () => {
  it('is asked although the rules allow the call', async () => {
    const approver = person({ kind: 'approve' })
    const { outcomes } = await run({ demand: () => confirm }, approver)
    expect(outcomes.map(({ kind }) => kind)).toEqual(['ok', 'ok'])
    expect(approver.asked).toBe(2)
  })

  it('says in the request why', async () => {
    const { events } = await run({ demand: () => confirm }, person({ kind: 'approve' }))
    expect(events.find(({ type }) => type === 'approval_request')).toMatchObject({
      rule: null,
      reason: 'The tool wants a yes.',
    })
  })

  it('is refused with its own code', async () => {
    const { outcomes } = await run({ demand: () => confirm }, person({ kind: 'deny' }))
    expect(outcomes[0]).toMatchObject({ kind: 'denied', code: 'confirmation_denied' })
  })

  it('does not weaken a rule that denies', async () => {
    const approver = person({ kind: 'approve' })
    const { outcomes } = await run({ demand: () => confirm }, approver, { gate: gateOf({ pay: 'deny' }) })
    expect(outcomes[0]).toMatchObject({ kind: 'denied', reason: 'The test says deny.' })
    expect(approver.asked).toBe(0)
  })

  it('and a rule that asks are one question', async () => {
    const approver = person({ kind: 'approve' })
    const { events } = await run({ demand: () => confirm }, approver, {
      gate: gateOf({ pay: 'ask' }),
      steps: [{ calls: [call] }, 'done'],
    })
    expect(approver.asked).toBe(1)
    expect(events.find(({ type }) => type === 'approval_request')).toMatchObject({
      reason: 'The tool wants a yes. The test says ask.',
    })
  })

  it('may be given for the session', async () => {
    const approver = person({ kind: 'approve', remember: 'session' })
    const { outcomes } = await run({ demand: () => confirm }, approver, { gate: gateOf({ pay: 'ask' }) })
    expect(outcomes.map(({ kind }) => kind)).toEqual(['ok', 'ok'])
    expect(approver.asked).toBe(1)
  })

  it('may be given until the turn ends, and the session keeps nothing of it', async () => {
    const approver = person({ kind: 'approve', remember: 'turn' })
    const { outcomes, records } = await run({ demand: () => confirm }, approver, { gate: gateOf({ pay: 'ask' }) })
    expect(outcomes.map(({ kind }) => kind)).toEqual(['ok', 'ok'])
    expect(approver.asked).toBe(1)
    expect(records.find(({ type }) => type === 'approval_answer')).not.toHaveProperty('grants')
  })

  it('never runs when nobody can be asked', async () => {
    const { outcomes } = await run({ demand: () => confirm }, undefined)
    expect(outcomes[0]).toMatchObject({ kind: 'denied' })
  })
})

describe('a consent that a tool demands', () => {
  const consent = (remember: boolean): Partial<ToolDefinition> => ({
    demand: (_input, { granted }) => {
      const scopes = ['mail', 'files'].filter(scope => !granted(scope))
      return scopes.length === 0 ? undefined : { kind: 'consent', reason: `For ${scopes}.`, scopes, remember }
    },
  })

  it('is remembered by its scopes when the tool says so', async () => {
    const approver = person({ kind: 'approve' })
    const { session, records } = await run(consent(true), approver)
    expect(approver.asked).toBe(1)
    expect([...session.grants]).toEqual(['consent:mail', 'consent:files'])
    expect(records.find(({ type }) => type === 'approval_answer')).toMatchObject({
      grants: ['consent:mail', 'consent:files'],
    })
  })

  it('asks only for the scopes that are missing', async () => {
    const { events } = await run(consent(true), person({ kind: 'approve' }), {
      session: { grants: new Set(['consent:mail']) },
    })
    expect(events.find(({ type }) => type === 'approval_request')).toMatchObject({ reason: 'For files.' })
  })

  it('is asked each time otherwise', async () => {
    const approver = person({ kind: 'approve' })
    await run(consent(false), approver)
    expect(approver.asked).toBe(2)
  })

  it('is refused with its own code', async () => {
    const { outcomes } = await run(consent(true), person({ kind: 'deny' }))
    expect(outcomes[0]).toMatchObject({ kind: 'denied', code: 'consent_denied' })
  })
})

it('a tool may refuse a call by itself', async () => {
  const refuse: Demand = { kind: 'refuse', code: 'consent_denied', reason: 'Nobody consented.' }
  const { outcomes } = await run({ demand: () => refuse }, person({ kind: 'approve' }))
  expect(outcomes[0]).toMatchObject({ kind: 'denied', code: 'consent_denied', reason: 'Nobody consented.' })
})

describe('an argument that may not change', () => {
  const parts: Partial<ToolDefinition> = { demand: () => confirm, immutableParams: ['recipient'] }

  it('can not be edited by who approves', async () => {
    const edited = person({ kind: 'approve', input: { amount: 5, recipient: 'Eve' } })
    const { outcomes } = await run(parts, edited)
    expect(outcomes[0]).toMatchObject({ kind: 'denied', code: 'immutable_param_changed' })
  })

  it('leaves the others free', async () => {
    const edited = person({ kind: 'approve', input: { amount: 4, recipient: 'Ann' } })
    const { outcomes } = await run(parts, edited)
    expect(outcomes[0]).toMatchObject({ kind: 'ok', call: { input: { amount: 4, recipient: 'Ann' } } })
  })

  it('is refused when it changed between the approval and the call', async () => {
    const message = {
      role: 'assistant' as const,
      parts: [{ type: 'call' as const, call: { id: 'c', name: 'pay', input: { recipient: 'Eve' } } }],
    }
    const shown = { id: 'c', name: 'pay', input: { recipient: 'Ann' } }
    const approvals = new Map([
      ['c', { id: 'test.1', call: shown, fingerprint: 'of what was shown', answer: { kind: 'approve' as const } }],
    ])
    const { outcomes } = await run(parts, person({ kind: 'approve' }), {
      batch: { message, results: new Map(), approvals, questions: new Map(), directives: new Map() },
      steps: ['done'],
    })
    expect(outcomes[0]).toMatchObject({ kind: 'denied', code: 'immutable_param_changed' })
  })
})
