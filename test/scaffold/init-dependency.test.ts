import { describe, expect, it } from 'vitest'
import { loopengineDependency } from '../../src/scaffold/init-dependency.ts'
import { project } from '../helpers/project.ts'

describe('loopengineDependency', () => {
  it('is the folder of a copy that was not installed', async () => {
    const { root } = project()
    expect(await loopengineDependency(root, '1.2.3')).toBe(`file:${root}`)
  })

  it('is the version of a copy from a registry', async () => {
    const copy = installed('https://registry.npmjs.org/loopengine/-/loopengine-1.2.3.tgz')
    expect(await loopengineDependency(copy.path('node_modules/loopengine'), '1.2.3')).toBe('^1.2.3')
  })

  it('is the tarball that the copy came from', async () => {
    const copy = installed('file:../loopengine-1.2.3.tgz')
    const spec = await loopengineDependency(copy.path('node_modules/loopengine'), '1.2.3')
    expect(spec).toBe(`file:${copy.path('..')}/loopengine-1.2.3.tgz`)
  })

  it('is the commit that the copy came from', async () => {
    const copy = installed('git+ssh://git@host.example/loopengine.git#abc')
    const spec = await loopengineDependency(copy.path('node_modules/loopengine'), '1.2.3')
    expect(spec).toBe('git+ssh://git@host.example/loopengine.git#abc')
  })

  it('is the version where the package manager left no record', async () => {
    const copy = project({ 'node_modules/loopengine/package.json': '{}' })
    expect(await loopengineDependency(copy.path('node_modules/loopengine'), '1.2.3')).toBe('^1.2.3')
  })
})

function installed(resolved: string) {
  const lock = { packages: { 'node_modules/loopengine': { version: '1.2.3', resolved } } }
  return project({
    'node_modules/loopengine/package.json': '{}',
    'node_modules/.package-lock.json': JSON.stringify(lock),
  })
}
