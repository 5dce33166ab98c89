import { describe, expect, it } from 'vitest'
import { coverageOf, judgeCases } from '../../../src/permissions/cases/judge-cases.ts'
import type { PermissionCase } from '../../../src/permissions/cases/permission-case.ts'
import { readActauth } from '../../../src/permissions/read-actauth.ts'
import { file, policyOf, rule, SOURCE } from '../builders.ts'

const TEXT = file(
  'deny',
  rule({ name: 'large', decision: 'ask', when: '{ field: amount, op: gt, value: 50 }' }),
  rule({ name: 'small', decision: 'allow' }),
)

function one(parts: Partial<PermissionCase>): PermissionCase {
  return {
    name: 'one',
    tool: 'issue_refund',
    args: {},
    scope: { tenant: 'default', environment: 'production' },
    decision: 'allow',
    place: { start: { line: 1, column: 1 }, end: { line: 1, column: 1 } },
    ...parts,
  }
}

async function failures(...cases: Partial<PermissionCase>[]): Promise<(string | undefined)[]> {
  return judgeCases(await policyOf(TEXT), cases.map(one)).map(({ failure }) => failure)
}

describe('a case', () => {
  it('passes when the decision is the expected one', async () => {
    const found = await failures({ args: { amount: 50 } }, { args: { amount: 51 }, decision: 'ask', rule: 'large' })
    expect(found).toEqual([undefined, undefined])
  })

  it('fails with the reason when the decision is another', async () => {
    const [failure] = await failures({ args: { amount: 51 } })
    expect(failure).toMatch(/^expected allow, got ask: Rule `large` \(agents\/desk\/actauth\.yml:3\)/)
  })

  it('fails when another rule decided the same', async () => {
    const [failure] = await failures({ args: { amount: 1 }, rule: 'large' })
    expect(failure).toMatch(/^expected rule `large` to decide, and rule `small` did: /)
  })

  it('fails when the default decided instead of a rule, and the other way round', async () => {
    const found = await failures(
      { tool: 'other', decision: 'deny', rule: 'small' },
      { args: { amount: 1 }, rule: null },
    )
    expect(found[0]).toMatch(/^expected rule `small` to decide, and the default did/)
    expect(found[1]).toMatch(/^expected the default to decide, and rule `small` did/)
  })

  it('is denied by rules that can not be read', async () => {
    const { policy } = await readActauth('default_decision: maybe\n', SOURCE)
    expect(judgeCases(policy, [one({})])[0]).toMatchObject({
      decision: 'deny',
      rule: null,
      failure: expect.any(String),
    })
  })
})

describe('coverage', () => {
  it('counts the rules that decided a case, and lists the others with their lines', async () => {
    const policy = await policyOf(TEXT)
    const outcomes = judgeCases(policy, [one({ args: { amount: 1 } })])
    expect(coverageOf(policy, outcomes)).toEqual({ rules: 2, covered: 1, uncovered: [{ name: 'large', line: 3 }] })
  })
})
