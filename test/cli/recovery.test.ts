import { readdirSync, renameSync, writeFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { applyChangeSet } from '../../src/edit/change-set/apply-change-set.ts'
import { ChangePlan } from '../../src/edit/change-set/change-plan.ts'
import { acquireLock } from '../../src/storage/lock.ts'
import { cli } from '../helpers/cli.ts'
import { project, type TestProject } from '../helpers/project.ts'

const CONFIG = "export const config = { name: 'shop', systemPrompt: 'x' }\n"

/** A project in which a command was killed after it had written one of two files. */
async function killed(): Promise<TestProject> {
  const place = project({ 'agents/shop/index.ts': CONFIG, 'agents/shop/actauth.yml': 'default_decision: deny\n' })
  const plan = new ChangePlan(place.root, 'add-tool ping')
  await plan.write('agents/shop/index.ts', 'half a change')
  await plan.write('agents/shop/actauth.yml', 'default_decision: allow\n')
  await applyChangeSet(plan.changeSet(), { owner: 'add-tool' })
  const changes = place.path('.loopengine/changes')
  const [id = ''] = readdirSync(changes)
  renameSync(`${changes}/${id}`, `${changes}/${id}.open`)
  place.write('agents/shop/actauth.yml', 'default_decision: deny\n')
  return place
}

describe('a project that a killed command left half changed', () => {
  it('is put right by the next command, even one that only reads', async () => {
    const place = await killed()
    const { code, stdout, stderr } = await cli(['agents', '--json'], { cwd: place.root })
    expect(code).toBe(0)
    expect(stderr).toBe('`add-tool ping` was interrupted: what it had written is taken back.\n')
    expect(JSON.parse(stdout).agents).toMatchObject([{ name: 'shop', diagnostics: [] }])
    expect(place.read('agents/shop/index.ts')).toBe(CONFIG)
  })

  it('is put right before a command writes, which then plans on the old texts', async () => {
    const place = await killed()
    const { code, stderr } = await cli(['add-tool', 'pong'], { cwd: place.root })
    expect(code).toBe(0)
    expect(stderr).toContain('`add-tool ping` was interrupted')
    expect(place.read('agents/shop/index.ts')).toBe(CONFIG)
    expect(place.read('agents/shop/actauth.yml')).toContain('tool: pong')
  })

  it('is left as it is by --dry-run, which plans on the old texts', async () => {
    const place = await killed()
    const before = place.files().map(file => place.read(file))
    const { code, stdout, stderr } = await cli(['add-tool', 'pong', '--dry-run'], { cwd: place.root })
    expect({ code, planned: stdout.includes('create  agents/shop/tools/pong.ts') }).toEqual({ code: 0, planned: true })
    expect(stderr).toContain('the next command that writes takes it back')
    expect(place.files().map(file => place.read(file))).toEqual(before)
  })

  it('is left as it is by a command that only reads, while another command writes', async () => {
    const place = await killed()
    const lock = await acquireLock(place.path('.loopengine/lock'), { owner: 'add-agent' })
    const { code, stderr } = await cli(['agents'], { cwd: place.root }).finally(() => lock.release())
    expect(code).toBe(0)
    expect(stderr).toContain('was interrupted: the next command that writes takes it back')
    expect(place.read('agents/shop/index.ts')).toBe('half a change')
  })

  it('is read with a warning when the record is of a newer version, and not written', async () => {
    const place = await killed()
    const changes = place.path('.loopengine/changes')
    writeFileSync(`${changes}/${readdirSync(changes)[0]}/plan.json`, '{ "version": 9 }')
    const read = await cli(['agents'], { cwd: place.root })
    expect(read.code).toBe(0)
    expect(read.stderr).toContain('version 9')
    const write = await cli(['add-tool', 'pong', '--json'], { cwd: place.root })
    expect({ code: write.code, error: JSON.parse(write.stdout).error.code }).toEqual({
      code: 1,
      error: 'journal_broken',
    })
  })
})

describe('a project that another command writes', () => {
  it('is refused with 75, naming the command that holds it', async () => {
    const place = project({ 'agents/shop/index.ts': CONFIG })
    const lock = await acquireLock(place.path('.loopengine/lock'), { owner: 'add-agent' })
    const { code, stdout } = await cli(['add-tool', 'ping', '--json'], { cwd: place.root }).finally(() =>
      lock.release(),
    )
    expect(code).toBe(75)
    expect(JSON.parse(stdout).error).toMatchObject({ code: 'locked', message: expect.stringContaining('`add-agent`') })
    expect(place.exists('agents/shop/tools/ping.ts')).toBe(false)
  })
})
