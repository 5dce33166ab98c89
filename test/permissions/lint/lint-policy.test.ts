import { describe, expect, it } from 'vitest'
import type { JsonSchema } from '../../../src/core/json.ts'
import type { LintTool } from '../../../src/permissions/lint/lint-facts.ts'
import { lintPolicy } from '../../../src/permissions/lint/lint-policy.ts'
import { readActauth } from '../../../src/permissions/read-actauth.ts'
import { file, policyOf, rule, SOURCE } from '../builders.ts'

const REFUND: JsonSchema = { type: 'object', properties: { orderId: { type: 'string' }, amount: { type: 'number' } } }

const TOOLS: LintTool[] = [
  { name: 'lookup_order', safe: true, input_schema: { type: 'object' } },
  { name: 'issue_refund', input_schema: REFUND },
  { name: 'readFile', safe: true, input_schema: { type: 'object' } },
  { name: 'system_ask_user', input_schema: { type: 'object' } },
]

/** `line code` of every finding but those about tools without a rule. */
async function lint(text: string, tools = TOOLS): Promise<string[]> {
  const found = lintPolicy(await policyOf(text), tools).filter(({ code }) => code !== 'ACTAUTH_NO_RULE')
  return found.map(({ code, range }) => `${range?.start.line} ${code}`)
}

async function messages(text: string): Promise<string> {
  const found = lintPolicy(await policyOf(text), TOOLS)
  return found.map(({ message, hint }) => `${message} ${hint}`).join('\n')
}

const ASK = { decision: 'ask' }

describe('a rule that never decides', () => {
  it('is shadowed by its twin', async () => {
    const text = file('deny', rule({ name: 'a', ...ASK }), rule({ name: 'b', ...ASK }))
    expect(await lint(text)).toEqual(['4 ACTAUTH_SHADOWED'])
    expect(await messages(text)).toContain('Rule `b` never decides: `a` (line 3) comes before it for every call')
  })

  it('contradicts a stricter one of the same reach', async () => {
    const text = file('deny', rule({ name: 'a', ...ASK }), rule({ name: 'b', decision: 'deny' }))
    expect(await lint(text)).toEqual(['3 ACTAUTH_CONTRADICTION'])
    expect(await messages(text)).toContain('Rule `a` says ask where `b` (line 4) says deny, and deny wins.')
  })

  it('contradicts one with the same conditions, in whatever order their keys stand', async () => {
    const text = file(
      'deny',
      rule({ name: 'a', ...ASK, when: '{ field: amount, op: gt, value: 1 }' }),
      rule({ name: 'b', decision: 'deny', when: '{ value: 1, op: gt, field: amount }' }),
    )
    expect(await lint(text)).toEqual(['3 ACTAUTH_CONTRADICTION'])
  })

  it('is a glob, when each tool that it matches has a rule of its own', async () => {
    const text = file('deny', rule({ name: 'a', ...ASK }), rule({ name: 'b', ...ASK, tool: 'issue_*' }))
    expect(await lint(text)).toEqual(['4 ACTAUTH_SHADOWED'])
  })

  it.each<[string, Parameters<typeof rule>[0], Parameters<typeof rule>[0]]>([
    ['the first has a condition', { ...ASK, when: '{ field: amount, op: gt, value: 1 }' }, ASK],
    ['the first reaches one tenant only', { ...ASK, scope: 'acme/*' }, ASK],
    ['the glob matches another tool too', ASK, { ...ASK, tool: '*o*' }],
    ['they are about different tools', ASK, { ...ASK, tool: 'lookup_order' }],
  ])('is not one when %s', async (_why, first, second) => {
    expect(await lint(file('deny', rule({ name: 'a', ...first }), rule({ name: 'b', ...second })))).toEqual([])
  })

  it('is one for another agent', async () => {
    expect(await lint(file('deny', rule({ ...ASK, scope: '*/*/twin' })))).toEqual(['3 ACTAUTH_UNREACHABLE'])
    expect(await lint(file('deny', rule({ ...ASK, scope: '*/*/DESK' })))).toEqual([])
  })

  it.each([
    ['[{ field: amount, op: gt, value: 50 }, { field: amount, op: lt, value: 50 }]', true],
    ['[{ field: amount, op: lte, value: 10 }, { field: amount, op: gte, value: 20 }]', true],
    ['[{ field: amount, op: eq, value: 1 }, { field: amount, op: eq, value: 2 }]', true],
    ['[{ field: amount, op: gte, value: 50 }, { field: amount, op: lte, value: 50 }]', false],
    ['[{ field: amount, op: gt, value: 50 }, { field: orderId, op: lt, value: 50 }]', false],
    ['[{ field: amount, op: gt, value: 1 }, { field: amount, op: gt, value: 2 }]', false],
  ])('is one whose conditions exclude each other: %s %j', async (when, excluded) => {
    expect(await lint(file('deny', rule({ ...ASK, when })))).toEqual(excluded ? ['3 ACTAUTH_UNREACHABLE'] : [])
  })
})

describe('a rule that is overtaken', () => {
  it('is one that an allow of a crossing scope beats', async () => {
    const text = file(
      'deny',
      rule({ name: 'no', scope: '*/production', decision: 'deny' }),
      rule({ name: 'acme', scope: 'acme/*', when: '{ field: amount, op: lt, value: 5 }' }),
    )
    expect(await lint(text)).toEqual(['3 ACTAUTH_OVERTAKEN', '4 ACTAUTH_ALLOWS_UNSAFE'])
    expect(await messages(text)).toContain(
      'Rule `no` denies issue_refund in production, but not for tenant acme: there `acme` (agents/desk/actauth.yml:4) allows it, because it names the tenant. If it should hold there too, add the same rule with scope "acme/production".',
    )
  })

  it.each<[string, Parameters<typeof rule>[0]]>([
    ['inside its own scope', { scope: 'acme/production' }],
    ['of another environment', { scope: 'acme/development' }],
    ['about another tool', { scope: 'acme/*', tool: 'lookup_order' }],
    ['that only asks', { scope: 'acme/*', decision: 'ask' }],
  ])('is not one beside a rule %s', async (_why, other) => {
    const text = file(
      'deny',
      rule({ name: 'no', scope: '*/production', decision: 'deny' }),
      rule({ name: 'b', ...other }),
    )
    expect((await lint(text)).filter(found => found.includes('OVERTAKEN'))).toEqual([])
  })
})

describe('a rule about something that is not there', () => {
  it('names the nearest tool', async () => {
    const text = file('deny', rule({ ...ASK, tool: 'isue_refund' }))
    expect(await lint(text)).toEqual(['3 ACTAUTH_UNKNOWN_TOOL'])
    expect(await messages(text)).toContain('Did you mean `issue_refund`?')
  })

  it('may be a glob that matches nothing', async () => {
    expect(await lint(file('deny', rule({ ...ASK, tool: 'github_*' })))).toEqual(['3 ACTAUTH_UNKNOWN_TOOL'])
  })

  it('may be a glob that matches only a tool of loopengine', async () => {
    const text = file('deny', rule({ ...ASK, tool: 'read*' }))
    expect(await lint(text)).toEqual(['3 ACTAUTH_UNKNOWN_TOOL'])
    expect(await messages(text)).toContain('name them exactly')
  })

  it('may have a condition on an argument that the tool does not take', async () => {
    const text = file('deny', rule({ ...ASK, when: '{ field: ammount, op: gt, value: 1 }' }))
    expect(await lint(text)).toEqual(['3 ACTAUTH_UNKNOWN_FIELD'])
    expect(await messages(text)).toContain('always counts as true for ask. Did you mean `amount`?')
  })

  it('is no problem for a tool that lists no arguments', async () => {
    const text = file('deny', rule({ tool: 'lookup_order', when: '{ field: x, op: gt, value: 1 }' }))
    expect(await lint(text)).toEqual([])
  })
})

describe('a wide allow', () => {
  it('lets a tool run that is not safe', async () => {
    expect(await lint(file('deny', rule({})))).toEqual(['3 ACTAUTH_ALLOWS_UNSAFE'])
  })

  it('is only worth an info under a condition', async () => {
    const policy = await policyOf(file('deny', rule({ when: '{ field: amount, op: lt, value: 5 }' })))
    expect(lintPolicy(policy, TOOLS).find(({ code }) => code === 'ACTAUTH_ALLOWS_UNSAFE')?.severity).toBe('info')
  })

  it('has a glob, and names what it lets run now', async () => {
    const text = file('deny', rule({ tool: '*' }))
    expect(await lint(text)).toEqual(['3 ACTAUTH_ALLOW_GLOB'])
    expect(await messages(text)).toContain('also tools that are added later, and now issue_refund.')
  })

  it.each(['lookup_order', 'system_ask_user'])('is not one for %s', async tool => {
    expect(await lint(file('deny', rule({ tool })))).toEqual([])
  })
})

describe('a tool without a rule', () => {
  it.each([
    ['deny', 'info'],
    ['allow', 'warning'],
  ])('under default %s is told as %s', async (word, severity) => {
    const found = lintPolicy(await policyOf(`default_decision: ${word}\n`), TOOLS)
    expect(found).toMatchObject([
      { code: 'ACTAUTH_NO_RULE', severity, message: expect.stringContaining('`lookup_order`') },
      { code: 'ACTAUTH_NO_RULE', severity, message: expect.stringContaining('`issue_refund`') },
    ])
  })
})

it('says nothing about a broken file', async () => {
  const { policy } = await readActauth('rules: 1\n', SOURCE)
  expect(lintPolicy(policy, TOOLS)).toEqual([])
})
