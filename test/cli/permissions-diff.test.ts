import { execFileSync } from 'node:child_process'
import { describe, expect, it } from 'vitest'
import { cleanEnvironment, cli } from '../helpers/cli.ts'
import { project, type TestProject } from '../helpers/project.ts'

const FILES = {
  'agents/desk/index.ts': "export const config = { name: 'desk', systemPrompt: 'You help.' }\n",
  'agents/desk/tools/index.ts':
    "import { refund } from './refund.js'\nexport const tools = [refund, { name: 'lookup', safe: true }]\n",
  'agents/desk/tools/refund.ts': "export const refund = { name: 'refund' }\n",
  'agents/desk/actauth.yml': rules('ask'),
}

function rules(decision: string, ...more: string[]): string {
  const all = [`name: pay, scope: "*/*", tool: refund, decision: ${decision}`, ...more]
  return `default_decision: deny\nrules:\n${all.map(rule => `  - { ${rule} }\n`).join('')}`
}

function git(place: TestProject, ...words: string[]): string {
  const who = ['-c', 'user.name=Dev', '-c', 'user.email=dev@example.test']
  return execFileSync('git', [...who, ...words], {
    cwd: place.root,
    env: cleanEnvironment(),
    encoding: 'utf8',
    stdio: 'pipe',
  })
}

function commitAll(place: TestProject, title: string): void {
  git(place, 'add', '-A')
  git(place, 'commit', '-q', '-m', title)
}

/** A repository with one commit on `main`. */
function repository(files: Record<string, string> = FILES): TestProject {
  const place = project(files)
  git(place, 'init', '-q', '-b', 'main')
  commitAll(place, 'Start')
  return place
}

/** A clone of it on a branch of its own. */
function clone(origin: TestProject, ...flags: string[]): TestProject {
  const place = project()
  git(place, 'clone', '-q', ...flags, `file://${origin.root}`, '.')
  git(place, 'checkout', '-q', '-b', 'change')
  return place
}

function diff(place: TestProject, ...flags: string[]) {
  return cli(['permissions', 'diff', ...flags], { cwd: place.root })
}

describe('permissions diff', () => {
  it('ends with 0 and says so when the same is allowed', async () => {
    const { code, stdout } = await diff(clone(repository()), '--fail-on-widening')
    expect(code).toBe(0)
    expect(stdout).toMatch(/^Since merge base with origin\/main \([0-9a-f]{10}\): the same is allowed\.\n$/)
  })

  it('tells what a branch widens, committed or not, since it left the default branch', async () => {
    const origin = repository()
    const place = clone(origin)
    place.write('agents/desk/actauth.yml', rules('allow'))
    commitAll(place, 'Refund at once')
    place.write('agents/desk/actauth.yml', rules('allow', 'name: look, scope: "*/test", tool: lookup, decision: allow'))
    const { code, stdout } = await diff(place)
    expect(code).toBe(0)
    expect(stdout).toContain('! allowed, was asked: refund everywhere\n')
    expect(stdout).toContain('before: ask, by rule pay, line 3\n')
    expect(stdout).toContain('now:    allow, by rule pay, line 3\n')
    expect(stdout).toContain('! allowed, was denied: lookup in test\n')
    expect(stdout).toContain('2 changes, 2 widening.')
  })

  it('does not blame the branch for what the default branch changed meanwhile', async () => {
    const origin = repository()
    const place = clone(origin)
    origin.write('agents/desk/actauth.yml', rules('deny'))
    commitAll(origin, 'Refuse')
    git(place, 'fetch', '-q')
    expect((await diff(place)).stdout).toContain('the same is allowed')
    expect((await diff(place, 'origin/main')).stdout).toContain('! asked, was denied: refund everywhere')
  })

  it('ends with 4 for a widening with --fail-on-widening, and with 0 for a narrowing', async () => {
    const place = repository()
    place.write('agents/desk/actauth.yml', rules('allow'))
    expect((await diff(place, 'main', '--fail-on-widening')).code).toBe(4)
    place.write('agents/desk/actauth.yml', rules('deny'))
    const { code, stdout } = await diff(place, 'main', '--fail-on-widening')
    expect(code).toBe(0)
    expect(stdout).toContain('denied, was asked: refund everywhere')
  })

  it('prints one JSON document', async () => {
    const place = repository()
    place.write(
      'agents/desk/actauth.yml',
      rules(
        'ask',
        'name: small, scope: "*/*", tool: refund, decision: allow, when: { field: amount, op: lte, value: 5 }',
      ),
    )
    const { base, changes, widened, unreadable } = JSON.parse((await diff(place, 'main', '--json')).stdout)
    expect({ base, widened, unreadable }).toEqual({
      base: { name: 'main', commit: git(place, 'rev-parse', 'main').trim() },
      widened: 1,
      unreadable: [],
    })
    expect(changes).toEqual([
      {
        agent: 'desk',
        file: 'agents/desk/actauth.yml',
        tool: 'refund',
        scope: '*/*',
        kind: 'allowed',
        widens: true,
        before: { decision: 'ask', rule: { name: 'pay', line: 3 }, because: 'rule' },
        after: {
          decision: 'allow',
          rule: { name: 'small', line: 4 },
          because: 'rule',
          when: [{ field: 'amount', op: 'lte', value: 5 }],
        },
        when: [{ field: 'amount', op: 'lte', value: 5 }],
        example: { amount: 5 },
      },
    ])
  })

  it('prints annotations at the rule that decides now', async () => {
    const place = repository()
    place.write('agents/desk/actauth.yml', rules('allow'))
    const github = await diff(place, 'main', '--format', 'github', '--fail-on-widening')
    expect(github.stdout).toMatch(
      /^::error file=agents\/desk\/actauth\.yml,line=3,col=1,title=PERMISSIONS_WIDENED::refund of desk is allowed everywhere, and was asked\./,
    )
    const sarif = JSON.parse((await diff(place, 'main', '--format', 'sarif')).stdout)
    expect(sarif.runs[0].results[0]).toMatchObject({ ruleId: 'PERMISSIONS_WIDENED', level: 'warning' })
  })

  it('tells a new tool that rules of before let run, a new agent, and an agent that goes', async () => {
    const place = repository({
      ...FILES,
      'agents/desk/actauth.yml': rules('ask', 'name: all, scope: "*/*", tool: "do_*", decision: allow'),
    })
    place.write('agents/desk/tools/index.ts', "export const tools = [{ name: 'do_all' }]\n")
    place.write('agents/clerk/index.ts', "export const config = { name: 'clerk', systemPrompt: 'x' }\n")
    place.write('agents/clerk/actauth.yml', 'default_decision: ask\n')
    const { changes } = JSON.parse((await diff(place, 'main', '--json')).stdout)
    const told = changes.map(
      ({ agent, tool, before, after }: Record<string, { decision: string }>) =>
        `${agent} ${tool} ${before?.decision}>${after?.decision}`,
    )
    expect(told).toEqual(expect.arrayContaining(['desk do_all deny>allow', 'clerk * deny>ask']))
  })

  it('looks at subagents, and at a project in a folder of the repository', async () => {
    const inside = Object.fromEntries(Object.entries(FILES).map(([path, text]) => [`apps/help/${path}`, text]))
    const child = 'apps/help/agents/desk/subagents/night'
    const place = repository({
      ...inside,
      [`${child}/index.ts`]: "export const config = { name: 'night', systemPrompt: 'x', toolDescription: 'y' }\n",
      [`${child}/actauth.yml`]: 'default_decision: deny\n',
    })
    place.write(`${child}/actauth.yml`, 'default_decision: ask\n')
    const { stdout } = await cli(['permissions', 'diff', 'main', '--json'], { cwd: place.path('apps/help') })
    expect(JSON.parse(stdout).changes).toMatchObject([
      { agent: 'desk/night', file: 'agents/desk/subagents/night/actauth.yml', tool: '*', kind: 'asked' },
    ])
  })

  it('runs no code, of either version', async () => {
    const evil = "import { writeFileSync } from 'node:fs'\nwriteFileSync('ran', '')\n"
    const place = repository({ ...FILES, 'agents/desk/index.ts': evil + FILES['agents/desk/index.ts'] })
    expect((await diff(place, 'main')).code).toBe(0)
    expect(place.exists('ran')).toBe(false)
  })

  it('does not pass rules that code makes, once that code changed', async () => {
    const made = "export const config = { name: 'desk', systemPrompt: 'x', rules: make() }\n"
    const place = repository({ 'agents/desk/index.ts': made })
    expect((await diff(place, 'main', '--fail-on-widening')).code).toBe(0)
    place.write('agents/desk/index.ts', made.replace('make()', 'make(true)'))
    const { code, stdout } = await diff(place, 'main', '--fail-on-widening')
    expect(code).toBe(4)
    expect(stdout).toContain('error PERMISSIONS_UNREADABLE')
  })

  it('names rules that have an error now', async () => {
    const place = repository()
    place.write('agents/desk/actauth.yml', 'default_decision: maybe\n')
    const { stdout } = await diff(place, 'main')
    expect(stdout).toMatch(/agents\/desk\/actauth\.yml:1:19 error ACTAUTH_DECISION/)
    expect(stdout).toContain('now:    the file has an error, so everything is denied')
  })
})

describe('permissions diff without what it needs', () => {
  async function failure(place: TestProject, ...flags: string[]) {
    const { code, stdout } = await diff(place, '--json', ...flags)
    const { error } = JSON.parse(stdout)
    return { code, error: error.code, hint: error.hint as string }
  }

  it('says that there is no repository', async () => {
    expect(await failure(project(FILES))).toMatchObject({ code: 2, error: 'no_repository' })
  })

  it.each(['nope', '--output=x'])('says that git knows no commit `%s`', async ref => {
    expect(await failure(repository(), '--', ref)).toMatchObject({ code: 2 })
  })

  it('says that origin has no default branch, and how to name a commit', async () => {
    const { hint, ...rest } = await failure(repository())
    expect(rest).toEqual({ code: 2, error: 'no_default_branch' })
    expect(hint).toContain('permissions diff main')
  })

  it('says that the clone is shallow, and how to fetch the rest', async () => {
    const origin = repository()
    git(origin, 'checkout', '-q', '-b', 'topic')
    origin.write('note.txt', 'x')
    commitAll(origin, 'On a branch')
    git(origin, 'checkout', '-q', 'main')
    const place = clone(origin, '--depth', '1', '--branch', 'topic')
    const { hint, ...rest } = await failure(place)
    expect(rest).toEqual({ code: 1, error: 'shallow_clone' })
    expect(hint).toContain('fetch-depth: 0')
  })

  it('says that two histories have nothing in common', async () => {
    const place = clone(repository())
    git(place, 'checkout', '-q', '--orphan', 'other')
    commitAll(place, 'Anew')
    expect(await failure(place)).toMatchObject({ code: 1, error: 'no_merge_base' })
  })

  it('says that there is no git', async () => {
    const place = repository()
    const { code, stdout } = await cli(['permissions', 'diff', 'main', '--json'], {
      cwd: place.root,
      env: { PATH: place.root },
    })
    expect(code).toBe(1)
    expect(JSON.parse(stdout).error.code).toBe('git_missing')
  })
})
