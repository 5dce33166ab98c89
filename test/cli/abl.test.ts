import { describe, expect, it } from 'vitest'
import { cli } from '../helpers/cli.ts'
import { project } from '../helpers/project.ts'

const UNTIDY =
  'TOOLS:\n    get_hotel(id:string)->object   # one\n        type:   http\n        endpoint: "https://x.example/{id}"\n        method: GET\n\n\n'
const AGENT = `AGENT: desk
GOAL: "Help"

TOOLS:
  find_room(city: string) -> object
    description: "Finds a room"
    type: http
    endpoint: "https://x.example/rooms"
    method: GET
`

describe('abl format', () => {
  it('puts the white space in order and keeps comments', async () => {
    const { root, read } = project({ 'agents/desk/tools/a.tools.abl': UNTIDY })
    const { code, stdout } = await cli(['abl', 'format', '--json'], { cwd: root })
    expect(code).toBe(0)
    const { undo } = JSON.parse(stdout)
    expect(read('agents/desk/tools/a.tools.abl')).toContain('\n  get_hotel(id:string)->object')
    expect(read('agents/desk/tools/a.tools.abl')).toContain('# one')
    expect(undo).toEqual(expect.any(String))
  })

  it('changes nothing the second time', async () => {
    const { root } = project({ 'agents/desk/tools/a.tools.abl': UNTIDY })
    await cli(['abl', 'format', '--yes'], { cwd: root })
    expect(JSON.parse((await cli(['abl', 'format', '--json'], { cwd: root })).stdout).changes).toEqual([])
  })

  it('--check writes nothing and exits 4', async () => {
    const { root, read } = project({ 'agents/desk/tools/a.tools.abl': UNTIDY })
    const { code, stdout } = await cli(['abl', 'format', '--check'], { cwd: root })
    expect([code, read('agents/desk/tools/a.tools.abl')]).toEqual([4, UNTIDY])
    expect(stdout).toContain('not in order: agents/desk/tools/a.tools.abl')
  })

  it('leaves a broken file as it is, and names its place', async () => {
    const broken = 'TOOLS:\n  broken(a: string\n'
    const { root, read } = project({ 'agents/desk/tools/a.tools.abl': broken })
    const { code, stderr } = await cli(['abl', 'format', '--yes'], { cwd: root })
    expect([code, read('agents/desk/tools/a.tools.abl')]).toEqual([4, broken])
    expect(stderr).toContain('agents/desk/tools/a.tools.abl:2:9')
  })
})

describe('abl export and import', () => {
  it('gives the same tools back', async () => {
    const from = project({ 'agents/desk/agent.abl': AGENT })
    const to = project({ 'agents/.keep': '' })
    const bundle = to.path('bundle')
    expect((await cli(['abl', 'export', bundle, '--yes'], { cwd: from.root })).code).toBe(0)
    expect(to.read('bundle/agents/desk/tools/find_room.tools.abl')).toContain('https://x.example/rooms')
    expect((await cli(['abl', 'import', bundle, '--yes'], { cwd: to.root })).code).toBe(0)
    expect(to.read('agents/desk/agent.abl')).toBe(to.read('bundle/agents/desk/agent.abl'))
    const { errors } = JSON.parse((await cli(['check', '--json'], { cwd: to.root })).stdout)
    expect(errors).toBe(0)
  })

  it('refuses a bundle that would overwrite another file', async () => {
    const to = project({
      'agents/desk/agent.abl': AGENT,
      'bundle/agents/desk/agent.abl': AGENT.replace('Help', 'Other'),
    })
    const { code, stderr } = await cli(['abl', 'import', 'bundle', '--yes'], { cwd: to.root })
    expect(code).toBe(1)
    expect(stderr).toContain('agents/desk/agent.abl')
    expect(to.read('agents/desk/agent.abl')).toBe(AGENT)
  })

  it('makes stubs for tools that the bundle has no file for', async () => {
    const agent = 'AGENT: desk\n\nTOOLS:\n  file: "tools/find_room.tools.abl" [find_room]\n'
    const to = project({ 'agents/.keep': '', 'bundle/agents/desk/agent.abl': agent })
    const { code } = await cli(['abl', 'import', 'bundle', '--yes'], { cwd: to.root })
    expect([code, to.read('agents/desk/tools/find_room.tools.abl')]).toEqual([0, expect.stringContaining('find_room(')])
  })
})
