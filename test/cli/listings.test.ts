import { describe, expect, it } from 'vitest'
import { cli } from '../helpers/cli.ts'
import { project, type TestProject } from '../helpers/project.ts'
import { shop } from '../helpers/shop.ts'

const BROKEN = { 'agents/broken/index.ts': 'export const config = { name: 5 }\n' }
const BAD_RULES = { 'agents/shop/actauth.yml': 'default_decision: deny\nruls: []\n' }

function run({ root }: TestProject, ...args: string[]) {
  return cli(args, { cwd: root })
}

describe('agents', () => {
  it('lists every agent, the broken ones too', async () => {
    const { code, stdout, stderr } = await run(shop(BROKEN), 'agents')
    expect(code).toBe(0)
    expect(stdout).toMatch(/^✗ broken {4}0 tools {2}agents\/broken/m)
    expect(stdout).toMatch(/^✓ shop {5}13 tools {2}agents\/shop/m)
    expect(stderr).toMatch(/agents\/broken\/index\.ts(:1:\d+)? error CONFIG_NAME/)
  })

  it('has exactly the documented JSON form', async () => {
    const { stdout, stderr } = await run(shop(BROKEN), 'agents', '--json')
    const { agents } = JSON.parse(stdout)
    expect(stderr).toBe('')
    expect(agents.map((agent: object) => Object.keys(agent))).toEqual([
      ['name', 'directory', 'model', 'tools', 'diagnostics'],
      ['name', 'directory', 'model', 'tools', 'diagnostics'],
    ])
    expect(agents[1]).toEqual({ name: 'shop', directory: 'agents/shop', model: null, tools: 13, diagnostics: [] })
    expect(agents[0].diagnostics[0]).toMatchObject({
      file: 'agents/broken/index.ts',
      line: 1,
      column: expect.any(Number),
      code: 'CONFIG_NAME',
      severity: 'error',
    })
  })

  it('says how to begin when there are none', async () => {
    const empty = project({ 'agents/README.md': '' })
    expect(await run(empty, 'agents')).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('There are no agents here.'),
    })
    expect(JSON.parse((await run(empty, 'agents', '--json')).stdout).agents).toEqual([])
  })

  it('names both files of two agents of one name', async () => {
    const twice = shop({ 'agents/shop.ts': `export const config = { name: 'shop', systemPrompt: '' }` })
    const { stderr } = await run(twice, 'agents')
    expect(stderr).toContain('agents/shop.ts')
    expect(stderr).toContain('agents/shop/index.ts')
    expect((await run(twice, 'run', 'shop', 'hi', '--model', 'offline')).code).not.toBe(0)
  })
})

describe('tools', () => {
  it('lists them below their file, with decision, safety and what they do', async () => {
    const { code, stdout } = await run(shop(), 'tools', 'shop')
    expect(code).toBe(0)
    const lines = stdout.split('\n')
    expect(lines[0]).toBe('agents/shop/tools/index.ts')
    expect(lines).toContain('  lookup_order      allow  safe  Look up an order: its status and total.')
    expect(lines).toContain('  issue_refund      ask          Refund an order.')
    expect(lines).toContain('in every agent')
  })

  it('has exactly the documented JSON form', async () => {
    const { agent, tools } = JSON.parse((await run(shop(), 'tools', 'shop', '--json')).stdout)
    expect(agent).toBe('shop')
    expect(tools[0]).toEqual({
      name: 'lookup_order',
      kind: 'local',
      description: 'Look up an order: its status and total.',
      safe: true,
      decision: 'allow',
      input_schema: expect.objectContaining({ required: ['orderId'] }),
      file: 'agents/shop/tools/index.ts',
    })
    expect(tools.map(({ kind }: { kind: string }) => kind)).toContain('system')
  })

  it('shows the decision for another environment', async () => {
    const { stdout } = await run(shop(), 'tools', 'shop', '--environment', 'development')
    expect(stdout).toMatch(/issue_refund +allow/)
  })

  it('shows the tools of an agent whose rules are broken, all denied', async () => {
    const { code, stdout, stderr } = await run(shop(BAD_RULES), 'tools', 'shop')
    expect(code).toBe(0)
    expect(stdout).not.toMatch(/ (allow|ask) /)
    expect(stderr).toContain('No tool of agent `shop` runs until its rules are mended.')
  })

  it('ends with 1 for an agent that can not be loaded', async () => {
    const { code, stderr } = await run(shop(BROKEN), 'tools', 'broken')
    expect(code).toBe(1)
    expect(stderr).toContain('CONFIG_NAME')
  })
})

describe('check', () => {
  it('ends with 0 when all is well', async () => {
    const { code, stdout } = await run(shop(), 'check')
    expect({ code, stdout }).toEqual({ code: 0, stdout: '1 agent checked: no problems.\n' })
  })

  it('ends with 4 for errors, each with place, caret and way out', async () => {
    const { code, stdout } = await run(shop(BAD_RULES), 'check')
    expect(code).toBe(4)
    expect(stdout).toMatch(
      /^agents\/shop\/actauth\.yml:2:1 error ACTAUTH_UNKNOWN_KEY .*\n {2}2 \| ruls: \[\]\n {4}\| \^{4}\n {2}.*`rules`/,
    )
    expect(stdout).toContain('1 agent checked: 1 error, 0 warnings.')
  })

  it('has exactly the documented JSON form', async () => {
    const document = JSON.parse((await run(shop(BAD_RULES), 'check', '--json')).stdout)
    expect(Object.keys(document)).toEqual(['diagnostics', 'errors', 'warnings'])
    expect(document).toMatchObject({ errors: 1, warnings: 0 })
    expect(document.diagnostics[0]).toEqual({
      file: 'agents/shop/actauth.yml',
      line: 2,
      column: 1,
      code: 'ACTAUTH_UNKNOWN_KEY',
      severity: 'error',
      message: expect.any(String),
      hint: expect.any(String),
    })
  })

  it('looks only at the paths that are given', async () => {
    const two = shop({ ...BROKEN, ...BAD_RULES })
    expect((await run(two, 'check')).code).toBe(4)
    const one = JSON.parse((await run(two, 'check', 'agents/broken', '--json')).stdout)
    const files = one.diagnostics.map(({ file }: { file: string }) => file)
    expect(new Set(files)).toEqual(new Set(['agents/broken/index.ts']))
    expect((await run(two, 'check', 'agents/shop/tools')).code).toBe(0)
  })

  it('takes paths from the folder it is called in, and with --cwd from the project', async () => {
    const broken = shop(BROKEN)
    const inside = await cli(['check', 'index.ts'], { cwd: broken.path('agents/broken') })
    expect(inside.code).toBe(4)
    const outside = await cli(['check', 'agents/broken', '--cwd', broken.root], { cwd: '/' })
    expect(outside.code).toBe(4)
  })

  it('refuses a path that is not there, or outside of the project', async () => {
    expect(await run(shop(), 'check', 'agents/shpo')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('There is no file or folder `agents/shpo`.'),
    })
    expect((await run(shop(), 'check', '/')).code).toBe(2)
  })

  it('counts warnings as errors with --strict', async () => {
    const warned = shop({
      'agents/shop/index.ts': `export const config = { name: 'shop', systemPrompt: '', sistemPrompt: '' }`,
    })
    expect((await run(warned, 'check')).code).toBe(0)
    const { code, stdout } = await run(warned, 'check', '--strict')
    expect(code).toBe(4)
    expect(stdout).toContain('warning CONFIG_KEY')
    expect(stdout).toContain('Did you mean `systemPrompt`?')
  })

  it('shows what can go wrong with a tool at its own line', async () => {
    const { code, stdout } = await run(
      shop({
        'agents/shop/tools/index.ts': `export const tools = [\n  { name: 'x', description: 'y', input_schema: {} },\n]\n`,
      }),
      'check',
    )
    expect(code).toBe(4)
    expect(stdout).toContain('agents/shop/tools/index.ts')
    expect(stdout).toContain('execute')
  })
})
