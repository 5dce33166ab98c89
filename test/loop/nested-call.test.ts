import { describe, expect, it } from 'vitest'
import type { ToolOutcome } from '../../src/core/tool.ts'
import { answers } from '../../src/testing/answers.ts'
import { gateOf, play, tool } from '../helpers/agent-builder.ts'

const add = tool('add', {
  input_schema: { type: 'object', properties: { a: { type: 'number' } }, required: ['a'] },
  execute: ({ a }) => a + 1,
})

/** A tool that calls another one and returns how that ended. */
function caller(name: string, input: Record<string, unknown> = {}) {
  return tool('outer', { execute: (_input, context) => context.call(name, input) })
}

const once = [{ calls: [{ name: 'outer' }] }, 'done']

function inner(outcomes: ToolOutcome[]): unknown {
  const outer = outcomes.find(({ call }) => call.name === 'outer')
  return outer?.kind === 'ok' ? outer.value : outer
}

describe('a call inside a call', () => {
  it('runs the other tool and gives its outcome', async () => {
    const { outcomes, trace } = await play({ tools: [caller('add', { a: 1 }), add], steps: once })
    expect(inner(outcomes)).toMatchObject({ kind: 'ok', value: 2, call: { id: 'call_1.1' } })
    expect(trace).toEqual(['call_start outer', 'call_start add', 'call_end add', 'call_end outer'])
  })

  it('checks its arguments', async () => {
    const { outcomes } = await play({ tools: [caller('add', { a: 'x' }), add], steps: once })
    expect(inner(outcomes)).toMatchObject({ kind: 'failed', error: { code: 'validation_error' } })
  })

  it('passes the gate', async () => {
    const tools = [caller('add', { a: 1 }), add]
    const { outcomes } = await play({ tools, steps: once, gate: gateOf({ add: 'deny' }) })
    expect(inner(outcomes)).toMatchObject({ kind: 'denied', reason: 'The test says deny.' })
  })

  it('is approved like any other', async () => {
    const tools = [caller('add', { a: 1 }), add]
    const approver = answers({ approvals: { add: true } })
    const { outcomes, records } = await play({ tools, steps: once, gate: gateOf({ add: 'ask' }), approver })
    expect(inner(outcomes)).toMatchObject({ kind: 'ok', value: 2 })
    expect(records.map(({ type }) => type)).toEqual(expect.arrayContaining(['approval', 'approval_answer']))
  })

  it('is denied, and nothing waits, when nobody answers', async () => {
    const tools = [caller('add', { a: 1 }), add]
    const { outcomes, records, result } = await play({
      tools,
      steps: once,
      gate: gateOf({ add: 'ask' }),
      approver: answers(),
    })
    expect(inner(outcomes)).toMatchObject({ kind: 'denied', reason: 'approval_required' })
    expect(records.map(({ type }) => type)).not.toContain('approval')
    expect(result.stopReason).toBe('end_turn')
  })

  it('ends with an error where calls go round in a circle', async () => {
    const { outcomes } = await play({ tools: [caller('outer')], steps: once })
    expect(JSON.stringify(outcomes.at(-1))).toContain('call_depth')
  })

  it('has its own time, and the outer call waits for it', async () => {
    const slow = tool('slow', {
      execute: () => new Promise(resolve => setTimeout(resolve, 40, 'slow')),
      timeout: 5_000,
    })
    const outer = { ...caller('slow'), timeout: 10 }
    const { outcomes } = await play({ tools: [outer, slow], steps: once })
    expect(inner(outcomes)).toMatchObject({ kind: 'ok', value: 'slow' })
  })

  it('can not be made before the gate', async () => {
    const early = tool('outer', {
      prepare: async (input, context) => {
        await context.call('add', { a: 1 })
        return { kind: 'ready', input }
      },
    })
    const { outcomes } = await play({ tools: [early, add], steps: once })
    expect(outcomes[0]).toMatchObject({ kind: 'failed', error: { code: 'asked_too_early' } })
  })
})
