import { describe, expect, it } from 'vitest'
import type { Approver } from '../../src/core/approval.ts'
import type { ToolDefinition } from '../../src/core/tool.ts'
import { answers } from '../../src/testing/answers.ts'
import { gateOf, play, tool } from '../helpers/agent-builder.ts'

/** A tool whose preparation computes, as `process.before` of a declaration does. */
const quote = (compute: (input: Record<string, number>) => object): ToolDefinition =>
  tool('quote', {
    prepare: async input => ({ kind: 'ready', input: { ...input, ...compute(input as Record<string, number>) } }),
    execute: input => input,
  })

/** Lets the person see the arguments and leave others. */
async function edited(definition: ToolDefinition, change: (shown: Record<string, unknown>) => Record<string, unknown>) {
  const approver: Approver = {
    ...answers(),
    approve: async ({ call }) => ({ kind: 'approve', input: change(call.input) }),
  }
  const { outcomes } = await play({
    tools: [definition],
    gate: gateOf({ quote: 'ask' }),
    approver,
    steps: [{ calls: [{ name: 'quote', input: { amount: 5 } }] }, 'done'],
  })
  return outcomes[0]
}

describe('arguments that the approver edited', () => {
  const cents = quote(({ amount = 0 }) => ({ amount_cents: amount * 100 }))
  const doubled = quote(({ amount = 0 }) => ({ amount: amount * 100 }))

  it('bring along what is computed from them', async () => {
    expect(await edited(cents, shown => ({ ...shown, amount: 4 }))).toMatchObject({
      kind: 'ok',
      value: { amount: 4, amount_cents: 400 },
    })
  })

  it('stand as they were left where preparation had changed them', async () => {
    expect(await edited(doubled, shown => ({ ...shown, amount: 450 }))).toMatchObject({ value: { amount: 450 } })
  })

  it('are not computed twice when nothing was changed', async () => {
    expect(await edited(doubled, shown => shown)).toMatchObject({ value: { amount: 500 } })
  })

  it('may be what was computed', async () => {
    expect(await edited(cents, shown => ({ ...shown, amount_cents: 1 }))).toMatchObject({
      value: { amount: 5, amount_cents: 1 },
    })
  })

  it('may be left out', async () => {
    const plain = tool('quote', { execute: input => input })
    expect(await edited(plain, () => ({}))).toMatchObject({ kind: 'ok', value: {} })
  })

  it('may not become another kind of value there', async () => {
    expect(await edited(doubled, shown => ({ ...shown, amount: 'much' }))).toMatchObject({
      kind: 'denied',
      reason: expect.stringContaining('`amount` must stay a value of its kind'),
    })
  })
})
