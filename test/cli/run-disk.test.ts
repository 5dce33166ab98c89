import { statfsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { cli } from '../helpers/cli.ts'
import { lastTold, modelServer } from '../helpers/model-server.ts'
import { canMount, readOnly, smallDisk, unmountAfterEach } from '../helpers/mount.ts'
import { shop } from '../helpers/shop.ts'

unmountAfterEach()

const { env } = await modelServer((messages, round) => {
  const said = messages.findLast(({ role }) => role === 'user')?.content ?? ''
  if (said === 'look it up' && round === 0) return { calls: [['lookup_order', { orderId: 'A-1001' }]] }
  return `${'a long answer '.repeat(300)}${lastTold(messages)}`
})

describe.skipIf(!canMount())('run on a disk that can not be written', () => {
  it.each([0, 1, 3])('says that it is full with %i free pages, and loses nothing', async pages => {
    const project = shop()
    const disk = project.path('state')
    smallDisk(disk, '128k')
    const kept = { ...env, LOOPENGINE_STATE_DIR: 'state' }
    expect(await cli(['run', 'shop', 'hello', '--session', 's1'], { cwd: project.root, env: kept })).toMatchObject({
      code: 0,
    })
    fill(disk, pages)
    const results = []
    for (let turn = 0; turn < 12 && results.at(-1)?.code !== 1; turn++) {
      results.push(await cli(['run', 'shop', 'look it up', '--session', 's1'], { cwd: project.root, env: kept }))
    }
    for (const { code, stderr } of results.filter(result => result.code !== 0)) {
      expect(code).toBe(1)
      expect(stderr).toMatch(/disk is full|No space left|ENOSPC/)
      expect(stderr).not.toMatch(/^\s+at .*:\d+:\d+/m)
      expect(stderr.match(/Error:/g)).toHaveLength(1)
    }
    expect(results.some(({ code }) => code === 1)).toBe(true)

    writeFileSync(join(disk, 'filler'), '')
    const next = await cli(['run', 'shop', 'hello again', '--session', 's1'], { cwd: project.root, env: kept })
    expect(next).toMatchObject({ code: 0, stdout: expect.stringContaining('hello again') })
    const shown = await cli(['sessions', 'show', 's1', '--json'], { cwd: project.root, env: kept })
    expect(JSON.parse(shown.stdout).messages[0]).toEqual({ role: 'user', text: 'hello' })
  })

  it('says that the project is read-only, and works with its state elsewhere', async () => {
    const project = shop()
    const elsewhere = shop()
    readOnly(project.root)
    const { code, stdout, stderr } = await cli(['run', 'shop', 'hello'], { cwd: project.root, env })
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
    expect(stderr).toMatch(/^Error: .*\.loopengine.*(EROFS|read-only)/)
    expect(stderr).toContain('LOOPENGINE_STATE_DIR')
    const kept = { ...env, LOOPENGINE_STATE_DIR: elsewhere.root }
    expect(await cli(['run', 'shop', 'hello'], { cwd: project.root, env: kept })).toMatchObject({ code: 0 })
    for (const command of [['agents'], ['tools', 'shop'], ['check'], ['sessions', 'list'], ['approvals', 'list']]) {
      expect((await cli(command, { cwd: project.root })).code).toBe(0)
    }
  })
})

/** Takes all of a disk's space but some pages. */
function fill(disk: string, pages: number): void {
  const { bfree, bsize } = statfsSync(disk)
  writeFileSync(join(disk, 'filler'), Buffer.alloc(Math.max(0, bfree - pages) * bsize))
}
