import { describe, expect, it } from 'vitest'
import { cli } from '../helpers/cli.ts'
import { shop } from '../helpers/shop.ts'

const FILE = 'agents/shop/actauth.test.yml'

function cases(...lines: string[]): string {
  return `version: 1\ncases:\n${lines.map(line => `  - { ${line} }\n`).join('')}`
}

const PASSING = cases(
  'tool: lookup_order, decision: allow',
  'name: refunds wait, tool: issue_refund, args: { orderId: A-1001, amount: 5 }, decision: ask, rule: refunds',
  'tool: issue_refund, environment: development, decision: allow',
  'tool: delete_account, decision: deny, rule: null',
)

function test(text: string, ...flags: string[]) {
  return cli(['permissions', 'test', ...flags], { cwd: shop({ [FILE]: text }).root })
}

describe('permissions test', () => {
  it('ends with 0 when all is decided as expected, loaded and static', async () => {
    for (const flags of [[], ['--static']]) {
      const { code, stdout, stderr } = await test(PASSING, ...flags)
      expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
      expect(stdout).toContain('✓ refunds wait')
      expect(stdout).toMatch(/4 passed, 0 failed\n$/)
    }
  })

  it('says what was decided instead, by which rule, and ends with 4', async () => {
    const { code, stdout } = await test(cases('tool: issue_refund, decision: allow'))
    expect(code).toBe(4)
    expect(stdout).toContain('✗ issue_refund()')
    expect(stdout).toContain('line 3: expected allow, got ask: Rule `refunds` (agents/shop/actauth.yml:5)')
    expect(stdout).toMatch(/0 passed, 1 failed\n$/)
  })

  it('names the rules that no case reaches', async () => {
    const { stdout } = await test(PASSING)
    expect(stdout).toContain('shop: 3 of 11 rules decided a case; not shipments (line 4), gifts (line 7)')
  })

  it('prints cases, how many failed, and the coverage as JSON', async () => {
    const { code, stdout } = await test(`${PASSING}  - { tool: wrap_gift, decision: ask }\n`, '--json')
    const document = JSON.parse(stdout)
    expect(code).toBe(4)
    expect(document.failed).toBe(1)
    expect(document.cases[1]).toEqual({
      agent: 'shop',
      file: FILE,
      line: 4,
      name: 'refunds wait',
      tool: 'issue_refund',
      args: { orderId: 'A-1001', amount: 5 },
      tenant: 'default',
      environment: 'production',
      expected: { decision: 'ask', rule: 'refunds' },
      decision: 'ask',
      rule: 'refunds',
      reason: expect.any(String),
      passed: true,
    })
    expect(document.cases[4]).toMatchObject({ passed: false, decision: 'allow', failure: expect.any(String) })
    expect(document.coverage).toMatchObject([{ agent: 'shop', file: 'agents/shop/actauth.yml', rules: 11, covered: 4 }])
  })

  it('does not depend on LOOPENGINE_ENV', async () => {
    const { root } = shop({ [FILE]: PASSING })
    const { code } = await cli(['permissions', 'test'], { cwd: root, env: { LOOPENGINE_ENV: 'development' } })
    expect(code).toBe(0)
  })

  it('ends with 4 for a wrong file, with line, column and caret, and judges the other cases', async () => {
    const { code, stdout } = await test(`${PASSING}  - { tool: wrap_gift, expect: allow }\n`)
    expect(code).toBe(4)
    expect(stdout).toMatch(/agents\/shop\/actauth\.test\.yml:7:24 error ACTAUTH_UNKNOWN_KEY .*`expect`/)
    expect(stdout).toContain('Did you mean `decision`?')
    expect(stdout).toContain('4 passed, 0 failed')
  })

  it('ends with 4 for a rule that is not there', async () => {
    const { code, stdout } = await test(cases('tool: issue_refund, decision: ask, rule: refnds'))
    expect(code).toBe(4)
    expect(stdout).toContain('error PERMISSION_TEST_RULE A case expects the rule `refnds`')
  })

  it('fails every case that should run while the rules have an error', async () => {
    const { root } = shop({ [FILE]: PASSING, 'agents/shop/actauth.yml': 'default_decision: maybe\n' })
    const { code, stdout } = await cli(['permissions', 'test', '--json'], { cwd: root })
    expect(code).toBe(4)
    expect(JSON.parse(stdout)).toMatchObject({ failed: 3, diagnostics: [{ code: 'ACTAUTH_DECISION' }] })
  })

  it('prints failures and rules without a case as annotations and as a SARIF log', async () => {
    const text = cases('tool: issue_refund, decision: allow')
    const github = await test(text, '--format', 'github')
    expect(github.stdout).toMatch(
      /^::error file=agents\/shop\/actauth\.test\.yml,line=3,col=7,title=PERMISSION_TEST_FAILED::/m,
    )
    expect(github.stdout).toMatch(
      /^::notice file=agents\/shop\/actauth\.yml,line=3,col=1,title=PERMISSION_TEST_UNCOVERED::/m,
    )
    const { code, stdout } = await test(text, '--format', 'sarif')
    expect(code).toBe(4)
    expect(JSON.parse(stdout).runs[0].results[0]).toMatchObject({ ruleId: 'PERMISSION_TEST_FAILED', level: 'error' })
  })

  it('ends with 2 when there are no tests', async () => {
    const { code, stderr } = await cli(['permissions', 'test'], { cwd: shop().root })
    expect(code).toBe(2)
    expect(stderr).toContain('no agent has a file actauth.test.yml')
  })
})
