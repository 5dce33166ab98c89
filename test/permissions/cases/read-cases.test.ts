import { describe, expect, it } from 'vitest'
import { type CasesReading, readCases, unknownRules, unknownTools } from '../../../src/permissions/cases/read-cases.ts'
import { yaml } from '../builders.ts'

const FILE = 'agents/desk/actauth.test.yml'

function read(text: string): Promise<CasesReading> {
  return readCases(text, FILE)
}

async function problems(text: string): Promise<string[]> {
  const { diagnostics } = await read(text)
  return diagnostics.map(({ code, range }) => `${range?.start.line}:${range?.start.column} ${code}`)
}

function withCase(text: string): string {
  return `version: 1\ncases:\n  - ${text}\n`
}

describe('a file of permission tests', () => {
  it('gives calls, where they are made, and what must be decided', async () => {
    const { cases, diagnostics } = await read(yaml`
      version: 1
      tenant: acme
      cases:
        - name: large refunds
          tool: issue_refund
          args: { order: { items: [{ sku: A }] }, amount: 80, note: null }
          environment: staging
          decision: ask
          rule: refunds
    `)
    expect(diagnostics).toEqual([])
    expect(cases).toMatchObject([
      {
        name: 'large refunds',
        tool: 'issue_refund',
        args: { order: { items: [{ sku: 'A' }] }, amount: 80, note: null },
        scope: { tenant: 'acme', environment: 'staging' },
        decision: 'ask',
        rule: 'refunds',
        place: { start: { line: 4, column: 5 } },
      },
    ])
  })

  it('is about production and the tenant `default` where it says nothing', async () => {
    const { cases } = await read(withCase('{ tool: send_email, decision: deny }'))
    expect(cases[0]?.scope).toEqual({ tenant: 'default', environment: 'production' })
  })

  it('names a case by its call when it has no name', async () => {
    const { cases } = await read(withCase('{ tool: refund, args: { amount: 1 }, environment: dev, decision: ask }'))
    expect(cases[0]?.name).toBe('refund({"amount":1})')
  })

  it('tells "no rule" from "whatever rule"', async () => {
    const { cases } = await read(
      'version: 1\ncases:\n  - { tool: a, decision: deny, rule: null }\n  - { tool: a, decision: deny }\n',
    )
    expect(cases.map(({ rule }) => rule)).toEqual([null, undefined])
  })

  it.each([
    ['a file that is a list', '- tool: a\n', ['1:1 PERMISSION_TEST_SHAPE']],
    ['no version', 'cases: []\n', ['1:1 PERMISSION_TEST_VERSION']],
    ['a newer version', 'version: 2\ncases: []\n', ['1:10 PERMISSION_TEST_VERSION']],
    ['no cases', 'version: 1\n', ['1:1 PERMISSION_TEST_SHAPE']],
    ['cases that are no list', 'version: 1\ncases: 3\n', ['2:8 PERMISSION_TEST_SHAPE']],
    ['a case that is no map', withCase('lookup_order'), ['3:5 PERMISSION_TEST_SHAPE']],
    ['an unknown key', withCase('{ tool: a, decision: ask, expct: b }'), ['3:31 ACTAUTH_UNKNOWN_KEY']],
    ['a key that stands twice', withCase('{ tool: a, tool: b, decision: ask }'), ['3:16 ACTAUTH_DUPLICATE_KEY']],
    ['no tool', withCase('{ decision: ask }'), ['3:7 ACTAUTH_MISSING_KEY']],
    ['no decision', withCase('{ tool: a }'), ['3:7 ACTAUTH_MISSING_KEY']],
    ['a word that is no decision', withCase('{ tool: a, decision: yes please }'), ['3:26 ACTAUTH_DECISION']],
    ['a glob for a tool', withCase('{ tool: "a_*", decision: ask }'), ['3:13 ACTAUTH_TOOL']],
    ['a number for a tool', withCase('{ tool: 3, decision: ask }'), ['3:13 ACTAUTH_TOOL']],
    ['arguments that are no map', withCase('{ tool: a, decision: ask, args: [1] }'), ['3:37 PERMISSION_TEST_ARGS']],
    [
      'a number for an environment',
      withCase('{ tool: a, decision: ask, environment: 3 }'),
      ['3:44 ACTAUTH_NOT_A_TEXT'],
    ],
    ['a list for a rule', withCase('{ tool: a, decision: ask, rule: [b] }'), ['3:37 ACTAUTH_NOT_A_TEXT']],
    ['a tab', 'version: 1\ncases:\n\t- tool: a\n', ['3:1 ACTAUTH_TAB']],
    ['a merge conflict', '<<<<<<< ours\nversion: 1\n', ['1:1 ACTAUTH_MERGE_CONFLICT']],
  ])('says where %s stands', async (_what, text, expected) => {
    expect(await problems(text)).toEqual(expected)
  })

  it('proposes the key that was meant', async () => {
    const { diagnostics } = await read(withCase('{ tool: a, expect: ask }'))
    expect(diagnostics.map(({ hint }) => hint).join(' ')).toContain('Did you mean `decision`?')
  })

  it('keeps the cases that can be read beside those that can not', async () => {
    const { cases, diagnostics } = await read(
      'version: 1\ncases:\n  - { tool: a, decision: maybe }\n  - { tool: b, decision: ask }\n',
    )
    expect(cases.map(({ tool }) => tool)).toEqual(['b'])
    expect(diagnostics).toHaveLength(1)
  })
})

describe('what a case names', () => {
  it('is an error when there is no such rule', async () => {
    const { cases } = await read(withCase('{ tool: a, decision: ask, rule: refnds }'))
    expect(unknownRules(cases, ['refunds'], FILE)).toMatchObject([
      {
        code: 'PERMISSION_TEST_RULE',
        severity: 'error',
        file: FILE,
        range: { start: { line: 3 } },
        hint: expect.stringContaining('Did you mean `refunds`?'),
      },
    ])
  })

  it('is a warning when there is no such tool, unless it must be denied', async () => {
    const { cases } = await read(
      'version: 1\ncases:\n  - { tool: lookup, decision: ask }\n  - { tool: gone, decision: deny }\n',
    )
    expect(unknownTools(cases, ['lookup_order'], FILE)).toMatchObject([
      { code: 'PERMISSION_TEST_TOOL', severity: 'warning', range: { start: { line: 3 } } },
    ])
  })
})
