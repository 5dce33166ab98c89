import '../../helpers/property-runs.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Scope } from '../../../src/core/rule.ts'
import { createGate } from '../../../src/permissions/create-gate.ts'
import { diffPolicies, type PermissionChange, type PolicySide } from '../../../src/permissions/diff/diff-policies.ts'

import { readActauth } from '../../../src/permissions/read-actauth.ts'
import { rulesFromConfig } from '../../../src/permissions/rules-from-config.ts'
import { toolPattern } from '../../../src/permissions/tool-pattern.ts'
import { file, policyOf, rule, SOURCE } from '../builders.ts'

const ASK = { decision: 'ask' }

async function side(text: string | undefined, tools: string[] = ['issue_refund', 'lookup_order']): Promise<PolicySide> {
  return { policy: text === undefined ? undefined : await policyOf(text), tools, complete: true }
}

async function diff(before: string | undefined, after: string | undefined): Promise<string[]> {
  return diffPolicies(await side(before), await side(after)).map(told)
}

/** `! ask>allow issue_refund *\/* {"amount":60}`. */
function told({ widens, before, after, tool, tools, scope, except, example }: PermissionChange): string {
  const but = except ? ` but ${except.join(',')}` : ''
  const stands = tools ? ` (${tools.join(',')})` : ''
  const call = example ? ` ${JSON.stringify(example)}` : ''
  return `${widens ? '! ' : ''}${before.decision}>${after.decision} ${tool}${stands} ${scope}${but}${call}`
}

describe('what two versions of rules decide differently', () => {
  it('is nothing when only names, order, places and comments differ', async () => {
    const before = file('deny', rule({ name: 'a', ...ASK }), rule({ name: 'b', tool: 'lookup_order' }))
    const after = `# new\n${file('deny', rule({ name: 'look', tool: 'lookup_order' }), rule({ name: 'pay', ...ASK }))}`
    expect(await diff(before, after)).toEqual([])
  })

  it.each([
    ['a new allow', file('deny'), file('deny', rule({})), ['! deny>allow issue_refund */*']],
    ['an allow that goes', file('deny', rule({})), file('deny'), ['allow>deny issue_refund */*']],
    ['an ask that becomes an allow', file('deny', rule(ASK)), file('deny', rule({})), ['! ask>allow issue_refund */*']],
    ['an allow that becomes an ask', file('deny', rule({})), file('deny', rule(ASK)), ['allow>ask issue_refund */*']],
    [
      'a rule for one environment',
      file('deny', rule(ASK)),
      file('deny', rule(ASK), rule({ name: 'x', scope: '*/test' })),
      ['! ask>allow issue_refund */test'],
    ],
    [
      'a rule for one tenant',
      file('deny', rule(ASK)),
      file('deny', rule(ASK), rule({ name: 'x', scope: 'acme/*' })),
      ['! ask>allow issue_refund acme/*'],
    ],
    [
      'a default, with the tools it is about',
      file('deny', rule(ASK)),
      file('ask', rule(ASK)),
      ['! deny>ask * (lookup_order) */*'],
    ],
    [
      'a default that stricter rules limit',
      file('deny'),
      file('allow', rule({ scope: '*/production', tool: '*', ...ASK })),
      [
        '! deny>allow * (issue_refund,lookup_order) */* but */production',
        '! deny>ask * (issue_refund,lookup_order) */production',
      ],
    ],
    ['a glob', file('deny'), file('deny', rule({ tool: 'issue_*' })), ['! deny>allow issue_* (issue_refund) */*']],
    [
      'a threshold',
      file('allow', rule({ ...ASK, when: '{ field: amount, op: gt, value: 50 }' })),
      file('allow', rule({ ...ASK, when: '{ field: amount, op: gt, value: 100 }' })),
      ['! ask>allow issue_refund */* {"amount":100}'],
    ],
    ['a tool of loopengine', file('deny'), file('deny', rule({ tool: 'readFile' })), ['! ask>allow readFile */*']],
    ['a whole new agent', undefined, file('deny', rule(ASK)), ['! deny>ask issue_refund */*']],
    ['an agent that goes', file('deny', rule({})), undefined, ['allow>deny issue_refund */*']],
  ])('is told for %s', async (_what, before, after, expected) => {
    expect(await diff(before, after)).toEqual(expected)
  })

  it('names the deciding rules with their lines and conditions', async () => {
    const when = '{ field: amount, op: lte, value: 9 }'
    const [change] = diffPolicies(
      await side(file('deny', rule(ASK))),
      await side(file('deny', rule(ASK), rule({ name: 'small', when }))),
    )
    expect(change).toMatchObject({
      kind: 'allowed',
      before: { decision: 'ask', rule: { name: 'only', line: 3 }, because: 'rule' },
      after: { decision: 'allow', rule: { name: 'small', line: 4 }, because: 'rule' },
      when: [{ field: 'amount', op: 'lte', value: 9 }],
      example: { amount: 9 },
    })
  })

  it('is told for a new tool that an old rule lets run', async () => {
    const text = file('deny', rule({ tool: 'issue_*' }))
    const found = diffPolicies(await side(text, ['issue_refund']), await side(text, ['issue_refund', 'issue_credit']))
    expect(found.map(told)).toEqual(['! deny>allow issue_credit */*'])
    expect(found[0]?.before.because).toBe('absent')
  })

  it('calls no tool new when the old ones are not all known', async () => {
    const text = file('deny', rule({ tool: 'issue_*' }))
    const before = { ...(await side(text, [])), complete: false }
    expect(diffPolicies(before, await side(text, ['issue_credit']))).toEqual([])
  })

  it('is everything when rules that had an error are mended', async () => {
    const { policy } = await readActauth('default_decision: maybe\n', SOURCE)
    const found = diffPolicies({ policy, tools: [], complete: true }, await side(file('ask'), []))
    expect(found.map(told)).toContain('! deny>ask * */*')
  })

  it('knows no example for a pattern that no tried text matches', async () => {
    const when = '{ field: to, op: matches, value: "^[a-z]+@acme[.]test$" }'
    const [change] = diffPolicies(await side(file('deny')), await side(file('deny', rule({ when }))))
    expect(change).toMatchObject({ widens: true, when: [{ op: 'matches' }] })
    expect(change?.example).toBeUndefined()
  })

  it('is taken for a widening when there are more conditions than can be gone through', async () => {
    const list = (op: string): string =>
      `[${Array.from({ length: 12 }, (_, index) => `{ field: f${index}, op: ${op}, value: ${index} }`).join(', ')}]`
    const [change] = diffPolicies(
      await side(file('deny', rule({ when: list('gt') }))),
      await side(file('deny', rule({ when: list('gte') }))),
    )
    expect(change).toMatchObject({ widens: true, unclear: true })
  })
})

const TOOLS = ['issue_refund', 'issue_credit', 'lookup_order', 'readFile', 'system_ask_user']
const SCOPES: Scope[] = ['acme', 'zoo', 'default'].flatMap(tenant =>
  ['production', 'test'].map(environment => ({ tenant, environment })),
)

const decisions = fc.constantFrom('allow', 'ask', 'deny')
const conditions = fc.constantFrom(
  [{ field: 'amount', op: 'gt', value: 50 }],
  [{ field: 'amount', op: 'lte', value: 20 }],
  [{ field: 'amount', op: 'ne', value: 7 }],
  [{ field: 'to', op: 'startsWith', value: 'a' }],
  [{ field: 'to', op: 'in', value: ['ab', 'b'] }],
  [{ field: 'to', op: 'matches', value: 'b$' }],
  [{ field: 'to', op: 'exists' }],
  [
    { field: 'amount', op: 'gte', value: 20 },
    { field: 'to', op: 'contains', value: 'b' },
  ],
)

const ruleParts = fc.record({
  scope: fc.constantFrom('*/*', '*/production', 'acme/*', 'zoo/test', '*/*/desk', '*/*/other'),
  tool: fc.constantFrom('issue_refund', 'lookup_order', 'issue_*', '*', 'readFile'),
  decision: decisions,
  when: fc.option(conditions, { nil: undefined }),
})

const policies = fc.tuple(decisions, fc.array(ruleParts, { maxLength: 4 })).map(async ([fallback, parts]) => {
  const rules = parts.map((one, index) => ({ name: `r${index}`, ...one }))
  return (await rulesFromConfig(rules, fallback, SOURCE)).policy
})

const calls = fc.record(
  {
    amount: fc.constantFrom<unknown>(7, 20, 21, 50, 51, 'x', null),
    to: fc.constantFrom<unknown>('a', 'ab', 'b', 'c', '', ['b'], 3),
  },
  { requiredKeys: [] },
)

function isTold(changes: PermissionChange[], call: { name: string; scope: Scope; from: string; to: string }): boolean {
  const inside = (name: string): boolean => {
    const [tenant = '', environment = ''] = name.split('/')
    return [call.scope.tenant, '*'].includes(tenant) && [call.scope.environment, '*'].includes(environment)
  }
  return changes.some(({ tool, scope, except = [], before, after }) => {
    if (before.decision !== call.from || after.decision !== call.to) return false
    return toolPattern(tool).matches(call.name) && inside(scope) && !except.some(inside)
  })
}

describe('a comparison of any two versions', () => {
  it('tells every call about which the gate decides something else', async () => {
    await fc.assert(
      fc.asyncProperty(policies, policies, calls, async (before, after, input) => {
        const [old, now] = await Promise.all([before, after])
        const changes = diffPolicies(
          { policy: old, tools: TOOLS, complete: true },
          { policy: now, tools: TOOLS, complete: true },
        )
        const gates = { old: createGate(old), now: createGate(now) }
        for (const name of [...TOOLS, 'issue_later', 'something_else']) {
          for (const scope of SCOPES) {
            const from = gates.old.decide({ name, input }, scope).decision
            const to = gates.now.decide({ name, input }, scope).decision
            if (from !== to) expect(isTold(changes, { name, scope, from, to })).toBe(true)
          }
        }
      }),
    )
  })

  it('gives only examples about which the gate decides so', async () => {
    await fc.assert(
      fc.asyncProperty(policies, policies, async (before, after) => {
        const [old, now] = await Promise.all([before, after])
        const changes = diffPolicies(
          { policy: old, tools: TOOLS, complete: true },
          { policy: now, tools: TOOLS, complete: true },
        )
        for (const { tool, scope, example = {}, when, before: from, after: to } of changes) {
          if (when && Object.keys(example).length === 0) continue
          const [tenant, environment] = scope.split('/').map(segment => (segment === '*' ? 'elsewhere' : segment))
          const place = { tenant: tenant ?? '', environment: environment ?? '' }
          const call = { name: tool.replaceAll('*', 'zzz'), input: example }
          expect(createGate(old).decide(call, place).decision).toBe(from.decision)
          expect(createGate(now).decide(call, place).decision).toBe(to.decision)
        }
      }),
    )
  })
})
