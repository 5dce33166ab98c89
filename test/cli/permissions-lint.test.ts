import { describe, expect, it } from 'vitest'
import { cli } from '../helpers/cli.ts'
import { project, type TestProject } from '../helpers/project.ts'

const INDEX = "export const config = { name: 'desk', systemPrompt: 'You help.' }\n"

const TOOLS = `const input_schema = { type: 'object', properties: { amount: { type: 'number' } }, additionalProperties: false }
const execute = () => 1
export const tools = [
  { name: 'lookup', description: 'Look up', safe: true, input_schema: { type: 'object' }, execute },
  { name: 'refund', description: 'Refund', input_schema: { type: 'object', properties: { amount: { type: 'number' } } }, execute },
]
`

function desk(...rules: string[]): TestProject {
  return project({
    'agents/desk/index.ts': INDEX,
    'agents/desk/tools/index.ts': TOOLS,
    'agents/desk/actauth.yml': `default_decision: deny\nrules:\n${rules.map(rule => `  - { ${rule} }\n`).join('')}`,
  })
}

const SOUND = [
  'name: look, scope: "*/*", tool: lookup, decision: allow',
  'name: pay, scope: "*/*", tool: refund, decision: ask',
]

function lint(root: string, ...flags: string[]) {
  return cli(['permissions', 'lint', ...flags], { cwd: root })
}

describe('permissions lint', () => {
  it('ends with 0 when every rule says what it does', async () => {
    const { code, stdout } = await lint(desk(...SOUND).root)
    expect({ code, stdout }).toEqual({ code: 0, stdout: '1 agent checked: 0 errors, 0 warnings.\n' })
  })

  it.each([
    [
      'a rule that another one covers',
      4,
      'warning',
      'SHADOWED',
      'name: more, scope: "*/*", tool: refund, decision: ask',
    ],
    [
      'two that contradict each other',
      5,
      'error',
      'CONTRADICTION',
      'name: no, scope: "*/*", tool: lookup, decision: deny',
    ],
    [
      'conditions that exclude each other',
      5,
      'error',
      'UNREACHABLE',
      'name: x, scope: "acme/*", tool: refund, decision: ask, when: [{ field: amount, op: gt, value: 9 }, { field: amount, op: lt, value: 1 }]',
    ],
    ['a rule of another agent', 5, 'error', 'UNREACHABLE', 'name: x, scope: "*/*/shop", tool: refund, decision: ask'],
    ['a tool that is not there', 5, 'error', 'UNKNOWN_TOOL', 'name: x, scope: "*/*", tool: refnd, decision: ask'],
    [
      'a glob that reaches no tool',
      5,
      'warning',
      'UNKNOWN_TOOL',
      'name: x, scope: "*/*", tool: "github_*", decision: ask',
    ],
    [
      'an argument that is not there',
      5,
      'error',
      'UNKNOWN_FIELD',
      'name: x, scope: "acme/*", tool: refund, decision: ask, when: { field: amout, op: gt, value: 9 }',
    ],
    [
      'an allow for a tool that is not safe',
      5,
      'warning',
      'ALLOWS_UNSAFE',
      'name: x, scope: "*/development", tool: refund, decision: allow',
    ],
    ['an allow for a glob', 5, 'warning', 'ALLOW_GLOB', 'name: x, scope: "*/*", tool: "look*", decision: allow'],
  ])('finds %s, loaded and static', async (_what, _line, severity, code, rule) => {
    const { root } = desk(...SOUND, rule)
    for (const flags of [[], ['--static']]) {
      const found = await lint(root, ...flags, '--json')
      const { cases, failed, errors } = JSON.parse(found.stdout)
      expect(cases[0].diagnostics).toContainEqual(
        expect.objectContaining({ code: `ACTAUTH_${code}`, severity, file: 'agents/desk/actauth.yml' }),
      )
      expect([found.code, failed, errors > 0]).toEqual(severity === 'error' ? [4, 1, true] : [0, 0, false])
    }
  })

  it('mentions a tool that no rule is about', async () => {
    const { code, stdout } = await lint(desk(SOUND[0] ?? '').root)
    expect(code).toBe(0)
    expect(stdout).toContain('info ACTAUTH_NO_RULE No rule is about the tool `refund`')
  })

  it('counts warnings as errors with --strict', async () => {
    const { root } = desk(...SOUND, 'name: x, scope: "*/*", tool: "look*", decision: allow')
    expect((await lint(root)).code).toBe(0)
    expect((await lint(root, '--strict')).code).toBe(4)
  })

  it('ends with 4 for rules that can not be read', async () => {
    const { root } = project({ 'agents/desk/index.ts': INDEX, 'agents/desk/actauth.yml': 'default_decision: maybe\n' })
    const { code, stdout } = await lint(root, '--json')
    expect(code).toBe(4)
    expect(JSON.parse(stdout)).toMatchObject({
      failed: 1,
      errors: 1,
      cases: [{ agent: 'desk', passed: false, diagnostics: [{ code: 'ACTAUTH_DECISION', line: 1, column: 19 }] }],
    })
  })

  it('looks at subagents too, and only at the agent that is named', async () => {
    const { root } = project({
      'agents/desk/index.ts': INDEX,
      'agents/desk/actauth.yml': 'default_decision: deny\n',
      'agents/desk/subagents/night/index.ts':
        "export const config = { name: 'night', systemPrompt: 'x', toolDescription: 'Works at night' }\n",
      'agents/desk/subagents/night/actauth.yml': 'default_decision: allow\n',
      'agents/other/index.ts': "export const config = { name: 'other', systemPrompt: 'x' }\n",
    })
    for (const flags of [[], ['--static']]) {
      const { cases } = JSON.parse((await lint(root, 'desk', '--json', ...flags)).stdout)
      expect(cases.map(({ agent }: { agent: string }) => agent)).toEqual(['desk', 'desk/night'])
    }
  })

  it('prints annotations for GitHub and a SARIF log', async () => {
    const { root } = desk(...SOUND, 'name: x, scope: "*/*", tool: refnd, decision: ask')
    expect((await lint(root, '--format', 'github')).stdout).toMatch(
      /^::error file=agents\/desk\/actauth\.yml,line=5,col=\d+,title=ACTAUTH_UNKNOWN_TOOL::There is no tool/m,
    )
    const sarif = await lint(root, '--format', 'sarif')
    expect(sarif.code).toBe(4)
    expect(JSON.parse(sarif.stdout).runs[0].results[0]).toMatchObject({
      ruleId: 'ACTAUTH_UNKNOWN_TOOL',
      level: 'error',
    })
  })

  it('calls no tool unknown when code makes some of them and none was run', async () => {
    const place = desk('name: x, scope: "*/*", tool: made, decision: ask')
    place.write('agents/desk/tools/index.ts', 'export const tools = [makeTool("made")]\n')
    const { code, stdout } = await lint(place.root, '--static')
    expect(code).toBe(0)
    expect(stdout).toContain('agents/desk/tools/index.ts:1:23 info STATIC_UNREADABLE')
    expect(stdout).not.toContain('UNKNOWN_TOOL')
  })

  it('ends with 2 for an agent that is not there', async () => {
    for (const flags of [[], ['--static']]) expect((await lint(desk(...SOUND).root, 'dask', ...flags)).code).toBe(2)
  })
})
