import { execFileSync } from 'node:child_process'
import { readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { beforeAll, describe, expect, it } from 'vitest'
import {
  abilityFolder,
  type Files,
  gitIn,
  packageText,
  payments,
  paymentsNext,
  shop,
} from '../abilities/ability-files.ts'
import { tarBytes } from '../abilities/tar-bytes.ts'
import { type CliResult, cli } from '../helpers/cli.ts'
import { project, type TestProject } from '../helpers/project.ts'
import { startRegistry, type TestRegistry } from '../helpers/registry.ts'

type Place = ReturnType<typeof shop>

/** Where an ability comes from in two versions, and what makes the place unreachable afterwards. */
interface Source {
  place: Place
  first: string
  /** Flags of the upgrade. */
  to: string[]
  /** Brings 1.1.0 out. */
  release(): Promise<void>
  goAway(): Promise<void>
  recorded: Record<string, unknown>
}

const CANARY = project().path('canary')
const SCRIPTS = Object.fromEntries(
  ['prepare', 'prepack', 'postpack', 'preinstall', 'install', 'postinstall'].map(name => [name, `touch ${CANARY}`]),
)

function withScripts(files: Files, name = 'payments'): Files {
  const { version } = JSON.parse(files['package.json'] ?? '')
  return { ...files, 'package.json': packageText({ name, version, scripts: SCRIPTS }) }
}

async function fromRegistry(): Promise<Source> {
  const registry = await startRegistry()
  await registry.publish(withScripts(payments(), '@acme/payments'))
  const place = shop({ '.npmrc': registry.npmrc() })
  return {
    place,
    first: '@acme/payments@^1',
    to: [],
    release: () => registry.publish(withScripts(paymentsNext(), '@acme/payments')),
    goAway: () => registry.stop(),
    recorded: { source: 'registry', spec: '@acme/payments@^1', integrity: expect.stringMatching(/^sha512-/) },
  }
}

function repository(): {
  repo: TestProject
  git: ReturnType<typeof gitIn>
  release(): Promise<void>
  goAway(): Promise<void>
} {
  const repo = abilityFolder(withScripts(payments()))
  const git = gitIn(repo.root)
  git('tag', 'v1.0.0')
  const release = async (): Promise<void> => {
    for (const [file, text] of Object.entries(withScripts(paymentsNext()))) repo.write(file, text)
    rmSync(repo.path('tools/look.ts'))
    git('add', '-A')
    git('commit', '-qm', 'second')
    git('tag', '-a', 'v1.1.0', '-m', 'second')
  }
  const goAway = async (): Promise<void> => renameSync(repo.root, `${repo.root}-gone`)
  return { repo, git, release, goAway }
}

async function fromGitTag(): Promise<Source> {
  const { repo, git, release, goAway } = repository()
  const commit = git('rev-parse', 'HEAD').trim()
  const spec = `git+file://${repo.root}#v1.0.0`
  return { place: shop(), first: spec, to: [], release, goAway, recorded: { source: 'git', spec, commit } }
}

async function fromGitCommit(): Promise<Source> {
  const { repo, git, release, goAway } = repository()
  const commit = git('rev-parse', 'HEAD').trim()
  const spec = `git+file://${repo.root}#${commit}`
  return {
    place: shop(),
    first: spec,
    to: ['--to', 'v1.1.0'],
    release,
    goAway,
    recorded: { source: 'git', spec, commit },
  }
}

function tarball(files: Files, folder: string): string {
  const { root } = abilityFolder(files)
  const packed = execFileSync('npm', ['pack', '--ignore-scripts', '--json', '--pack-destination', folder], {
    cwd: root,
    encoding: 'utf8',
  })
  return JSON.parse(packed)[0].filename
}

async function fromTarball(): Promise<Source> {
  const { root } = project()
  const place = shop()
  tarball(withScripts(payments()), root)
  return {
    place,
    first: `${root}/payments-1.0.0.tgz`,
    to: ['--to', `${root}/payments-1.1.0.tgz`],
    release: async () => void tarball(withScripts(paymentsNext()), root),
    goAway: async () => rmSync(root, { recursive: true }),
    recorded: { source: 'tarball', integrity: expect.stringMatching(/^sha512-/) },
  }
}

async function fromFolder(): Promise<Source> {
  const folder = abilityFolder(withScripts(payments()))
  return {
    place: shop(),
    first: folder.root,
    to: [],
    release: async () => {
      for (const [file, text] of Object.entries(withScripts(paymentsNext()))) folder.write(file, text)
    },
    goAway: async () => rmSync(folder.root, { recursive: true }),
    recorded: { source: 'folder' },
  }
}

describe('an ability goes from 1.0.0 to 1.1.0 and away again', () => {
  it.each([
    ['from a private registry', fromRegistry],
    ['from a tag of a git repository', fromGitTag],
    ['from a commit of a git repository', fromGitCommit],
    ['from a tarball', fromTarball],
    ['from a folder', fromFolder],
  ])('%s', { timeout: 120_000 }, async (_, make) => {
    const { place, first, to, release, goAway, recorded } = await make()
    const run = async (...words: string[]): Promise<CliResult> => {
      const result = await cli(words, { cwd: place.root, timeout: 60_000 })
      return result
    }
    const added = await run('add-ability', first, '--json')
    expect({ code: added.code, stderr: added.stderr }).toEqual({ code: 0, stderr: '' })
    expect(JSON.parse(added.stdout).ability.origin).toMatchObject(recorded)
    place.write('agents/shop/tools/pay.ts', place.read('agents/shop/tools/pay.ts').replace('// one', '// one, mine'))
    expect((await run('list-abilities')).stdout).toContain('changed: agents/shop/tools/pay.ts')

    await release()
    const upgraded = await run('upgrade-ability', 'payments', ...to, '--json')
    expect({ code: upgraded.code, stderr: upgraded.stderr }).toEqual({ code: 0, stderr: '' })
    const pay = place.read('agents/shop/tools/pay.ts')
    expect(pay).toContain('// one, mine')
    expect(pay).toContain('// three, changed by the author')
    expect(place.exists('agents/shop/tools/look.ts')).toBe(false)
    expect(place.read('agents/shop/tools/index.ts')).toContain('tools = [getOrder, pay, quote]')
    expect(place.read('agents/shop/actauth.yml')).toContain('value: 30')
    expect(place.read('agents/shop/skills/paying/SKILL.md')).toContain('1. Quote first.')
    expect((await run('check')).code).toBe(0)

    await goAway()
    expect((await run('diff-ability', 'payments')).stdout).toContain('+    // one, mine')
    expect(JSON.parse((await run('list-abilities', '--json')).stdout).abilities).toMatchObject([
      { version: '1.1.0', agent: 'shop', modified: ['agents/shop/tools/pay.ts'] },
    ])
    expect((await run('remove-ability', 'payments')).code).toBe(1)
    expect((await run('remove-ability', 'payments', '--force')).code).toBe(0)
    expect(place.git('status', '--porcelain')).toBe('')
    expect(place.exists(CANARY)).toBe(false)
  })
})

describe('a registry', () => {
  let registry: TestRegistry

  beforeAll(async () => {
    registry = await startRegistry()
    await registry.publish(payments())
    await registry.publish({ ...payments(), 'package.json': packageText({ name: '@acme/payments' }) })
  }, 60_000)

  const error = async (place: Place, spec: string) => {
    const { code, stdout } = await cli(['add-ability', spec, '--json'], { cwd: place.root })
    expect(place.git('status', '--porcelain')).toBe('')
    return { exit: code, ...JSON.parse(stdout).error }
  }

  it('that wants a token says what to put into .npmrc', async () => {
    const place = shop({ '.npmrc': registry.npmrc({ token: false }) })
    const { exit, code, hint } = await error(place, '@acme/payments')
    expect({ exit, code }).toEqual({ exit: 1, code: 'registry_unauthorised' })
    expect(hint).toContain('@acme:registry=https://HOST/')
    expect(hint).toContain('_authToken=')
  })

  it('without the package, or without the version, says so', async () => {
    const place = shop({ '.npmrc': registry.npmrc() })
    expect((await error(place, 'no-such-ability')).code).toBe('ability_not_found')
    const { code, message } = await error(place, 'payments@^9')
    expect(code).toBe('ability_not_found')
    expect(message).toContain('No version fits `payments@^9`')
  })

  it('that is down is named within seconds', async () => {
    const place = shop({ '.npmrc': 'registry=http://127.0.0.1:9/\n' })
    expect((await error(place, 'payments')).code).toBe('registry_unreachable')
  })

  it('that serves other bytes than it promised is refused', async () => {
    const place = shop({ '.npmrc': registry.npmrc() })
    const { createServer } = await import('node:http')
    const server = createServer(async ({ url = '' }, response) => {
      const own = `http://127.0.0.1:${(server.address() as { port: number }).port}/`
      if (url.endsWith('.tgz'))
        return response.end(gzipSync(tarBytes([{ path: 'package/package.json', content: '{}' }])))
      response.end((await (await fetch(new URL(url, registry.url))).text()).replaceAll(registry.url, own))
    })
    await new Promise<void>(settle => void server.listen(0, '127.0.0.1', settle))
    place.write('.npmrc', `registry=http://127.0.0.1:${(server.address() as { port: number }).port}/\n`)
    place.git('commit', '-qam', 'other')
    expect((await error(place, 'payments')).code).toBe('integrity_mismatch')
    server.close()
  })

  it('gives a lost base back, checked against what was recorded', async () => {
    const place = shop({ '.npmrc': registry.npmrc() })
    await cli(['add-ability', 'payments'], { cwd: place.root })
    place.write('agents/shop/lib/cents.ts', 'export const inCents = (amount: number) => amount\n')
    rmSync(place.path('.loopengine/abilities'), { recursive: true })
    const shown = await cli(['diff-ability', 'payments'], { cwd: place.root })
    expect(shown.stdout).toContain('-export const inCents = (amount: number): number => Math.round(amount * 100)')
    const file = 'agents/shop/.loopengine-abilities.json'
    place.write(file, place.read(file).replace(/"sha512-..../, '"sha512-AAAA'))
    const { code, stdout } = await cli(['diff-ability', 'payments', '--json'], { cwd: place.root })
    expect({ code, error: JSON.parse(stdout).error.code }).toEqual({ code: 1, error: 'integrity_mismatch' })
  })
})

describe('a git repository', () => {
  it('is told when it, or what was asked of it, is not there', async () => {
    const { repo } = repository()
    const place = shop()
    const error = async (spec: string) =>
      JSON.parse((await cli(['add-ability', spec, '--json'], { cwd: place.root })).stdout).error
    expect(await error(`git+file://${repo.root}#v9`)).toMatchObject({ code: 'git_ref', hint: 'Tags there: v1.0.0.' })
    expect(await error(`git+file://${repo.root}#semver:^2`)).toMatchObject({ code: 'git_ref' })
    expect(await error('git+file:///no/such/repository')).toMatchObject({ code: 'git_unreachable' })
    expect(place.git('status', '--porcelain')).toBe('')
  })
})

describe('a hostile tarball', () => {
  it.each([
    ['a link', { path: 'package/tools/evil.ts', type: '2', link: '/etc/passwd' }],
    ['a path out of it', { path: 'package/../../../evil', content: 'x' }],
  ])('is refused whole: %s', async (_, entry) => {
    const place = shop()
    const outside = project()
    const good = Object.entries(payments()).map(([path, content]) => ({ path: `package/${path}`, content }))
    writeFileSync(outside.path('evil.tgz'), gzipSync(tarBytes([...good, entry])))
    const { code, stdout } = await cli(['add-ability', outside.path('evil.tgz'), '--json'], { cwd: place.root })
    expect({ code, error: JSON.parse(stdout).error.code }).toEqual({ code: 1, error: 'ability_refused' })
    expect(place.git('status', '--porcelain')).toBe('')
    expect(readdirSync(outside.root)).toEqual(['evil.tgz'])
  })
})
