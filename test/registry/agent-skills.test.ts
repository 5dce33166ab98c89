import { rmSync } from 'node:fs'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { Agent } from '../../src/core/agent.ts'
import { type LiveRegistry, openLiveRegistry } from '../../src/registry/live-registry.ts'
import { openRegistry } from '../../src/registry/open-registry.ts'
import { project, type TestProject } from '../helpers/project.ts'

const CONFIG = `export const config = { name: 'desk', systemPrompt: 'You help.', skillsDirs: ['shared'] }\n`
const SCOPE = { tenant: 'default', environment: 'production' }

function skillFile(name: string, more = ''): string {
  return `---\nname: ${name}\ndescription: All about ${name}.\n${more}---\nDo ${name}.\n`
}

function desk(files: Record<string, string> = {}, rules = 'default_decision: deny\n'): TestProject {
  return project({
    'agents/desk/index.ts': CONFIG,
    'agents/desk/actauth.yml': rules,
    'shared/greet/SKILL.md': skillFile('greet'),
    ...files,
  })
}

async function agentOf(files: TestProject): Promise<Agent> {
  return (await openRegistry(files.root)).get('desk')
}

describe('an agent with skills', () => {
  it('has its own and the shared ones, an index of them in its prompt, and the tool that loads them', async () => {
    const agent = await agentOf(desk({ 'agents/desk/skills/cite/SKILL.md': skillFile('cite') }))
    expect(agent.skills.map(({ id, body }) => [id, body])).toEqual([
      ['cite', 'Do cite.'],
      ['greet', 'Do greet.'],
    ])
    expect(agent.systemPrompt).toMatch(
      /^You help\.\n\n# Skills\n.*\n- cite: All about cite\.\n- greet: All about greet\.$/,
    )
    expect(agent.tools.Skill).toMatchObject({ kind: 'system', definition: { safe: true } })
    expect(agent.diagnostics).toEqual([])
  })

  it('may load them whatever its default decision is, unless a rule names the tool', async () => {
    const call = { name: 'Skill', input: { name: 'greet' } }
    expect((await agentOf(desk())).gate.decide(call, SCOPE).decision).toBe('allow')
    const rules = (tool: string): string =>
      `default_decision: deny\nrules:\n  - { name: no-skills, scope: "*/*", tool: "${tool}", decision: deny }\n`
    expect((await agentOf(desk({}, rules('*')))).gate.decide(call, SCOPE).decision).toBe('allow')
    expect((await agentOf(desk({}, rules('Skill')))).gate.decide(call, SCOPE).decision).toBe('deny')
  })

  it('is allowed nothing by the allowed-tools of a skill', async () => {
    const files = desk({ 'agents/desk/skills/cite/SKILL.md': skillFile('cite', 'allowed-tools: readFile pay *\n') })
    const agent = await agentOf(files)
    expect(agent.skills[0]?.allowedTools).toEqual(['readFile', 'pay', '*'])
    expect(agent.gate.decide({ name: 'readFile', input: { path: 'a' } }, SCOPE).decision).toBe('ask')
    expect(agent.gate.decide({ name: 'pay', input: {} }, SCOPE).decision).toBe('deny')
  })

  it('works although one of them is broken, and says so', async () => {
    const agent = await agentOf(desk({ 'agents/desk/skills/cite/SKILL.md': 'nothing' }))
    expect(agent.skills.map(({ id }) => id)).toEqual(['greet'])
    expect(agent.diagnostics).toMatchObject([
      { code: 'SKILL_FRONT_MATTER', severity: 'warning', file: 'agents/desk/skills/cite/SKILL.md' },
    ])
  })

  it('that is a subagent has its own', async () => {
    const child = "export const config = { name: 'sub', systemPrompt: 'S', toolDescription: 'Helps.' }\n"
    const agent = await agentOf(
      desk({
        'agents/desk/subagents/sub/index.ts': child,
        'agents/desk/subagents/sub/skills/a/SKILL.md': skillFile('a'),
      }),
    )
    expect(agent.subagents.sub?.skills.map(({ id }) => id)).toEqual(['a'])
    expect(agent.subagents.sub?.systemPrompt).toContain('- a: All about a.')
  })
})

it('an agent without skills has neither index nor tool', async () => {
  const files = desk()
  files.write('agents/desk/index.ts', CONFIG.replace(/, skillsDirs.*\]/, ''))
  const agent = await agentOf(files)
  expect(agent).toMatchObject({ skills: [], systemPrompt: 'You help.' })
  expect(Object.keys(agent.tools)).toEqual(['readFile', 'system_ask_user'])
})

describe('a live agent', () => {
  let live: LiveRegistry | undefined

  afterEach(() => live?.close())

  async function open(files: TestProject): Promise<(expected: string[]) => Promise<void>> {
    const registry = await openLiveRegistry(files.root)
    live = registry
    const bodies = (): string[] => registry.get('desk').skills.map(({ body }) => body)
    return expected => vi.waitFor(() => expect(bodies()).toEqual(expected), { timeout: 10_000, interval: 10 })
  }

  it('knows a skill that was added, edited or removed', async () => {
    const files = desk()
    const until = await open(files)
    files.write('agents/desk/skills/cite/SKILL.md', skillFile('cite'))
    await until(['Do cite.', 'Do greet.'])
    files.write('agents/desk/skills/cite/SKILL.md', `${skillFile('cite')}Twice.\n`)
    await until(['Do cite.\nTwice.', 'Do greet.'])
    rmSync(files.path('agents/desk/skills/cite'), { recursive: true })
    await until(['Do greet.'])
  })

  it.each(['shared', 'agents/shared', 'libraries/of/skills'])('knows a change of a skill in %s', async folder => {
    const files = desk({ [`${folder}/bow/SKILL.md`]: skillFile('bow') })
    files.write('agents/desk/index.ts', CONFIG.replace('shared', folder))
    const until = await open(files)
    files.write(`${folder}/bow/SKILL.md`, `${skillFile('bow')}Twice.\n`)
    await until(['Do bow.\nTwice.', ...(folder === 'shared' ? ['Do greet.'] : [])])
  })
})
