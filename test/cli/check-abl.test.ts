import { describe, expect, it } from 'vitest'
import { cli } from '../helpers/cli.ts'
import { project } from '../helpers/project.ts'

const BROKEN = `TOOLS:
  broken(a: string -> string
    type: http
  fine(a: string) -> string
    description: "Says it"
    type: http
    endpoint: "https://x.example/{a}"
    method: GET
`
const AGENT = `export const config = { name: 'desk', systemPrompt: 'You help.' }\n`
const RULES = 'default_decision: ask\n'

describe('check of ABL files', () => {
  it('reads a tool file outside any project', async () => {
    const { root } = project({ 'one.tools.abl': BROKEN })
    const { code, stdout } = await cli(['check', 'one.tools.abl'], { cwd: root })
    expect(code).toBe(4)
    expect(stdout).toContain('one.tools.abl:2:9 error ABL1004')
    expect(stdout).toContain('^')
  })

  it('reads the tool files of a project, those an agent file imports once', async () => {
    const { root } = project({
      'agents/desk/index.ts': AGENT,
      'agents/desk/actauth.yml': RULES,
      'agents/desk/agent.abl': 'AGENT: desk\n\nTOOLS:\n  file: "tools/one.tools.abl"\n',
      'agents/desk/tools/one.tools.abl': BROKEN,
    })
    const { code, stdout } = await cli(['check', '--json'], { cwd: root })
    const { diagnostics } = JSON.parse(stdout)
    expect(code).toBe(4)
    expect(diagnostics.filter((one: { code: string }) => one.code === 'ABL1004')).toMatchObject([
      { file: 'agents/desk/tools/one.tools.abl', line: 2, column: 9, severity: 'error' },
    ])
  })

  it('knows the tools that a declaration without a type stands for', async () => {
    const { root } = project({
      'agents/desk/index.ts': AGENT,
      'agents/desk/actauth.yml': RULES,
      'agents/desk/tools/index.ts': `export const tools = [{ name: 'there', description: 'Is there', input_schema: { type: 'object' }, execute: () => 1 }]\n`,
      'agents/desk/tools/more.tools.abl':
        'TOOLS:\n  there() -> object\n    description: "Is there"\n  nowhere() -> object\n    description: "Is not"\n',
    })
    const { diagnostics } = JSON.parse((await cli(['check', '--json'], { cwd: root })).stdout)
    expect(diagnostics.filter((one: { code: string }) => one.code === 'ABL3010')).toMatchObject([{ line: 4 }])
  })

  it('prints annotations for GitHub', async () => {
    const { root } = project({ 'one.tools.abl': BROKEN })
    const { code, stdout } = await cli(['check', 'one.tools.abl', '--format', 'github'], { cwd: root })
    expect(code).toBe(4)
    expect(stdout).toMatch(/^::error file=one\.tools\.abl,line=2,col=9,title=ABL1004::The bracket/m)
  })

  it('prints a SARIF log', async () => {
    const { root } = project({ 'one.tools.abl': BROKEN })
    const log = JSON.parse((await cli(['check', 'one.tools.abl', '--format', 'sarif'], { cwd: root })).stdout)
    expect(log).toMatchObject({ version: '2.1.0', runs: [{ tool: { driver: { name: 'loopengine' } } }] })
    expect(log.runs[0].results[0]).toMatchObject({
      ruleId: 'ABL1004',
      level: 'error',
      locations: [
        { physicalLocation: { artifactLocation: { uri: 'one.tools.abl' }, region: { startLine: 2, startColumn: 9 } } },
      ],
    })
  })
})
