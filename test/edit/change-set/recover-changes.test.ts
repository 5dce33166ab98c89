import { existsSync, mkdirSync, readdirSync, renameSync, writeFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { applyChangeSet } from '../../../src/edit/change-set/apply-change-set.ts'
import { ChangePlan, diskReader } from '../../../src/edit/change-set/change-plan.ts'
import { recoverChanges, recoveredReader } from '../../../src/edit/change-set/recover-changes.ts'
import { acquireLock } from '../../../src/storage/lock.ts'
import { project, type TestProject } from '../../helpers/project.ts'

/** A project whose change was killed before its last mark: the files in `undone` are still as they were before. */
async function killed(undone: string[]): Promise<TestProject> {
  const folder = project({ 'a.txt': 'one\n', 'b.txt': 'two\n' })
  const plan = new ChangePlan(folder.root, 'killed change')
  await plan.write('a.txt', 'ONE\n')
  await plan.remove('b.txt')
  await plan.write('new/c.txt', 'three\n')
  await applyChangeSet(plan.changeSet(), { owner: 'test' })
  const changes = folder.path('.loopengine/changes')
  const [id = ''] = readdirSync(changes)
  renameSync(`${changes}/${id}`, `${changes}/${id}.open`)
  if (undone.includes('a.txt')) folder.write('a.txt', 'one\n')
  if (undone.includes('b.txt')) folder.write('b.txt', 'two\n')
  writeFileSync(folder.path(`.a.txt.${id}.tmp`), 'half')
  return folder
}

function files(folder: TestProject): string[] {
  return folder.files().filter(file => !file.startsWith('.loopengine/'))
}

describe('recoverChanges', () => {
  it('takes back a change that was half done', async () => {
    const folder = await killed(['a.txt'])
    const recovered = await recoverChanges(folder.root, { mode: 'write', owner: 'test' })
    expect(recovered).toEqual([{ title: 'killed change', outcome: 'taken_back', left: [] }])
    expect(files(folder)).toEqual(['a.txt', 'b.txt'])
    expect([folder.read('a.txt'), folder.read('b.txt')]).toEqual(['one\n', 'two\n'])
    expect(existsSync(folder.path('new'))).toBe(false)
  })

  it('finishes a change that lacked nothing but its last mark', async () => {
    const folder = await killed([])
    expect(await recoverChanges(folder.root, { mode: 'write', owner: 'test' })).toMatchObject([{ outcome: 'finished' }])
    expect(files(folder)).toEqual(['a.txt', 'new/c.txt'])
  })

  it('removes the folders that a finished change left empty', async () => {
    const folder = project({ 'old/deep/a.txt': 'one\n' })
    const plan = new ChangePlan(folder.root, 'killed change')
    await plan.remove('old/deep/a.txt')
    for (const empty of ['old', 'old/deep']) plan.removeIfEmpty(empty)
    await applyChangeSet(plan.changeSet(), { owner: 'test' })
    const changes = folder.path('.loopengine/changes')
    const [id = ''] = readdirSync(changes)
    renameSync(`${changes}/${id}`, `${changes}/${id}.open`)
    mkdirSync(folder.path('old/deep'), { recursive: true })
    expect(await recoverChanges(folder.root, { mode: 'write', owner: 'test' })).toMatchObject([{ outcome: 'finished' }])
    expect(existsSync(folder.path('old'))).toBe(false)
  })

  it('leaves a file alone that somebody changed meanwhile, and names it', async () => {
    const folder = await killed(['b.txt'])
    folder.write('a.txt', 'mine\n')
    const [recovery] = await recoverChanges(folder.root, { mode: 'write', owner: 'test' })
    expect(recovery).toMatchObject({ outcome: 'taken_back', left: ['a.txt'] })
    expect(folder.read('a.txt')).toBe('mine\n')
  })

  it('removes a journal that never opened', async () => {
    const folder = project({ '.loopengine/changes/0001-x.new/plan.json': '{' })
    expect(await recoverChanges(folder.root, { mode: 'write', owner: 'test' })).toEqual([])
    expect(readdirSync(folder.path('.loopengine/changes'))).toEqual([])
  })

  it('only tells when it may not write', async () => {
    const folder = await killed(['a.txt'])
    expect(await recoverChanges(folder.root, { mode: 'report', owner: 'test' })).toMatchObject([{ outcome: 'waiting' }])
    expect(files(folder)).toContain('new/c.txt')
  })

  it('only tells when another command holds the lock', async () => {
    const folder = await killed(['a.txt'])
    const lock = await acquireLock(folder.path('.loopengine/lock'), { owner: 'other' })
    expect(await recoverChanges(folder.root, { mode: 'try', owner: 'test' })).toMatchObject([{ outcome: 'waiting' }])
    await lock.release()
    expect(await recoverChanges(folder.root, { mode: 'try', owner: 'test' })).toMatchObject([{ outcome: 'taken_back' }])
  })

  it('refuses a journal of a later version, naming both', async () => {
    const folder = await killed([])
    const changes = folder.path('.loopengine/changes')
    const plan = `${changes}/${readdirSync(changes)[0]}/plan.json`
    writeFileSync(plan, '{"version":9}')
    await expect(recoverChanges(folder.root, { mode: 'write', owner: 'test' })).rejects.toThrow('version 9')
  })
})

describe('recoveredReader', () => {
  it('shows the project as it will be after recovery', async () => {
    const folder = await killed(['a.txt'])
    const reader = await recoveredReader(folder.root, diskReader(folder.root))
    expect(Buffer.from((await reader.read('b.txt')) ?? '').toString()).toBe('two\n')
    expect(await reader.read('new/c.txt')).toBeUndefined()
    expect(await reader.list('new')).toEqual([])
    expect(files(folder)).toContain('new/c.txt')
  })
})
