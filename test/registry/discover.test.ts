import { mkdirSync, symlinkSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { discoverAgents } from '../../src/registry/discover.ts'
import { project } from '../helpers/project.ts'

async function found(...files: string[]) {
  const here = project(Object.fromEntries(files.map(file => [file, ''])))
  const { agents, diagnostics } = await discoverAgents(here.root)
  return {
    agents: agents.map(({ name, file, directory }) =>
      [name, file, directory].map(path => path.replace(`${here.root}/`, '')),
    ),
    diagnostics: diagnostics.map(({ code, message, file }) => `${code} ${file} ${message}`),
  }
}

describe('an agent is', () => {
  it('a folder with an index', async () => {
    expect((await found('agents/shop/index.ts', 'agents/desk/index.mjs')).agents).toEqual([
      ['desk', 'agents/desk/index.mjs', 'agents/desk'],
      ['shop', 'agents/shop/index.ts', 'agents/shop'],
    ])
  })

  it('a file, whose folder holds the rest', async () => {
    expect((await found('agents/shop.ts', 'agents/shop/tools/index.ts')).agents).toEqual([
      ['shop', 'agents/shop.ts', 'agents/shop'],
    ])
  })

  it('the TypeScript of it where a compiled index lies beside', async () => {
    expect((await found('agents/shop/index.js', 'agents/shop/index.ts')).agents).toMatchObject([
      ['shop', 'agents/shop/index.ts', 'agents/shop'],
    ])
  })

  it('behind a link too', async () => {
    const here = project({ 'elsewhere/index.ts': '' })
    mkdirSync(here.path('agents'))
    symlinkSync(here.path('elsewhere'), here.path('agents/shop'))
    symlinkSync(here.path('nowhere'), here.path('agents/gone'))
    expect((await discoverAgents(here.root)).agents.map(({ name }) => name)).toEqual(['shop'])
  })
})

describe('no agent is', () => {
  it('a test, a declaration, a hidden file, a text, a folder without an index', async () => {
    const { agents, diagnostics } = await found(
      'agents/shop.test.ts',
      'agents/shop.spec.mts',
      'agents/types.d.ts',
      'agents/.hidden.ts',
      'agents/.cache/index.ts',
      'agents/node_modules/index.ts',
      'agents/README.md',
      'agents/lib/helper.ts',
    )
    expect([agents, diagnostics]).toEqual([[], []])
  })

  it('in a project without agents/', async () => expect((await found('index.ts')).agents).toEqual([]))
})

describe('two agents of one name', () => {
  it('as a file and a folder are an error that names both; the others stay', async () => {
    const { agents, diagnostics } = await found('agents/shop.ts', 'agents/shop/index.ts', 'agents/desk/index.ts')
    expect(agents.map(([name]) => name)).toEqual(['desk'])
    expect(diagnostics).toEqual([
      'AGENT_TWICE agents/shop/index.ts Agent `shop` is defined in agents/shop.ts and in agents/shop/index.ts.',
    ])
  })

  it('but for -, _ and case are an error too: neither a person nor a rule could tell them apart', async () => {
    const { agents, diagnostics } = await found('agents/my-shop/index.ts', 'agents/my_shop/index.ts')
    expect(agents).toEqual([])
    expect(diagnostics).toEqual([
      'AGENT_TWICE agents/my_shop/index.ts Agents `my-shop` and `my_shop` have the same name but for -, _ and case (agents/my-shop/index.ts, agents/my_shop/index.ts).',
    ])
  })
})
