import { describe, expect, it } from 'vitest'
import type { Decision, Scope } from '../../src/core/rule.ts'
import { type AlwaysOffer, alwaysRule } from '../../src/permissions/always-rule.ts'
import { createGate } from '../../src/permissions/create-gate.ts'
import { DEVELOPMENT, file, PRODUCTION, policyOf, rule } from './builders.ts'

interface Case {
  text: string
  tool?: string
  input?: Record<string, unknown>
  scope?: Scope
  askedBy?: Decision['askedBy']
}

async function offer({ text, tool = 'issue_refund', input = {}, scope = DEVELOPMENT, askedBy }: Case) {
  const policy = await policyOf(text)
  const call = { name: tool, input }
  const decision = createGate(policy).decide(call, scope)
  return alwaysRule({ policy, decision: { ...decision, askedBy }, call, scope })
}

function reasonOf(found: AlwaysOffer): string {
  return found.kind === 'never' ? found.reason : `offered ${found.rule.name}`
}

const WHEN = '{ field: amount, op: gt, value: 50 }'

describe('"always allow"', () => {
  it('writes tenant, environment, the exact tool and the conditions of the asking rule', async () => {
    const text = file('deny', rule({ tool: 'issue_*', decision: 'ask', when: WHEN }))
    expect(await offer({ text, input: { amount: 80 } })).toEqual({
      kind: 'offer',
      rule: {
        name: 'issue_refund-always-1',
        scope: 'default/development',
        tool: 'issue_refund',
        decision: 'allow',
        when: [{ field: 'amount', op: 'gt', value: 50 }],
      },
    })
  })

  it('has no conditions when the default asked', async () => {
    expect(await offer({ text: 'default_decision: ask\n' })).toEqual({
      kind: 'offer',
      rule: { name: 'issue_refund-always-1', scope: 'default/development', tool: 'issue_refund', decision: 'allow' },
    })
  })

  it('takes the first number that is free', async () => {
    const text = file(
      'ask',
      rule({ name: 'issue_refund-always-1', scope: 'acme/development' }),
      rule({ name: 'issue_refund-always-3', scope: 'acme/test' }),
    )
    expect(await offer({ text })).toMatchObject({ rule: { name: 'issue_refund-always-2' } })
  })

  it('can be given to readFile', async () => {
    expect(await offer({ text: 'default_decision: deny\n', tool: 'readFile' })).toMatchObject({ kind: 'offer' })
  })

  it('is never offered in production', async () => {
    const found = await offer({ text: 'default_decision: ask\n', scope: PRODUCTION })
    expect(reasonOf(found)).toContain('production')
  })

  it.each(['confirmation', 'consent'] as const)('is never offered when a %s asked', async askedBy => {
    expect(reasonOf(await offer({ text: 'default_decision: ask\n', askedBy }))).toContain(askedBy)
  })

  it('is never offered when nothing was asked', async () => {
    expect(reasonOf(await offer({ text: 'default_decision: deny\n' }))).toBe('nothing was asked.')
  })

  it('is never offered when the asking rule is as specific and would still win', async () => {
    const text = file('deny', rule({ name: 'mine', scope: 'default/development', decision: 'ask' }))
    expect(reasonOf(await offer({ text }))).toBe(
      'it would change nothing here: Rule `mine` (agents/desk/actauth.yml:3) asks before issue_refund in development for tenant default.',
    )
  })

  it('is never offered when the asking rule names the agent too', async () => {
    const text = file('deny', rule({ scope: 'default/development/desk', decision: 'ask' }))
    expect(reasonOf(await offer({ text }))).toContain('it would change nothing here')
  })

  it('is never offered when the asking condition could not be judged', async () => {
    const text = file('deny', rule({ decision: 'ask', when: WHEN }))
    expect(reasonOf(await offer({ text }))).toContain('amount is missing')
  })

  it('keeps a compiled pattern', async () => {
    const text = file('deny', rule({ decision: 'ask', when: '{ field: to, op: matches, value: "^a" }' }))
    expect(await offer({ text, input: { to: 'abc' } })).toMatchObject({ kind: 'offer' })
  })

  it.each(['*', 'a/b', ''])('is never offered to tenant %j, which no scope can name', async tenant => {
    const found = await offer({ text: 'default_decision: ask\n', scope: { tenant, environment: 'development' } })
    expect(found.kind).toBe('never')
  })
})
