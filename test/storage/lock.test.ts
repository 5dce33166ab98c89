import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { acquireLock } from '../../src/storage/lock.ts'

let folder = ''
let path = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lock-'))
  path = join(folder, '.loopengine', 'lock')
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

/** A lock folder as a process that was killed `ageMs` ago left it. */
function leftBehind(ageMs: number): void {
  mkdirSync(path, { recursive: true })
  const owner = { command: 'add-agent', pid: 4_000_000, host: 'elsewhere', since: '2026-01-01T00:00:00.000Z' }
  writeFileSync(join(path, '4000000-aaaa.json'), JSON.stringify(owner))
  const at = new Date(Date.now() - ageMs)
  utimesSync(path, at, at)
}

const HOLDER = `
import { acquireLock } from '${join(import.meta.dirname, '../../src/storage/lock.ts')}'
await acquireLock(process.argv[2], { owner: 'holder' })
process.stdout.write('held')
setInterval(() => {}, 1000)
`

async function holdElsewhere(): Promise<ChildProcess> {
  const script = join(folder, 'holder.mts')
  writeFileSync(script, HOLDER)
  const jiti = join(import.meta.dirname, '../../node_modules/jiti/lib/jiti-cli.mjs')
  const child = spawn(process.execPath, [jiti, script, path], { stdio: ['ignore', 'pipe', 'inherit'] })
  if (child.stdout) await once(child.stdout, 'data')
  return child
}

describe('acquireLock', () => {
  it('leaves nothing behind after release', async () => {
    const lock = await acquireLock(path, { owner: 'test' })
    await lock.release()
    expect(readdirSync(join(folder, '.loopengine'))).toEqual([])
  })

  it('is refused with exit code 75 naming the living owner', async () => {
    const lock = await acquireLock(path, { owner: 'add-agent' })
    const second = acquireLock(path, { owner: 'add-tool' })
    await expect(second).rejects.toMatchObject({ code: 'locked', exitCode: 75 })
    await expect(second).rejects.toThrow(`\`add-agent\` (process ${process.pid} on `)
    await lock.release()
  })

  it('waits for a living owner as long as waitMs says', async () => {
    const lock = await acquireLock(path, { owner: 'first' })
    const second = acquireLock(path, { owner: 'second', waitMs: 20_000 })
    await sleep(1_500)
    await lock.release()
    await (await second).release()
  })

  it('takes over a folder whose heartbeat is older than the stale time', async () => {
    leftBehind(60_000)
    const lock = await acquireLock(path, { owner: 'test' })
    await lock.release()
    expect(readdirSync(join(folder, '.loopengine'))).toEqual([])
  })

  it('takes over a process killed with SIGKILL after the stale time', async () => {
    const child = await holdElsewhere()
    child.kill('SIGKILL')
    await once(child, 'exit')
    const lock = await acquireLock(path, { owner: 'test', stale: 2_000 })
    await lock.release()
  })

  it('gives a dead lock to exactly one of many that ask at once', async () => {
    leftBehind(60_000)
    const asked = Array.from({ length: 20 }, () => acquireLock(path, { owner: 'racer' }))
    const settled = await Promise.allSettled(asked)
    const held = settled.filter(result => result.status === 'fulfilled')
    expect(held).toHaveLength(1)
    for (const result of held) await result.value.release()
  })

  it('aborts its signal when the folder is taken away', async () => {
    const lock = await acquireLock(path, { owner: 'test' })
    rmSync(path, { recursive: true })
    if (!lock.signal.aborted) await once(lock.signal, 'abort')
    expect(lock.signal.reason).toMatchObject({ code: 'lock_lost' })
    await lock.release()
  })

  it('names the path when the folder cannot be made', async () => {
    writeFileSync(join(folder, '.loopengine'), '')
    await expect(acquireLock(path, { owner: 'test' })).rejects.toMatchObject({ code: 'file_failed', file: path })
  })
})
