import { cpSync } from 'node:fs'
import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { cli } from '../helpers/cli.ts'
import { project } from '../helpers/project.ts'

const CONFIG = "export const config = { name: 'desk', systemPrompt: 'You help.' }\n"
const RULES = 'default_decision: ask\n'

async function check(files: Record<string, string>, ...flags: string[]) {
  const place = project({ 'agents/desk/index.ts': CONFIG, 'agents/desk/actauth.yml': RULES, ...files })
  const { code, stdout } = await cli(['check', '--static', '--json', ...flags], { cwd: place.root })
  const found: { file: string; line: number; code: string }[] = JSON.parse(stdout).diagnostics
  return { place, code, found: found.map(one => `${one.file}:${one.line} ${one.code}`) }
}

describe('check --static', () => {
  it('finds nothing wrong with the examples', async () => {
    const place = project()
    for (const name of ['customer-service', 'librarian']) {
      const example = resolve(import.meta.dirname, '../../agents', name)
      cpSync(example, place.path(`agents/${name}`), { recursive: true })
    }
    const { code, stdout } = await cli(['check', '--static'], { cwd: place.root })
    expect(code).toBe(0)
    expect(stdout).toBe('2 agents checked: no problems.\n')
  })

  it('runs no code of the project', async () => {
    const write = "import { writeFileSync } from 'node:fs'\nwriteFileSync('ran', '')\n"
    const { place, code } = await check({
      'agents/desk/index.ts': write + CONFIG,
      'agents/desk/tools/index.ts': `${write}export const tools = []\n`,
      '.env': 'NODE_OPTIONS=--require=./evil.js\n',
    })
    expect({ code, ran: place.exists('ran') }).toEqual({ code: 0, ran: false })
  })

  it.each([
    [
      'a file that does not parse',
      { 'agents/desk/index.ts': 'export const config = {' },
      ['agents/desk/index.ts:1 SYNTAX_ERROR'],
    ],
    ['no config', { 'agents/desk/index.ts': 'export const x = 1\n' }, ['agents/desk/index.ts:1 NO_CONFIG']],
    [
      'another name',
      { 'agents/desk/index.ts': "export const config = { name: 'shop', systemPrompt: 'x' }\n" },
      ['agents/desk/index.ts:1 CONFIG_NAME'],
    ],
    [
      'no prompt',
      { 'agents/desk/index.ts': "export const config = { name: 'desk' }\n" },
      ['agents/desk/index.ts:1 CONFIG_PROMPT'],
    ],
    [
      'an import of nothing',
      { 'agents/desk/tools/index.ts': "import { a } from './a.js'\nexport const tools = []\n" },
      ['agents/desk/tools/index.ts:1 MISSING_MODULE'],
    ],
    [
      'two tools of a name',
      { 'agents/desk/tools/index.ts': "export const tools = [{ name: 'a' }, { name: 'a' }]\n" },
      ['agents/desk/tools/index.ts:1 TOOL_CLASH'],
    ],
    [
      'an error in the rules',
      { 'agents/desk/actauth.yml': 'default_decision: maybe\n' },
      ['agents/desk/actauth.yml:1 ACTAUTH_DECISION'],
    ],
    [
      'rules in two places',
      { 'agents/desk/index.ts': "export const config = { name: 'desk', systemPrompt: 'x', rules: [] }\n" },
      ['agents/desk/actauth.yml:1 RULES_TWICE'],
    ],
    ['an agent that stands twice', { 'agents/desk.ts': CONFIG }, ['agents/desk/index.ts:1 AGENT_TWICE']],
    [
      'an error in a tool file',
      { 'agents/desk/tools/a.tools.abl': 'TOOLS:\n  broken(a: string -> string\n    type: http\n' },
      ['agents/desk/tools/a.tools.abl:2 ABL1004'],
    ],
    [
      'a subagent without a description',
      {
        'agents/desk/subagents/night/index.ts': "export const config = { name: 'night', systemPrompt: 'x' }\n",
        'agents/desk/subagents/night/actauth.yml': RULES,
      },
      ['agents/desk/subagents/night/index.ts:1 SUBAGENT_DESCRIPTION'],
    ],
  ])('finds %s', async (_what, files, expected) => {
    const { code, found } = await check(files)
    expect(found).toEqual(expect.arrayContaining(expected))
    expect(code).toBe(4)
  })

  it('says what only code could tell, and takes it for right', async () => {
    const { code, found } = await check({
      'agents/desk/index.ts': "export const config = makeConfig('desk')\n",
      'agents/desk/tools/index.ts': 'export const tools = [makeTool()]\n',
    })
    expect(found).toEqual(['agents/desk/tools/index.ts:1 STATIC_UNREADABLE'])
    expect(code).toBe(0)
  })

  it('prints annotations and a SARIF log', async () => {
    const { root } = project({ 'agents/desk/index.ts': CONFIG, 'agents/desk/actauth.yml': 'default_decision: maybe\n' })
    const github = await cli(['check', '--static', '--format', 'github'], { cwd: root })
    expect(github.stdout).toContain('::error file=agents/desk/actauth.yml,line=1,col=19,title=ACTAUTH_DECISION::')
    const sarif = await cli(['check', '--static', '--format', 'sarif'], { cwd: root })
    expect(JSON.parse(sarif.stdout).runs[0].results).toHaveLength(1)
  })
})
