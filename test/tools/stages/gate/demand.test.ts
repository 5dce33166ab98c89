import { describe, expect, it } from 'vitest'
import type { ApprovalAnswer, ApprovalRequest, Approver } from '../../../../src/core/approval.ts'
import { answers } from '../../../../src/testing/answers.ts'
import { abl } from '../../../helpers/abl.ts'
import { gateOf } from '../../../helpers/agent-builder.ts'
import { type StagedOptions, staged } from '../../../helpers/staged.ts'

const done: StagedOptions = { attempt: () => 'done' }

function pay(properties: string, method = 'POST'): string {
  return abl`
    TOOLS:
      pay(amount: number, to: string) -> any
        description: "Pays"
        type: http
        endpoint: "https://bank.example.com/pay"
        method: ${method}
        ${properties.split('\n').join('\n        ')}
  `
}

const input = { amount: 1, to: 'Ann' }

/** A person who says the same to everything, with what was asked. */
function person(answer: ApprovalAnswer): { approver: Approver; asked: ApprovalRequest[] } {
  const asked: ApprovalRequest[] = []
  const approve: Approver['approve'] = async request => {
    asked.push(request)
    return answer
  }
  return { asked, approver: { ...answers(), approve } }
}

describe('confirmation', () => {
  it('always asks, although the rules allow', async () => {
    const { call, attempts } = await staged(pay('confirmation:\n  require: always'), done)
    const { approver, asked } = person({ kind: 'approve' })
    expect((await call(input, { play: { approver } })).outcome.kind).toBe('ok')
    expect(asked).toMatchObject([{ call: { name: 'pay', input } }])
    expect(attempts).toHaveLength(1)
  })

  it('that is refused sends nothing, and is no failure', async () => {
    const source = pay('confirmation:\n  require: always\non_error:\n  set:\n    failed: true')
    const { call, attempts } = await staged(source, done)
    const { approver } = person({ kind: 'deny' })
    const { outcome, session } = await call(input, { play: { approver } })
    expect(outcome).toMatchObject({ kind: 'denied', code: 'confirmation_denied' })
    expect(attempts).toEqual([])
    expect(session.variables).toEqual({})
  })

  it('with nobody to ask never runs', async () => {
    const { call, attempts } = await staged(pay('confirmation:\n  require: always'), done)
    expect((await call(input)).outcome.kind).toBe('denied')
    expect(attempts).toEqual([])
  })

  it('never does not weaken the rules', async () => {
    const { call } = await staged(pay('confirmation:\n  require: never'), {
      ...done,
      agent: { gate: gateOf({ pay: 'deny' }) },
    })
    expect((await call(input)).outcome).toMatchObject({ kind: 'denied', reason: 'The test says deny.' })
  })

  const cases: [string, string, string, boolean][] = [
    ['POST without a word', 'POST', '', true],
    ['GET without a word', 'GET', '', false],
    ['GET with side_effects', 'GET', 'hints:\n  side_effects: true', true],
    ['POST without side effects', 'POST', 'hints:\n  side_effects: false', false],
    ['GET that writes state', 'GET', 'effect: state_write', true],
    ['POST that only reads', 'POST', 'effect: read_only', false],
  ]
  for (const [name, method, more, asks] of cases) {
    it(`when_side_effects ${asks ? 'asks' : 'does not ask'} for ${name}`, async () => {
      const source = pay(`confirmation:\n  require: when_side_effects${more ? `\n${more}` : ''}`, method)
      const { call } = await staged(source, done)
      expect((await call(input)).outcome.kind).toBe(asks ? 'denied' : 'ok')
    })
  }
})

describe('immutable_params', () => {
  const source = pay('confirmation:\n  require: always\n  immutable_params: [to]')

  it('may not be edited by who approves', async () => {
    const { call, attempts } = await staged(source, done)
    const { approver } = person({ kind: 'approve', input: { amount: 1, to: 'Eve' } })
    const { outcome } = await call(input, { play: { approver } })
    expect(outcome).toMatchObject({ kind: 'denied', code: 'immutable_param_changed' })
    expect(attempts).toEqual([])
  })

  it('leave the others to be edited', async () => {
    const { call, attempts } = await staged(source, done)
    const { approver } = person({ kind: 'approve', input: { amount: '2', to: 'Ann' } })
    await call(input, { play: { approver } })
    expect(attempts).toEqual([{ amount: 2, to: 'Ann' }])
  })
})

describe('consent', () => {
  const conversation = 'confirmation:\n  consent_required_in: conversation\n  consent_scope: [payments, contacts]'

  it('asks for the scopes that nobody granted yet', async () => {
    const { call } = await staged(pay(`${conversation}\n  consent_action: send_money`), done)
    const { approver, asked } = person({ kind: 'approve' })
    const { session } = await call(input, { grants: ['consent:payments'], play: { approver } })
    expect(asked).toMatchObject([{ decision: { consent: { scopes: ['contacts'], action: 'send_money' } } }])
    expect(asked[0]?.decision.reason).toContain('send_money')
    expect([...session.grants]).toContain('consent:contacts')
  })

  it('to the call and to signing in are one question, and neither is passed over', async () => {
    const { call } = await staged(pay(`${conversation}\nconsent: inline`), done)
    const { approver, asked } = person({ kind: 'approve' })
    const { session } = await call(input, { play: { approver } })
    expect(asked).toMatchObject([{ decision: { consent: { scopes: ['auth:pay', 'payments', 'contacts'] } } }])
    expect([...session.grants]).toEqual(['consent:auth:pay', 'consent:payments', 'consent:contacts'])
  })

  it('to signing in that was refused before refuses the call', async () => {
    const { call, attempts } = await staged(pay('consent: preflight'), done)
    const { approver, asked } = person({ kind: 'approve' })
    const { outcome } = await call(input, { grants: ['consent_refused:auth:pay'], play: { approver } })
    expect(outcome).toMatchObject({ kind: 'denied', code: 'consent_denied' })
    expect([asked, attempts]).toEqual([[], []])
  })

  it('with preflight is told to the conversation', async () => {
    const { definitions } = await staged(pay('consent: preflight'), done)
    expect(definitions.pay?.preflight).toMatchObject({ scope: 'auth:pay' })
    const inline = await staged(pay('consent: inline'), done)
    expect(inline.definitions.pay?.preflight).toBeUndefined()
  })

  it('in the conversation is asked for once', async () => {
    const { call } = await staged(pay(conversation), done)
    const { approver, asked } = person({ kind: 'approve' })
    const granted = ['consent:payments', 'consent:contacts']
    expect((await call(input, { grants: granted, play: { approver } })).outcome.kind).toBe('ok')
    expect(asked).toEqual([])
  })

  it('with an explicit prompt is asked for at every call', async () => {
    const source = pay('confirmation:\n  consent_required_in: explicit_prompt\n  consent_scope: [payments]')
    const { call } = await staged(source, done)
    const { approver, asked } = person({ kind: 'approve' })
    const { session } = await call(input, { grants: ['consent:payments'], play: { approver } })
    expect(asked).toHaveLength(1)
    expect([...session.grants]).toEqual(['consent:payments'])
  })

  it('that is refused is consent_denied', async () => {
    const { call, attempts } = await staged(pay(conversation), done)
    const { approver } = person({ kind: 'deny' })
    expect((await call(input, { play: { approver } })).outcome).toMatchObject({
      kind: 'denied',
      code: 'consent_denied',
    })
    expect(attempts).toEqual([])
  })

  it('with the fallback block is refused without a question', async () => {
    const { call } = await staged(pay(`${conversation}\n  consent_fallback: block`), done)
    const { approver, asked } = person({ kind: 'approve' })
    const { outcome } = await call(input, { play: { approver } })
    expect(outcome).toMatchObject({ kind: 'denied', code: 'consent_denied' })
    expect(asked).toEqual([])
  })

  it('to sign in for the person is asked for at the call, once', async () => {
    const source = pay('auth: oauth2_user\nauth_config:\n  provider: bank\nconsent: inline')
    const { call } = await staged(source, done)
    const { approver, asked } = person({ kind: 'approve' })
    const { session } = await call(input, { play: { approver } })
    expect(asked).toMatchObject([{ decision: { consent: { scopes: ['auth:bank'] } } }])
    expect([...session.grants]).toContain('consent:auth:bank')
  })

  it('comes before a confirmation, in one question', async () => {
    const { call } = await staged(pay(`${conversation}\n  require: always`), done)
    const { approver, asked } = person({ kind: 'approve' })
    await call(input, { play: { approver } })
    expect(asked).toHaveLength(1)
  })
})
