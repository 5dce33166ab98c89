import { chmodSync, cpSync, mkdirSync, readFileSync, symlinkSync, utimesSync } from 'node:fs'
import { hostname } from 'node:os'
import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { cli, ensureBuilt, runNode } from '../helpers/cli.ts'
import { project, type TestProject } from '../helpers/project.ts'

const repository = resolve(import.meta.dirname, '../..')
const { version } = JSON.parse(readFileSync(resolve(repository, 'package.json'), 'utf8'))

function desk(files: Record<string, string> = {}): TestProject {
  return project({ 'agents/desk/index.ts': "export const config = { name: 'desk', systemPrompt: 'x' }\n", ...files })
}

async function doctor(place: TestProject, env: Record<string, string> = {}) {
  const { code, stdout, stderr } = await cli(['doctor', '--json'], { cwd: place.root, env })
  const report = JSON.parse(stdout)
  return { code, stderr, report, codes: report.problems.map((problem: { code: string }) => problem.code) }
}

function holdLock(place: TestProject, folder: string, pid: number): void {
  const owner = { command: 'add-tool', pid, host: hostname(), since: '2026-01-02T03:04:05.000Z' }
  place.write(`${folder}/${pid}-a.json`, JSON.stringify(owner))
}

describe('doctor', () => {
  it('ends with 0 where nothing is wrong, and tells versions, programs, state and environment', async () => {
    const place = desk()
    const { code, report, stderr } = await doctor(place)
    expect({ code, stderr, problems: report.problems }).toEqual({ code: 0, stderr: '', problems: [] })
    expect(report.versions).toEqual({
      loopengine: version,
      path: repository,
      project: null,
      node: process.versions.node,
      nodeWanted: '>=20.19',
      nodeSupported: true,
      platform: `${process.platform}-${process.arch}`,
    })
    expect(report.sandbox.map(({ name }: { name: string }) => name)).toEqual(['runsc', 'bwrap', 'python3', 'node'])
    expect(report.project).toMatchObject({
      root: place.root,
      state: { directory: place.path('.loopengine'), exists: false, writable: true, sessions: 0 },
      locks: [],
      changes: { done: 0, unfinished: [] },
      environment: { environment: 'production', model: null },
    })
  })

  it('prints the same for people, and says that no sandbox was started', async () => {
    const { code, stdout } = await cli(['doctor'], { cwd: desk().root })
    expect(code).toBe(0)
    expect(stdout).toContain(`loopengine      ${version} in ${repository}`)
    expect(stdout).toContain(`Node            ${process.versions.node} (supported: >=20.19)`)
    expect(stdout).toContain('no tool was started in one of them')
    expect(stdout).toMatch(/Nothing is wrong\.\n$/)
  })

  it('works outside a project', async () => {
    const { code, report } = await doctor(project())
    expect({ code, project: report.project }).toEqual({ code: 0, project: null })
  })

  it('finds the programs that are on the PATH, and no others', async () => {
    const place = desk({ 'programs/runsc': '#!/bin/sh\n', 'programs/bwrap': 'not a program' })
    chmodSync(place.path('programs/runsc'), 0o755)
    const { report } = await doctor(place, { PATH: place.path('programs') })
    expect(report.sandbox.slice(0, 2)).toEqual([
      { name: 'runsc', path: place.path('programs/runsc') },
      { name: 'bwrap', path: null },
    ])
  })

  it('tells which keys are set, and no value', async () => {
    const place = desk({
      '.env': 'ANTHROPIC_API_KEY=sk-very-secret\nLOOPENGINE_ENV=development\nLOOPENGINE_MODEL=anthropic/some-model\n',
      'loopengine.config.yml': 'version: 1\nconfig:\n  ORDERS_TOKEN: { env: ORDERS_TOKEN, isSecret: true }\n',
    })
    chmodSync(place.path('.env'), 0o600)
    const { code, report } = await doctor(place, { OPENAI_API_KEY: 'sk-also-secret' })
    const { environment, model, variables } = report.project.environment
    expect({ code, environment, model }).toEqual({ code: 0, environment: 'development', model: 'anthropic/some-model' })
    expect(variables).toEqual(
      expect.arrayContaining([
        { name: 'ANTHROPIC_API_KEY', set: true },
        { name: 'OPENAI_API_KEY', set: true },
        { name: 'ORDERS_TOKEN', set: false },
      ]),
    )
    expect(JSON.stringify(report)).not.toContain('secret')
  })

  it('ends with 1 when the chosen model has no key', async () => {
    const { code, codes } = await doctor(desk(), { LOOPENGINE_MODEL: 'anthropic/some-model' })
    expect({ code, codes }).toEqual({ code: 1, codes: ['MODEL_KEY_MISSING'] })
  })

  it('tells a lock of a living process from one of a dead one', async () => {
    const place = desk()
    holdLock(place, '.loopengine/lock', process.pid)
    holdLock(place, '.loopengine/sessions/s-1.jsonl.lock', 99_999_999)
    holdLock(place, '.loopengine/sessions/s-2.jsonl.lock', process.pid)
    utimesSync(place.path('.loopengine/sessions/s-2.jsonl.lock'), 1, 1)
    const { code, report } = await doctor(place)
    expect(code).toBe(0)
    expect(report.project.locks).toMatchObject([
      { file: '.loopengine/lock', alive: true, owner: { command: 'add-tool', pid: process.pid } },
      { file: '.loopengine/sessions/s-1.jsonl.lock', alive: false },
      { file: '.loopengine/sessions/s-2.jsonl.lock', alive: false },
    ])
  })

  it('reports what a killed command left, and leaves it', async () => {
    const place = desk({ '.loopengine/changes/0001-20260102-030405.new/x': '' })
    const { code, report, codes } = await doctor(place)
    expect({ code, codes }).toEqual({ code: 0, codes: ['CHANGE_UNFINISHED'] })
    expect(report.project.changes.unfinished).toEqual(['0001-20260102-030405.new'])
    expect(place.exists('.loopengine/changes/0001-20260102-030405.new/x')).toBe(true)
  })

  it('ends with 1 when the record of a change can not be read', async () => {
    const { code, codes } = await doctor(desk({ '.loopengine/changes/0001-20260102-030405.open/plan.json': '{' }))
    expect({ code, codes }).toEqual({ code: 1, codes: ['CHANGE_UNFINISHED', 'CHANGE_UNREADABLE'] })
  })

  it('warns of conversations and secrets that others can read', async () => {
    const place = desk({ '.env': 'SHOP_TOKEN=abc\n', '.loopengine/sessions/s-1.jsonl': '' })
    chmodSync(place.path('.env'), 0o644)
    chmodSync(place.path('.loopengine/sessions/s-1.jsonl'), 0o640)
    const { code, report } = await doctor(place)
    expect(code).toBe(0)
    expect(report.problems.map(({ hint }: { hint: string }) => hint)).toEqual([
      'chmod 600 .env',
      'chmod 600 .loopengine/sessions/s-1.jsonl',
    ])
  })

  it('ends with 1 for a state folder that is a file', async () => {
    const place = desk({ state: 'a file' })
    const { codes } = await doctor(place, { LOOPENGINE_STATE_DIR: 'state/below' })
    expect(codes).toEqual(['STATE_NOT_WRITABLE'])
  })

  it('ends with 1 when the project’s own copy has no program', async () => {
    const place = desk({ 'node_modules/loopengine/package.json': '{ "name": "loopengine", "version": "0.0.7" }' })
    const { code, codes, report } = await doctor(place)
    expect({ code, codes }).toEqual({ code: 1, codes: ['COPY_BROKEN'] })
    expect(report.versions.project).toEqual({ version: '0.0.7', path: place.path('node_modules/loopengine') })
  })
})

describe('a loopengine that is installed for the whole machine', () => {
  it('hands over to the project’s copy, which says so', async () => {
    ensureBuilt()
    const machine = project({
      'package.json': '{ "name": "loopengine", "version": "0.0.1", "type": "module" }',
      'dist/cli.js': 'export const main = () => console.log("the machine’s own copy ran")',
    })
    mkdirSync(machine.path('bin'))
    cpSync(resolve(repository, 'bin/run.js'), machine.path('bin/run.js'))
    const place = desk()
    mkdirSync(place.path('node_modules'))
    symlinkSync(repository, place.path('node_modules/loopengine'))
    const elsewhere = await runNode([machine.path('bin/run.js'), 'doctor', '--json'], { cwd: machine.root })
    expect(elsewhere.stdout).toContain('the machine’s own copy ran')
    const { code, stdout } = await runNode([machine.path('bin/run.js'), 'doctor', '--json'], { cwd: place.root })
    expect(code).toBe(0)
    expect(JSON.parse(stdout).versions).toMatchObject({
      loopengine: version,
      path: repository,
      project: { version, path: repository },
    })
    const told = await runNode([machine.path('bin/run.js'), '--version'], { cwd: place.root })
    expect(told.stdout).toMatch(`loopengine/${version} `)
  })
})
