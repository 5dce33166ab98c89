import { describe, expect, it } from 'vitest'
import type { Scope } from '../../src/core/rule.ts'
import { createGate } from '../../src/permissions/create-gate.ts'
import { DEVELOPMENT, decide, file, PRODUCTION, policyOf, rule } from './builders.ts'

const ACME: Scope = { tenant: 'acme', environment: 'production' }

const WHEN = '{ field: amount, op: gt, value: 50 }'

type Parts = Parameters<typeof rule>[0]

/** In each line the first rule comes before the second, though the second would decide otherwise. */
const ORDER: [title: string, first: Parts, second: Parts][] = [
  ['exact tenant before any tenant', { scope: 'acme/*' }, { scope: '*/*' }],
  ['exact tenant before exact environment', { scope: 'acme/*' }, { scope: '*/production' }],
  ['exact tenant before exact agent', { scope: 'acme/*' }, { scope: '*/*/desk' }],
  ['exact tenant before exact environment and agent', { scope: 'acme/*' }, { scope: '*/production/desk' }],
  ['exact tenant before exact tool', { scope: 'acme/*', tool: '*' }, { scope: '*/*' }],
  ['exact tenant before a condition', { scope: 'acme/*' }, { scope: '*/*', when: WHEN }],
  ['exact environment before any environment', { scope: '*/production' }, { scope: '*/*' }],
  ['exact environment before exact agent', { scope: '*/production' }, { scope: '*/*/desk' }],
  ['exact environment before exact tool', { scope: '*/production', tool: 'issue_*' }, { scope: '*/*' }],
  ['tenant and environment before tenant', { scope: 'acme/production' }, { scope: 'acme/*' }],
  ['exact agent before any agent', { scope: '*/*/desk' }, { scope: '*/*' }],
  ['exact agent before exact tool', { scope: '*/*/desk', tool: '*' }, { scope: '*/*' }],
  ['exact tool before the longest glob', {}, { tool: 'issue_refund*' }],
  ['exact tool before a glob with a condition', {}, { tool: 'issue_*', when: WHEN }],
  ['the longer literal first', { tool: 'issue_*' }, { tool: 'is*' }],
  ['the longer literal first, wherever the star stands', { tool: '*_refund' }, { tool: 'issue*' }],
  ['the longer literal before a condition', { tool: 'issue_*' }, { tool: 'issue*', when: WHEN }],
  ['a condition before none', { when: WHEN }, {}],
]

describe('the order of rules', () => {
  it.each(ORDER)('%s', async (_title, first, second) => {
    for (const [one, other] of [
      ['allow', 'deny'],
      ['deny', 'allow'],
      ['ask', 'deny'],
    ]) {
      const winner = rule({ ...first, name: 'z-first', decision: one })
      const loser = rule({ ...second, name: 'a-second', decision: other })
      for (const rules of [
        [winner, loser],
        [loser, winner],
      ]) {
        const decision = await decide(file('ask', ...rules), 'issue_refund', { amount: 80 }, ACME)
        expect(decision).toMatchObject({ decision: one, rule: { name: 'z-first' } })
      }
    }
  })

  it.each([
    ['deny', 'ask'],
    ['deny', 'allow'],
    ['ask', 'allow'],
  ])('on a tie %s before %s', async (stricter, looser) => {
    const text = file('allow', rule({ name: 'a', decision: looser }), rule({ name: 'b', decision: stricter }))
    expect(await decide(text, 'issue_refund')).toMatchObject({ decision: stricter, rule: { name: 'b' } })
  })

  it('goes on to the next rule when a condition is false', async () => {
    const text = file('deny', rule({ name: 'big', decision: 'ask', when: WHEN }), rule({ name: 'small' }))
    expect(await decide(text, 'issue_refund', { amount: 50 })).toMatchObject({ rule: { name: 'small' } })
    expect(await decide(text, 'issue_refund', { amount: 50.01 })).toMatchObject({ rule: { name: 'big' } })
  })
})

describe('reach', () => {
  it.each([
    ['*/*', DEVELOPMENT, true],
    ['*/development', DEVELOPMENT, true],
    ['*/production', DEVELOPMENT, false],
    ['default/*', DEVELOPMENT, true],
    ['acme/*', DEVELOPMENT, false],
    ['acme/production', ACME, true],
    ['acme/production/desk', ACME, true],
    ['acme/production/*', ACME, true],
    ['*/*/DESK', ACME, true],
    ['*/*/other', ACME, false],
    ['*/Production', PRODUCTION, false],
  ])('a rule for %s and %j: %j', async (scope, called, reached) => {
    const { rule: decider } = await decide(file('deny', rule({ scope })), 'issue_refund', {}, called)
    expect(decider !== null).toBe(reached)
  })

  it.each([
    ['issue_refund', true],
    ['issue', false],
    ['Issue_refund', false],
    ['*', true],
    ['**', true],
    ['issue*', true],
    ['*refund', true],
    ['*_*', true],
    ['i*e_*d', true],
    ['issue_refund*', true],
    ['*issue_refund', true],
    ['issue_refund*d', false],
    ['*e_r*e_r*', false],
    ['github_*', false],
  ])('a rule for tool %s and issue_refund: %j', async (tool, reached) => {
    const { rule: decider } = await decide(file('deny', rule({ tool })), 'issue_refund')
    expect(decider !== null).toBe(reached)
  })

  it('counts agents as one whose names differ in hyphens, underscores and case', async () => {
    const policy = await policyOf(file('deny', rule({ scope: '*/*/customer_service' })))
    const gate = createGate({ ...policy, agentName: 'customer-service' })
    expect(gate.decide({ name: 'issue_refund', input: {} }, DEVELOPMENT).decision).toBe('allow')
  })
})

describe('defaults', () => {
  it.each(['allow', 'ask', 'deny'])('default_decision %s holds where no rule decides', async word => {
    expect(await decide(`default_decision: ${word}\n`, 'send_email')).toEqual({
      decision: word,
      rule: null,
      reason: `No rule decides about \`send_email\` for tenant \`default\` in \`development\`, and the default is ${word} (agents/desk/actauth.yml:1).`,
    })
  })

  it('is ask when there are keys, but not `default_decision`', async () => {
    expect(await decide('rules: []\n', 'send_email')).toMatchObject({
      decision: 'ask',
      reason: expect.stringContaining('without a default decision in agents/desk/actauth.yml that means ask'),
    })
  })

  it.each([
    ['system_ask_user', 'allow'],
    ['Skill', 'allow'],
    ['readFile', 'ask'],
  ])('%s keeps its own: %s', async (tool, word) => {
    for (const text of [
      'default_decision: deny\n',
      'default_decision: allow\n',
      file('deny', rule({ tool: '*', decision: 'deny' })),
      file('deny', rule({ tool: '*', decision: 'allow', scope: 'default/development/desk' })),
      file('deny', rule({ tool: `${tool}*`, decision: 'deny' })),
    ]) {
      expect(await decide(text, tool)).toMatchObject({ decision: word, rule: null })
    }
    expect(createGate(await policyOf('rules: []')).decide({ name: tool, input: {} }, PRODUCTION).decision).toBe(word)
  })

  it.each(['system_ask_user', 'Skill', 'readFile'])('%s is changed by a rule that names it exactly', async tool => {
    expect(await decide(file('allow', rule({ tool, decision: 'deny' })), tool)).toMatchObject({ decision: 'deny' })
  })

  it('does not take names of Object.prototype for tools of its own', async () => {
    for (const name of ['constructor', '__proto__', 'toString', 'hasOwnProperty']) {
      expect(await decide('default_decision: deny\n', name)).toMatchObject({ decision: 'deny', rule: null })
    }
  })
})

describe('the reason', () => {
  it('names rule, file and line, and says what the rule does', async () => {
    const text = file('deny', rule({ name: 'refunds', scope: '*/production', decision: 'ask', when: WHEN }))
    expect((await decide(text, 'issue_refund', { amount: 51 }, PRODUCTION)).reason).toBe(
      'Rule `refunds` (agents/desk/actauth.yml:3) asks before issue_refund in production when amount > 50.',
    )
  })

  it('says when a condition could not be judged', async () => {
    const text = file('deny', rule({ name: 'refunds', decision: 'ask', when: WHEN }))
    expect((await decide(text, 'issue_refund')).reason).toBe(
      'Rule `refunds` (agents/desk/actauth.yml:3) asks before issue_refund everywhere when amount > 50; amount is missing, which counts as true for ask.',
    )
  })

  it('escapes what a terminal would obey', async () => {
    const { reason } = await decide('default_decision: deny\n', 'a\u001b[31m\u202e')
    expect(reason).toContain('`a\\u001b[31m\\u202e`')
  })
})

describe('a gate', () => {
  it('answers the same for the same call, also after more names than it remembers', async () => {
    const gate = createGate(await policyOf(file('deny', rule({ tool: 'tool_*' }))))
    for (let number = 0; number < 1_100; number++) {
      expect(gate.decide({ name: `tool_${number}`, input: {} }, DEVELOPMENT).decision).toBe('allow')
    }
    expect(gate.decide({ name: 'tool_1', input: {} }, DEVELOPMENT).decision).toBe('allow')
    expect(gate.decide({ name: 'other', input: {} }, DEVELOPMENT).decision).toBe('deny')
  })
})
