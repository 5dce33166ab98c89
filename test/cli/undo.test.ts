import { describe, expect, it } from 'vitest'
import { cli } from '../helpers/cli.ts'
import { project, type TestProject } from '../helpers/project.ts'

function shop(): TestProject {
  return project({
    'agents/shop/index.ts': "export const config = { name: 'shop', systemPrompt: 'x' }\n",
    'agents/shop/tools/index.ts': 'export const tools = []\n',
    'agents/shop/actauth.yml': 'default_decision: deny\nrules: []\n',
  })
}

const texts = (place: TestProject) =>
  place
    .files()
    .filter(file => !file.startsWith('.loopengine/'))
    .map(file => [file, place.read(file)])

describe('undo', () => {
  it('takes the last change back, then the one before', async () => {
    const place = shop()
    const before = texts(place)
    await cli(['add-tool', 'ping'], { cwd: place.root })
    const between = texts(place)
    await cli(['add-tool', 'pong'], { cwd: place.root })
    const { code, stdout } = await cli(['undo'], { cwd: place.root })
    expect(code).toBe(0)
    expect(stdout).toContain('delete  agents/shop/tools/pong.ts')
    expect(texts(place)).toEqual(between)
    await cli(['undo'], { cwd: place.root })
    expect(texts(place)).toEqual(before)
  })

  it('takes the change of an id back, and says what becomes allowed again', async () => {
    const place = shop()
    await cli(['add-tool', 'ping', '--safe'], { cwd: place.root })
    const removed = JSON.parse((await cli(['remove-tool', 'ping', '--json'], { cwd: place.root })).stdout)
    const { code, stdout } = await cli(['undo', removed.undo, '--json'], { cwd: place.root })
    expect(code).toBe(0)
    expect(JSON.parse(stdout)).toMatchObject({
      applied: true,
      newlyAllowed: [{ agent: 'shop', tool: 'ping', scope: '*/*', decision: 'allow' }],
    })
    expect(place.exists('agents/shop/tools/ping.ts')).toBe(true)
  })

  it('is refused with the difference when a file was changed since', async () => {
    const place = shop()
    await cli(['add-tool', 'ping'], { cwd: place.root })
    place.write('agents/shop/actauth.yml', `${place.read('agents/shop/actauth.yml')}# mine\n`)
    const before = texts(place)
    const { code, stderr } = await cli(['undo'], { cwd: place.root })
    expect(code).toBe(1)
    expect(stderr).toContain('`agents/shop/actauth.yml` was changed after `add-tool ping`')
    expect(stderr).toContain('+# mine')
    expect(texts(place)).toEqual(before)
  })

  it('shows the change and writes nothing with --dry-run', async () => {
    const place = shop()
    await cli(['add-tool', 'ping'], { cwd: place.root })
    const before = texts(place)
    const { code, stdout } = await cli(['undo', '--dry-run'], { cwd: place.root })
    expect(code).toBe(0)
    expect(stdout).toContain('--- a/agents/shop/tools/ping.ts')
    expect(texts(place)).toEqual(before)
  })

  it('ends with 2 when there is nothing, or no such change', async () => {
    const place = project({ 'agents/.gitkeep': '' })
    const nothing = await cli(['undo', '--json'], { cwd: place.root })
    expect({ code: nothing.code, error: JSON.parse(nothing.stdout).error.code }).toEqual({
      code: 2,
      error: 'nothing_to_undo',
    })
    await cli(['add-agent', 'shop'], { cwd: place.root })
    const unknown = await cli(['undo', '7', '--json'], { cwd: place.root })
    expect(unknown.code).toBe(2)
    expect(JSON.parse(unknown.stdout).error).toMatchObject({
      code: 'unknown_change',
      hint: expect.stringContaining('(add-agent shop)'),
    })
  })

  it('keeps the folder of agents when the last one goes', async () => {
    const place = project({ 'package.json': '{}' })
    place.write('agents/.gitkeep', '')
    await cli(['add-agent', 'shop'], { cwd: place.root })
    await cli(['undo'], { cwd: place.root })
    expect(place.files().filter(file => file.startsWith('agents/'))).toEqual(['agents/.gitkeep'])
  })
})
