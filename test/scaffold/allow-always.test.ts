import { describe, expect, it } from 'vitest'
import type { Decision, Scope } from '../../src/core/rule.ts'
import { applyChangeSet } from '../../src/edit/change-set/apply-change-set.ts'
import { verifyTexts } from '../../src/edit/verify/verify-texts.ts'
import { createGate, readActauth } from '../../src/permissions/index.ts'
import { type AskedCall, planAllowAlways } from '../../src/scaffold/allow-always.ts'
import { project, type TestProject } from '../helpers/project.ts'

const FILE = 'agents/desk/actauth.yml'

const RULES = `default_decision: deny # nothing else

rules:
  - name: large-refunds
    scope: "*/*"
    tool: issue_refund
    decision: ask
    when: { field: amount, op: gt, value: 50 }
`

const WRITTEN = `
  - name: issue_refund-always-1
    scope: "acme/development"
    tool: issue_refund
    decision: allow
    when: { field: amount, op: gt, value: 50 }
`.slice(1)

const DEVELOPMENT: Scope = { tenant: 'acme', environment: 'development' }

function desk(): TestProject {
  return project({ [FILE]: RULES })
}

async function gate(place: TestProject) {
  const { policy } = await readActauth(place.read(FILE), { file: FILE, agentName: 'desk' })
  return createGate(policy)
}

async function asked(place: TestProject, parts: { scope?: Scope; decision?: Partial<Decision> } = {}) {
  const { scope = DEVELOPMENT, decision } = parts
  const call = { name: 'issue_refund', input: { amount: 80 } }
  const made = (await gate(place)).decide(call, scope)
  const agent = { name: 'desk', directory: place.path('agents/desk') }
  return { root: place.root, agent, call, scope, decision: { ...made, ...decision } } satisfies AskedCall
}

async function reason(request: AskedCall): Promise<string> {
  const planned = await planAllowAlways(request)
  return planned.kind === 'never' ? planned.reason : `offered ${planned.rule.name}`
}

describe('"always allow"', () => {
  it('plans one rule: this tool, tenant and environment, under the conditions that asked', async () => {
    const place = desk()
    const planned = await planAllowAlways(await asked(place))
    expect(planned).toMatchObject({
      kind: 'offer',
      rule: { name: 'issue_refund-always-1', scope: 'acme/development', tool: 'issue_refund', decision: 'allow' },
      changeSet: {
        title: 'always allow issue_refund',
        newlyAllowed: [{ agent: 'desk', tool: 'issue_refund', scope: 'acme/development', decision: 'allow' }],
      },
    })
    expect(place.read(FILE)).toBe(RULES)
  })

  it('leaves every other byte, and lets the call pass there and nowhere else', async () => {
    const place = desk()
    const request = await asked(place)
    const planned = await planAllowAlways(request)
    if (planned.kind === 'offer') await applyChangeSet(planned.changeSet, { owner: 'test', verify: verifyTexts })
    expect(place.read(FILE)).toBe(RULES + WRITTEN)
    const { decide } = await gate(place)
    expect(decide(request.call, DEVELOPMENT).decision).toBe('allow')
    expect(decide(request.call, { ...DEVELOPMENT, tenant: 'zoo' }).decision).toBe('ask')
    expect(decide(request.call, { ...DEVELOPMENT, environment: 'production' }).decision).toBe('ask')
  })

  it('names a subagent by its path', async () => {
    const place = desk()
    const child = 'agents/desk/subagents/night'
    place.write(`${child}/actauth.yml`, RULES)
    const agent = { name: 'night', directory: place.path(child) }
    expect(await planAllowAlways({ ...(await asked(place)), agent })).toMatchObject({
      changeSet: { newlyAllowed: [{ agent: 'desk/night' }], changes: [{ path: `${child}/actauth.yml` }] },
    })
  })
})

describe('"always allow" is not offered', () => {
  it('in production', async () => {
    const request = await asked(desk(), { scope: { tenant: 'acme', environment: 'production' } })
    expect(await reason(request)).toContain('production')
  })

  it.each(['confirmation', 'consent'] as const)('when a %s of the tool asked', async askedBy => {
    expect(await reason(await asked(desk(), { decision: { askedBy } }))).toContain(askedBy)
  })

  it('when the rules do not stand in a file', async () => {
    const place = desk()
    const agent = { name: 'coded', directory: place.path('agents/coded') }
    expect(await reason({ ...(await asked(place)), agent })).toContain('do not stand in a file')
  })

  it('when the file was changed meanwhile so that the rule would not win, or has an error', async () => {
    const place = desk()
    const request = await asked(place)
    const twin =
      'scope: "acme/development", tool: issue_refund, decision: deny, when: { field: amount, op: gt, value: 50 }'
    place.write(FILE, `${RULES}  - { name: no, ${twin} }\n`)
    expect(await reason(request)).toContain('change nothing')
    place.write(FILE, 'default_decision: maybe\n')
    expect(await reason(request)).toBe('the rules have an error.')
  })
})
