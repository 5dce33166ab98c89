import { chmodSync, existsSync, mkdirSync, readdirSync, statSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { applyChangeSet } from '../../../src/edit/change-set/apply-change-set.ts'
import { ChangePlan } from '../../../src/edit/change-set/change-plan.ts'
import type { ChangeSet } from '../../../src/edit/change-set/change-set.ts'
import { planUndo } from '../../../src/edit/change-set/undo-change.ts'
import { acquireLock } from '../../../src/storage/lock.ts'
import { project, type TestProject } from '../../helpers/project.ts'

const FILES = { 'a.txt': 'one\n', 'b.txt': 'two\n' }

async function plan({ root }: TestProject, texts: Record<string, string | undefined>): Promise<ChangeSet> {
  const changes = new ChangePlan(root, 'test change')
  for (const [path, text] of Object.entries(texts))
    await (text === undefined ? changes.remove(path) : changes.write(path, text))
  return changes.changeSet()
}

function apply(changeSet: ChangeSet): Promise<string | null> {
  return applyChangeSet(changeSet, { owner: 'test' })
}

/** Every file outside `.loopengine/` with its text. */
function tree(folder: TestProject): Record<string, string> {
  const files = folder.files().filter(file => !file.startsWith('.loopengine/'))
  return Object.fromEntries(files.map(file => [file, folder.read(file)]))
}

describe('applyChangeSet', () => {
  it('creates, updates and deletes in one go', async () => {
    const folder = project(FILES)
    const id = await apply(await plan(folder, { 'a.txt': 'ONE\n', 'b.txt': undefined, 'new/deep/c.txt': 'three\n' }))
    expect(tree(folder)).toEqual({ 'a.txt': 'ONE\n', 'new/deep/c.txt': 'three\n' })
    expect(id).toMatch(/^0001-\d{8}-\d{6}$/)
  })

  it('writes nothing when nothing changes', async () => {
    const folder = project(FILES)
    expect(await apply(await plan(folder, { 'a.txt': 'one\n' }))).toBeNull()
    expect(existsSync(folder.path('.loopengine'))).toBe(false)
  })

  it('keeps the permission bits of a file', async () => {
    const folder = project(FILES)
    chmodSync(folder.path('a.txt'), 0o640)
    await apply(await plan(folder, { 'a.txt': 'ONE\n' }))
    expect(statSync(folder.path('a.txt')).mode & 0o777).toBe(0o640)
  })

  it('refuses a file that was changed after the plan, with the difference', async () => {
    const folder = project(FILES)
    const changeSet = await plan(folder, { 'a.txt': 'ONE\n' })
    folder.write('a.txt', 'mine\n')
    const applied = apply(changeSet)
    await expect(applied).rejects.toMatchObject({ code: 'changed_meanwhile', file: 'a.txt' })
    await expect(applied).rejects.toThrow('-one\n+mine')
    expect(tree(folder)).toEqual({ ...FILES, 'a.txt': 'mine\n' })
  })

  it('refuses when a file appeared where one is to be created', async () => {
    const folder = project(FILES)
    const changeSet = await plan(folder, { 'c.txt': 'three\n' })
    folder.write('c.txt', 'mine\n')
    await expect(apply(changeSet)).rejects.toMatchObject({ code: 'changed_meanwhile' })
    expect(folder.read('c.txt')).toBe('mine\n')
  })

  it('takes everything back when one file cannot be written', async () => {
    const folder = project(FILES)
    const changeSet = await plan(folder, { 'new/c.txt': 'three\n', 'a.txt': 'ONE\n', 'b.txt/d.txt': 'four\n' })
    await expect(apply(changeSet)).rejects.toMatchObject({ code: 'file_failed', file: 'b.txt/d.txt' })
    expect(tree(folder)).toEqual(FILES)
    expect(existsSync(folder.path('new'))).toBe(false)
    expect(readdirSync(folder.path('.loopengine/changes'))).toEqual([])
  })

  it('is locked while another command writes', async () => {
    const folder = project(FILES)
    const changeSet = await plan(folder, { 'a.txt': 'ONE\n' })
    const lock = await acquireLock(folder.path('.loopengine/lock'), { owner: 'add-agent' })
    await expect(apply(changeSet)).rejects.toMatchObject({ code: 'locked', exitCode: 75 })
    await lock.release()
    expect(tree(folder)).toEqual(FILES)
  })

  it.each(['con', 'nul.ts', 'a:b', 'x/AUX/y', 'end.', 'what?'])('refuses to create %j', async path => {
    const folder = project(FILES)
    await expect(apply(await plan(folder, { [path]: '' }))).rejects.toMatchObject({ code: 'name_reserved' })
  })

  it.each(['A.txt', 'B.TXT'])('refuses %j beside its twin', async path => {
    const folder = project(FILES)
    await expect(apply(await plan(folder, { [path]: '' }))).rejects.toMatchObject({ code: 'case_twin' })
  })

  it.each(['../x', '/tmp/x', 'a/../../x', './x'])('refuses to leave the project by %j', async path => {
    const folder = project(FILES)
    const changeSet = { ...(await plan(folder, {})), changes: [{ kind: 'create' as const, path, after: '' }] }
    await expect(apply(changeSet)).rejects.toMatchObject({ code: 'outside_project' })
  })

  it('does not write through a link that leads out of the project', async () => {
    const outside = project({ 'secret.txt': 'old\n' })
    const folder = project(FILES)
    symlinkSync(outside.root, folder.path('link'))
    await expect(apply(await plan(folder, { 'link/secret.txt': 'new\n' }))).rejects.toMatchObject({
      code: 'outside_project',
    })
    expect(outside.read('secret.txt')).toBe('old\n')
  })

  it('refuses errors that the change adds, and only those', async () => {
    const folder = project(FILES)
    const verify = (texts: { text(path: string): string | undefined }) =>
      ['a.txt', 'b.txt']
        .filter(file => texts.text(file)?.includes('bad'))
        .map(file => ({ code: 'BAD', severity: 'error' as const, message: 'is bad', file }))
    folder.write('a.txt', 'bad\n')
    const worse = applyChangeSet(await plan(folder, { 'b.txt': 'bad\n' }), { owner: 'test', verify })
    await expect(worse).rejects.toMatchObject({ code: 'would_break', file: 'b.txt' })
    const same = await plan(folder, { 'a.txt': 'still bad\n' })
    expect(await applyChangeSet(same, { owner: 'test', verify })).not.toBeNull()
  })

  it('keeps the last 50 changes', async () => {
    const folder = project(FILES)
    for (let turn = 0; turn < 52; turn++) await apply(await plan(folder, { 'a.txt': `${turn}\n` }))
    const kept = readdirSync(folder.path('.loopengine/changes')).sort()
    expect([kept.length, kept[0]?.slice(0, 4), kept.at(-1)?.slice(0, 4)]).toEqual([50, '0003', '0052'])
  })
})

describe('planUndo', () => {
  it('takes the last change back, with the folders it made', async () => {
    const folder = project(FILES)
    await apply(await plan(folder, { 'a.txt': 'ONE\n', 'b.txt': undefined, 'new/c.txt': '' }))
    await apply(await planUndo(folder.root))
    expect(tree(folder)).toEqual(FILES)
    expect(existsSync(folder.path('new'))).toBe(false)
  })

  it('goes on to the change before, then has nothing left', async () => {
    const folder = project(FILES)
    await apply(await plan(folder, { 'a.txt': 'ONE\n' }))
    await apply(await plan(folder, { 'a.txt': 'uno\n' }))
    await apply(await planUndo(folder.root))
    expect(folder.read('a.txt')).toBe('ONE\n')
    await apply(await planUndo(folder.root))
    expect(folder.read('a.txt')).toBe('one\n')
    await expect(planUndo(folder.root)).rejects.toMatchObject({ code: 'nothing_to_undo', exitCode: 2 })
  })

  it('takes back an undo when it is named', async () => {
    const folder = project(FILES)
    await apply(await plan(folder, { 'a.txt': 'ONE\n' }))
    const undo = await apply(await planUndo(folder.root))
    await apply(await planUndo(folder.root, String(Number.parseInt(undo ?? '', 10))))
    expect(folder.read('a.txt')).toBe('ONE\n')
  })

  it('refuses with the difference when a file was changed since', async () => {
    const folder = project(FILES)
    await apply(await plan(folder, { 'a.txt': 'ONE\n' }))
    folder.write('a.txt', 'mine\n')
    await expect(planUndo(folder.root)).rejects.toThrow('-ONE\n+mine')
  })

  it('names the last changes when the id is unknown', async () => {
    const folder = project(FILES)
    await apply(await plan(folder, { 'a.txt': 'ONE\n' }))
    await expect(planUndo(folder.root, '77')).rejects.toMatchObject({
      code: 'unknown_change',
      hint: expect.stringContaining('(test change)'),
    })
  })

  it('keeps the mode of a deleted file', async () => {
    const folder = project(FILES)
    chmodSync(folder.path('b.txt'), 0o600)
    await apply(await plan(folder, { 'b.txt': undefined }))
    await apply(await planUndo(folder.root))
    expect(statSync(folder.path('b.txt')).mode & 0o777).toBe(0o600)
  })

  it('leaves a folder that somebody filled meanwhile', async () => {
    const folder = project(FILES)
    await apply(await plan(folder, { 'new/c.txt': '' }))
    mkdirSync(join(folder.root, 'new/mine'))
    await apply(await planUndo(folder.root))
    expect(readdirSync(folder.path('new'))).toEqual(['mine'])
  })
})
