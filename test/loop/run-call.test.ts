import { describe, expect, it } from 'vitest'
import type { Approver } from '../../src/core/approval.ts'
import type { LoopEvent } from '../../src/core/event.ts'
import type { DecisionWord } from '../../src/core/rule.ts'
import type { ToolDefinition, ToolOutcome } from '../../src/core/tool.ts'
import { runCall } from '../../src/loop/run-call.ts'
import { scriptedModel } from '../../src/models/scripted.ts'
import { answers } from '../../src/testing/answers.ts'
import { buildAgent, gateOf, tool } from '../helpers/agent-builder.ts'

async function run(
  work: ToolDefinition,
  { decision = 'allow', approver = answers() }: { decision?: DecisionWord; approver?: Approver } = {},
): Promise<{ outcome: ToolOutcome; events: LoopEvent[] }> {
  const events: LoopEvent[] = []
  const agent = { ...buildAgent({ tools: [work], gate: gateOf({}, decision) }), client: scriptedModel([]) }
  const outcome = await runCall(
    {
      agent,
      session: { id: 'call', variables: {}, grants: new Set(), requests: 0 },
      messages: [],
      scope: { tenant: 'default', environment: 'test' },
      approver,
      signal: new AbortController().signal,
      emit: event => events.push(event),
      record: async () => {},
    },
    { id: 'c', name: work.name, input: {} },
  )
  return { outcome, events }
}

describe('one call without a model', () => {
  it('runs and ends with its outcome', async () => {
    const { outcome, events } = await run(tool('work', { execute: () => 42 }))
    expect(outcome).toMatchObject({ kind: 'ok', value: 42 })
    expect(events.map(({ type }) => type)).toEqual(['call_start', 'call_end'])
  })

  it('is denied by a rule with its reason', async () => {
    expect((await run(tool('work'), { decision: 'deny' })).outcome).toMatchObject({
      kind: 'denied',
      reason: 'The test says deny.',
    })
  })

  it('that nobody approves is denied as approval_required', async () => {
    expect((await run(tool('work'), { decision: 'ask' })).outcome).toMatchObject({
      kind: 'denied',
      reason: 'approval_required',
    })
  })

  it('that somebody approves runs', async () => {
    const approver = answers({ approvals: { work: true } })
    expect((await run(tool('work'), { decision: 'ask', approver })).outcome.kind).toBe('ok')
  })

  it('whose question nobody answers is denied the same way', async () => {
    const asks = tool('work', { execute: (_input, { ask }) => ask('?') })
    expect((await run(asks)).outcome).toMatchObject({ kind: 'denied', reason: 'approval_required' })
  })

  it('with bad arguments never starts', async () => {
    const strict = tool('work', { input_schema: { type: 'object', properties: {}, required: ['id'] } })
    const { outcome, events } = await run(strict)
    expect(outcome).toMatchObject({ kind: 'failed', error: { code: 'validation_error' } })
    expect(events.map(({ type }) => type)).toEqual(['call_end'])
  })
})
