import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { publint } from 'publint'
import { beforeAll, describe, expect, it } from 'vitest'
import { cleanEnvironment } from '../helpers/cli.ts'
import { project, type TestProject } from '../helpers/project.ts'

const repository = resolve(import.meta.dirname, '../..')
const QUIET = ['--no-audit', '--no-fund', '--loglevel=error']

describe('the packed package', () => {
  let place: TestProject
  let tarball: string

  beforeAll(() => {
    place = project({ 'package.json': '{ "private": true }' })
    execFileSync(process.execPath, [join(repository, 'scripts/ensure-built.mjs'), '--types'], { stdio: 'ignore' })
    const packed = npm(['pack', '--ignore-scripts', '--json', '--pack-destination', place.root], repository)
    tarball = JSON.parse(packed)[0].filename
    npm(['install', ...QUIET, `./${basename(tarball)}`], place.root)
  }, 240_000)

  it('makes a project whose start and tests pass', () => {
    npx(['loopengine', 'init', 'my-agents', '--yes'], place.root)
    const made = place.path('my-agents')
    expect(JSON.parse(place.read('my-agents/package.json')).dependencies.loopengine).toBe(`file:${place.path(tarball)}`)
    expect(npm(['start'], made)).toMatch(/notes/i)
    expect(npm(['test'], made)).toContain('passed')
    expect(npx(['loopengine', 'test'], made)).not.toBe('')
    expect(npx(['loopengine', 'check'], made)).toContain('no problems')
    expect(npx(['loopengine', 'permissions', 'test'], made)).toContain('2 passed, 0 failed')
    expect(npx(['loopengine', 'init', '--yes', '--ci', 'github'], made)).toContain('.github/workflows/loopengine.yml')
    const { versions } = JSON.parse(npx(['loopengine', 'doctor', '--json'], made))
    expect(versions.project).toEqual({ version: versions.loopengine, path: join(made, 'node_modules/loopengine') })
    expect(npx(['tsc'], made)).toBe('')
  }, 240_000)

  it('makes the customer-service project whose start and tests pass', () => {
    npx(['loopengine', 'init', 'shop', '--yes', '--template', 'customer-service'], place.root)
    expect(npm(['start'], place.path('shop'))).toContain('A-1001')
    expect(npm(['test'], place.path('shop'))).toContain('passed')
    expect(npx(['tsc'], place.path('shop'))).toBe('')
  }, 240_000)

  it('brings few packages', () => {
    const { packages } = JSON.parse(place.read('node_modules/.package-lock.json'))
    expect(Object.keys(packages).length).toBeLessThanOrEqual(20)
  })

  it('carries the licences of what it bundles and a list of it', () => {
    const sbom = JSON.parse(place.read('node_modules/loopengine/dist/sbom.cdx.json'))
    const names: string[] = sbom.components.map((component: { name: string }) => component.name)
    expect(names).toContain('@oclif/core')
    const notices = place.read('node_modules/loopengine/dist/THIRD-PARTY-LICENSES.txt')
    expect(names.filter(name => !notices.includes(`${name} `))).toEqual([])
  })

  it('says whose version it has', () => {
    const { version } = JSON.parse(readFileSync(join(repository, 'package.json'), 'utf8'))
    expect(npx(['loopengine', '--version'], place.root)).toMatch(`loopengine/${version} `)
  })

  it('has nothing that publint objects to', async () => {
    const { messages } = await publint({ pkgDir: place.path('node_modules/loopengine'), strict: true })
    expect(messages).toEqual([])
  })
})

function npm(words: string[], cwd: string): string {
  return execFileSync('npm', words, {
    cwd,
    env: cleanEnvironment(),
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  })
}

function npx(words: string[], cwd: string): string {
  return npm(['exec', '--', ...words], cwd)
}
