import { chmodSync, statSync, symlinkSync } from 'node:fs'
import { userInfo } from 'node:os'
import { describe, expect, it } from 'vitest'
import { moduleCacheFolder } from '../../src/registry/module-cache.ts'
import { project } from '../helpers/project.ts'

const own = `loopengine-modules-${userInfo().uid}`

describe('moduleCacheFolder', () => {
  it('lies in node_modules where the project has them', () => {
    const shop = project({ 'node_modules/.keep': '' })
    expect(moduleCacheFolder(shop.root)).toBe(shop.path('node_modules/.cache/loopengine/modules'))
  })

  it('is a temporary folder that only this user can enter, where it has none', () => {
    const shop = project()
    const temporary = project()
    expect(moduleCacheFolder(shop.root, temporary.root)).toBe(temporary.path(own))
    expect(statSync(temporary.path(own)).mode & 0o777).toBe(0o700)
  })

  it('is none where others could write', () => {
    const temporary = project({ [`${own}/planted.mjs`]: '' })
    chmodSync(temporary.path(own), 0o777)
    expect(moduleCacheFolder(project().root, temporary.root)).toBe(false)
  })

  it('is none where somebody put a link', () => {
    const temporary = project({ 'elsewhere/planted.mjs': '' })
    symlinkSync(temporary.path('elsewhere'), temporary.path(own))
    expect(moduleCacheFolder(project().root, temporary.root)).toBe(false)
  })
})
