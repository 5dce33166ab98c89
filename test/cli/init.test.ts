import { describe, expect, it } from 'vitest'
import { cli } from '../helpers/cli.ts'
import { project } from '../helpers/project.ts'

const BASIC_FILES = [
  '.env',
  '.env.example',
  '.gitattributes',
  '.gitignore',
  'README.md',
  'agents/assistant/actauth.test.yml',
  'agents/assistant/actauth.yml',
  'agents/assistant/evals/notes.eval.yml',
  'agents/assistant/index.ts',
  'agents/assistant/tools/add_note.ts',
  'agents/assistant/tools/index.ts',
  'agents/assistant/tools/list_notes.ts',
  'lib/notes.ts',
  'package.json',
  'start.js',
  'test/assistant.test.ts',
  'tsconfig.json',
]

describe('init', () => {
  it('makes a project in the folder that it names', async () => {
    const place = project()
    const { code, stderr } = await cli(['init', 'my-agents', '--no-install'], { cwd: place.root })
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    const files = place.files().filter(file => !file.startsWith('my-agents/.loopengine/'))
    expect(files).toEqual(BASIC_FILES.map(file => `my-agents/${file}`))
    expect(JSON.parse(place.read('my-agents/package.json')).name).toBe('my-agents')
  })

  it('lets .gitignore keep the sources of abilities and nothing else of the state', async () => {
    const place = project()
    await cli(['init', '--yes', '--no-install'], { cwd: place.root })
    expect(place.read('.gitignore')).toContain('.loopengine/*\n!.loopengine/abilities/\n')
  })

  it('wants --yes for the current folder when nobody can be asked', async () => {
    const place = project()
    const { code, stderr } = await cli(['init'], { cwd: place.root })
    expect(code).toBe(2)
    expect(stderr).toContain('--yes')
    expect(place.files()).toEqual([])
  })

  it('prints one JSON document and nothing else with --json', async () => {
    const place = project()
    const { code, stdout, stderr } = await cli(['init', 'x', '--json', '--no-install'], { cwd: place.root })
    const document = JSON.parse(stdout)
    expect({ code, stderr, applied: document.applied }).toEqual({ code: 0, stderr: '', applied: true })
    expect(document.changes.map((change: { path: string }) => change.path)).toEqual(BASIC_FILES)
    expect(document.newlyAllowed).toEqual([{ agent: 'assistant', tool: 'list_notes', scope: '*/*', decision: 'allow' }])
  })

  it('writes nothing with --dry-run and shows the whole change', async () => {
    const place = project()
    const { code, stdout } = await cli(['init', 'x', '--dry-run'], { cwd: place.root })
    expect(code).toBe(0)
    expect(stdout).toContain('+++ b/agents/assistant/index.ts')
    expect(place.files()).toEqual([])
  })

  it('changes nothing that exists and says what to add by hand', async () => {
    const place = project({
      'package.json': '{ "name": "shop", "dependencies": { "loopengine": "1.0.0" } }',
      '.gitignore': 'node_modules/',
      'README.md': '# Shop\n',
    })
    const { code, stdout } = await cli(['init', '--yes'], { cwd: place.root })
    expect(code).toBe(0)
    expect(place.read('package.json')).toBe('{ "name": "shop", "dependencies": { "loopengine": "1.0.0" } }')
    expect(place.read('README.md')).toBe('# Shop\n')
    expect(stdout).toContain('devDependencies: "vitest"')
    expect(stdout).not.toContain('"loopengine"')
    expect(stdout).toContain('Add these lines to it: .env · .loopengine/*')
    expect(place.exists('agents/assistant/index.ts')).toBe(true)
  })

  it('creates nothing the second time', async () => {
    const place = project()
    await cli(['init', '--yes', '--no-install'], { cwd: place.root })
    const { code, stdout } = await cli(['init', '--yes', '--json'], { cwd: place.root })
    expect(code).toBe(0)
    expect(JSON.parse(stdout)).toMatchObject({ applied: false, changes: [] })
  })
})

describe('a wrong command line', () => {
  it('names the nearest flag', async () => {
    const { code, stderr } = await cli(['init', 'x', '--tempalte', 'basic'])
    expect(code).toBe(2)
    expect(stderr).toContain('Unknown flag `--tempalte`.\n  Did you mean `--template`?')
  })

  it('ends with 2 for an argument too many, as JSON with --json', async () => {
    const { code, stdout, stderr } = await cli(['init', 'x', 'y', '--json'])
    expect({ code, stderr }).toEqual({ code: 2, stderr: '' })
    expect(JSON.parse(stdout).error).toMatchObject({ code: 'unknown_argument', message: 'Unexpected argument `y`.' })
  })

  it('ends with 2 for a value that is not among the options', async () => {
    const { code, stderr } = await cli(['init', 'x', '--template', 'fancy'])
    expect(code).toBe(2)
    expect(stderr).toContain('basic, customer-service')
  })

  it('ends with 2 for a flag without its value', async () => {
    const { code, stderr } = await cli(['init', 'x', '--template'])
    expect(code).toBe(2)
    expect(stderr).toContain('--template expects')
  })
})

describe('init --ci github', () => {
  it('writes a workflow in one change with the project', async () => {
    const place = project()
    const { stdout } = await cli(['init', 'x', '--json', '--no-install', '--ci', 'github'], { cwd: place.root })
    const paths: string[] = JSON.parse(stdout).changes.map((change: { path: string }) => change.path)
    expect(paths.toSorted()).toEqual(['.github/workflows/loopengine.yml', ...BASIC_FILES].toSorted())
  })

  it('adds nothing but the workflow where there are agents, once', async () => {
    const place = project({ 'agents/desk/index.ts': "export const config = { name: 'desk', systemPrompt: 'x' }\n" })
    const first = await cli(['init', '--yes', '--ci', 'github', '--json'], { cwd: place.root })
    const { changes } = JSON.parse(first.stdout)
    expect(changes).toMatchObject([{ kind: 'create', path: '.github/workflows/loopengine.yml' }])
    const again = await cli(['init', '--yes', '--ci', 'github'], { cwd: place.root })
    expect(again.stdout).toContain('There is nothing to change.')
  })
})

describe.each(['basic', 'customer-service', 'abl'])('a project made from the template %s', template => {
  it.each([['permissions test --static'], ['permissions lint --static --strict'], ['check --static --strict']])(
    'passes %s',
    async command => {
      const place = project()
      await cli(['init', '--yes', '--no-install', '--template', template], { cwd: place.root })
      expect(await cli(command.split(' '), { cwd: place.root })).toMatchObject({ code: 0, stderr: '' })
    },
  )
})
