import { expect, it } from 'vitest'
import { ModuleLoader } from '../../src/registry/module-loader.ts'
import { projectFetch } from '../../src/registry/project-fetch.ts'
import { echoServer } from '../helpers/echo-server.ts'
import { project } from '../helpers/project.ts'

const server = await echoServer()
const allowing = `tools:\n  allow_hosts: ["127.0.0.1:${server.port}"]\n`

it('reaches what the project’s settings allow, as they stand at the request', async () => {
  const folder = project()
  const fetch = projectFetch(folder.root)
  await expect(fetch(server.url)).rejects.toMatchObject({ code: 'ssrf_blocked' })
  folder.write('loopengine.config.yml', allowing)
  expect((await fetch(server.url)).status).toBe(200)
  folder.write('loopengine.config.yml', 'tools: {}\n')
  await expect(fetch(server.url)).rejects.toMatchObject({ code: 'ssrf_blocked' })
})

it('allows nothing when the settings can’t be read, or there is no project', async () => {
  const folder = project({ 'loopengine.config.yml': `${allowing}nonsense: [` })
  await expect(projectFetch(folder.root)(server.url)).rejects.toMatchObject({ code: 'ssrf_blocked' })
  await expect(projectFetch(undefined)(server.url)).rejects.toMatchObject({ code: 'ssrf_blocked' })
})

it('is what the project’s own code imports: each project has its own list', async () => {
  const tool = `import { guardedFetch } from 'loopengine'
    export const ask = async (url: string) => (await guardedFetch(url)).status`
  const load = async (files: Record<string, string>) => {
    const folder = project({ 'agents/a/index.ts': tool, ...files })
    const { ask } = await new ModuleLoader(folder.root).load(folder.path('agents/a/index.ts'))
    return ask as (url: string) => Promise<number>
  }
  const open = await load({ 'loopengine.config.yml': allowing })
  const closed = await load({})
  expect(await open(server.url)).toBe(200)
  await expect(closed(server.url)).rejects.toMatchObject({ code: 'ssrf_blocked' })
})
