import { execFileSync } from 'node:child_process'
import { cpSync } from 'node:fs'
import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { gitSource } from '../../../src/registry/static/git-source.ts'
import { diskSource } from '../../../src/registry/static/source-reader.ts'
import { type StaticAgent, staticAgents } from '../../../src/registry/static/static-agent.ts'
import { toolsBothWays } from '../../helpers/both-ways.ts'
import { project, type TestProject } from '../../helpers/project.ts'
import { shop } from '../../helpers/shop.ts'

const examples = resolve(import.meta.dirname, '../../../agents')

const CONFIG = "export const config = { name: 'desk', systemPrompt: 'You help.' }\n"

function desk(files: Record<string, string>): TestProject {
  return project({ 'agents/desk/index.ts': CONFIG, 'agents/desk/actauth.yml': 'default_decision: ask\n', ...files })
}

async function only(files: Record<string, string>): Promise<StaticAgent> {
  const { agents } = await staticAgents(diskSource(desk(files).root))
  const [agent] = agents
  if (!agent) throw new Error('no agent was found')
  return agent
}

/** Names of the agent's own tools. */
async function names(files: Record<string, string>): Promise<string[]> {
  return (await only(files)).tools.filter(({ file }) => file !== 'loopengine').map(({ name }) => name)
}

describe('the tools of an agent by its syntax trees', () => {
  it.each(['customer-service', 'librarian'])('are the same as by loading the example %s', async name => {
    const place = project()
    cpSync(examples, place.path('agents'), { recursive: true })
    const { loaded, read } = await toolsBothWays(place.root, name)
    expect(read).toEqual(loaded)
  })

  it('are the same as by loading definitions that stand in the list', async () => {
    const { loaded, read } = await toolsBothWays(shop().root, 'shop')
    expect(read).toEqual(loaded)
  })

  it('are found through imports, renames, re-exports, whole modules, spreads and pushes', async () => {
    const found = await names({
      'agents/desk/tools/index.ts': `
        import { one as first } from './one.js'
        import two from './two'
        import * as more from './more.ts'
        import { group } from '../../../lib/group.js'
        const list = [first, two, more.three, ...group]
        list.push({ name: 'pushed', description: 'x', input_schema: {} })
        export { list as tools }
      `,
      'agents/desk/tools/one.ts': "export const one = defineTool({ name: 'one', execute: () => 1 })",
      'agents/desk/tools/two.ts': "const tool = { name: 'two' } as const\nexport default tool",
      'agents/desk/tools/more.ts': "export { three } from './three.js'",
      'agents/desk/tools/three.ts': "export const three = Object.assign(defineTool({ name: 'three' }))",
      'lib/group.ts': "export const group = Object.freeze([{ name: 'four' }])",
    })
    expect(found).toEqual(['one', 'two', 'four', 'pushed'])
  })

  it('say where only code could tell', async () => {
    const agent = await only({
      'agents/desk/tools/index.ts': 'export const tools = [\n  makeTool(),\n  { name: NAME },\n  ...load(),\n]\n',
    })
    expect(agent.unreadable.map(({ code, file, range }) => `${code} ${file}:${range?.start.line}`)).toEqual([
      'STATIC_UNREADABLE agents/desk/tools/index.ts:2',
      'STATIC_UNREADABLE agents/desk/tools/index.ts:3',
      'STATIC_UNREADABLE agents/desk/tools/index.ts:4',
    ])
  })

  it('are not safe unless that is written out', async () => {
    const { tools } = await only({
      'agents/desk/tools/index.ts':
        "const safe = true\nexport const tools = [{ name: 'a', safe: true }, { name: 'b', safe }, { name: 'c', safe: isSafe() }]\n",
    })
    expect(tools.filter(tool => tool.safe && tool.file !== 'loopengine').map(({ name }) => name)).toEqual(['a'])
  })

  it('come from the config where it has its own list', async () => {
    const found = await names({
      'agents/desk/index.ts':
        "import { own } from './own.js'\nexport const config = { name: 'desk', systemPrompt: 'x', tools: [own] }\n",
      'agents/desk/own.ts': "export const own = { name: 'own' }\n",
      'agents/desk/tools/index.ts': "export const tools = [{ name: 'other' }]\n",
    })
    expect(found).toEqual(['own'])
  })

  it('include declared ones, agents as tools and subagents', async () => {
    const found = await names({
      'agents/desk/tools/index.ts':
        "import { config } from '../../scribe/index.js'\nexport const tools = [agentAsTool(config), agentAsTool('clerk', { name: 'ask_clerk', description: 'x' })]\n",
      'agents/desk/tools/rates.tools.abl':
        'TOOLS:\n  get_rate(currency: string) -> object\n    description: "The rate"\n    type: http\n    endpoint: "https://rates.example/{currency}"\n    method: GET\n',
      'agents/desk/subagents/night-shift/index.ts': CONFIG,
      'agents/scribe/index.ts':
        "export const config = { name: 'the-scribe', systemPrompt: 'x', toolDescription: 'y' }\n",
    })
    expect(found).toEqual(['the_scribe', 'ask_clerk', 'get_rate', 'night_shift'])
  })

  it('run nothing', async () => {
    const place = desk({
      'agents/desk/tools/index.ts':
        "import { writeFileSync } from 'node:fs'\nwriteFileSync('ran', '')\nexport const tools = []\n",
    })
    await staticAgents(diskSource(place.root))
    expect(place.exists('ran')).toBe(false)
  })
})

describe('an agent in the tool language', () => {
  const RATE =
    '  get_rate(currency: string) -> object\n    description: "The rate"\n    type: http\n    endpoint: "https://rates.example/{currency}"\n    method: GET\n'
  const FILES = {
    'agents/rates/agent.abl':
      'AGENT: rates\nPERSONA: "You know rates."\n\nTOOLS:\n  file: "../../shared/rates.tools.abl"\n',
    'agents/rates/actauth.yml':
      'default_decision: deny\nrules:\n  - { name: a, scope: "*/*/rates", tool: get_rate, decision: allow }\n',
    'shared/rates.tools.abl': `TOOLS:\n${RATE}`,
    'agents/rates/subagents/history/agent.abl': 'AGENT: history\nGOAL: "Rates of former days"\n',
    'agents/rates/subagents/history/actauth.yml': 'default_decision: deny\n',
  }

  it('is found with what it imports, and with its subagents', async () => {
    const { agents } = await staticAgents(diskSource(project(FILES).root))
    expect(agents.map(({ name }) => name)).toEqual(['rates', 'rates/history'])
    const own = agents[0]?.tools.filter(({ file }) => file !== 'loopengine')
    expect(own?.map(({ name, safe, file }) => [name, safe, file])).toEqual([
      ['get_rate', true, 'shared/rates.tools.abl'],
      ['history', undefined, 'agents/rates/subagents/history'],
    ])
  })

  it('is read from a commit as it is from disk', async () => {
    const place = project(FILES)
    const git = (...words: string[]): string =>
      execFileSync('git', ['-c', 'user.name=Dev', '-c', 'user.email=dev@example.test', ...words], {
        cwd: place.root,
        encoding: 'utf8',
        stdio: 'pipe',
      }).trim()
    git('init', '-q')
    git('add', '-A')
    git('commit', '-q', '-m', 'Start')
    const commit = git('rev-parse', 'HEAD')
    const fromDisk = await staticAgents(diskSource(place.root))
    const fromGit = await staticAgents(await gitSource(place.root, { commit, prefix: '' }))
    const told = ({ agents }: typeof fromDisk) => agents.map(({ name, tools, policy }) => ({ name, tools, policy }))
    expect(JSON.stringify(told(fromGit))).toBe(JSON.stringify(told(fromDisk)))
  })
})

describe('the rules of an agent by its files', () => {
  it('are those of its config where they are written out', async () => {
    const { policy } = await staticAgents(
      diskSource(
        project({
          'agents/desk/index.ts':
            "export const config = { name: 'desk', systemPrompt: 'x', defaultDecision: 'deny', rules: [{ name: 'a', scope: '*/*', tool: 'b', decision: 'ask' }] }\n",
        }).root,
      ),
    ).then(({ agents }) => agents[0] ?? { policy: undefined })
    expect(policy).toMatchObject({
      kind: 'sound',
      file: 'agents/desk/index.ts',
      default: { decision: 'deny' },
      rules: [{ rule: { name: 'a', decision: 'ask' } }],
    })
  })

  it('are unknown where code makes them, and that is said', async () => {
    const place = project({
      'agents/desk/index.ts': "export const config = { name: 'desk', systemPrompt: 'x', rules: makeRules() }\n",
    })
    const { agents } = await staticAgents(diskSource(place.root))
    expect(agents[0]).toMatchObject({
      policy: undefined,
      diagnostics: [{ code: 'STATIC_UNREADABLE', severity: 'warning', range: { start: { line: 1 } } }],
    })
  })

  it('are broken when they stand in both places', async () => {
    const agent = await only({
      'agents/desk/index.ts': "export const config = { name: 'desk', systemPrompt: 'x', rules: [] }\n",
    })
    expect(agent.policy?.kind).toBe('broken')
  })
})
