import { rmSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { ModuleLoader } from '../../src/registry/module-loader.ts'
import { project } from '../helpers/project.ts'

describe('a relative import of .js', () => {
  it('means the .ts file where only that one exists', async () => {
    const { root, path } = project({
      'agents/a/index.ts': `export { a } from './a.js'\nexport * from './b.js'\nimport { c } from './c.js'\nexport const d = c`,
      'agents/a/a.ts': 'export const a: string = "a"',
      'agents/a/b.ts': 'export const b: string = "b"',
      'agents/a/c.ts': 'export const c: string = "c"',
    })
    expect(await new ModuleLoader(root).load(path('agents/a/index.ts'))).toMatchObject({ a: 'a', b: 'b', d: 'c' })
  })

  it('means the .js file where that one exists', async () => {
    const { root, path } = project({
      'agents/a/index.ts': `export { which } from './twin.js'`,
      'agents/a/twin.js': 'export const which = "js"',
      'agents/a/twin.ts': 'export const which: string = "ts"',
    })
    expect(await new ModuleLoader(root).load(path('agents/a/index.ts'))).toMatchObject({ which: 'js' })
  })

  it('means the .js file that a .ts file has become since it was compiled', async () => {
    const shop = project({
      'node_modules/.keep': '',
      'agents/a/index.ts': `export { which } from './turned.js'`,
      'agents/a/turned.ts': 'export const which: string = "ts"',
    })
    const file = shop.path('agents/a/index.ts')
    expect(await new ModuleLoader(shop.root).load(file)).toMatchObject({ which: 'ts' })
    rmSync(shop.path('agents/a/turned.ts'))
    shop.write('agents/a/turned.js', 'export const which = "js"')
    const later = new ModuleLoader(shop.root)
    later.evictAll()
    expect(await later.load(file)).toMatchObject({ which: 'js' })
  })

  it('stays a text where it stands in one', async () => {
    const { root, path } = project({
      'agents/a/index.ts': `export const text = "import x from './a.js'"`,
      'agents/a/a.ts': '',
    })
    expect(await new ModuleLoader(root).load(path('agents/a/index.ts'))).toMatchObject({
      text: "import x from './a.js'",
    })
  })
})
