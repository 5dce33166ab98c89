import { execFileSync } from 'node:child_process'
import { describe, expect, it } from 'vitest'
import { cli } from '../helpers/cli.ts'
import { project, type TestProject } from '../helpers/project.ts'

async function withTool(name: string): Promise<TestProject> {
  const place = project({ 'agents/.gitkeep': '', '.gitignore': '.loopengine/\n' })
  await cli(['add-agent', 'shop'], { cwd: place.root })
  await cli(['add-tool', name], { cwd: place.root })
  return place
}

describe('remove-tool', () => {
  it('gives back what was there before add-tool', async () => {
    const place = await withTool('ping')
    const git = (...args: string[]) => execFileSync('git', args, { cwd: place.root, encoding: 'utf8' })
    git('init', '-q')
    git('add', '.')
    git('-c', 'user.name=x', '-c', 'user.email=x@example.org', 'commit', '-qm', 'before')
    await cli(['add-tool', 'get-order', '--param', 'id', '--safe'], { cwd: place.root })
    expect(git('status', '--short')).toContain('get_order.ts')
    const { code, stderr } = await cli(['remove-tool', 'get-order'], { cwd: place.root })
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(git('status', '--short')).toBe('')
  })

  it('is refused while another file imports the tool', async () => {
    const place = await withTool('ping')
    place.write('lib/use.ts', "import { ping } from '../agents/shop/tools/ping.js'\n\nexport const used = ping\n")
    const { code, stdout } = await cli(['remove-tool', 'ping', '--json'], { cwd: place.root })
    expect(code).toBe(1)
    expect(JSON.parse(stdout).error).toMatchObject({ code: 'would_break', file: 'lib/use.ts', line: 1 })
    expect(place.exists('agents/shop/tools/ping.ts')).toBe(true)
  })

  it('is refused while a skill names the tool', async () => {
    const place = await withTool('get-order')
    place.write('agents/shop/skills/x/SKILL.md', '---\nname: x\ndescription: x\n---\nCall get_order first.\n')
    const { code, stdout } = await cli(['remove-tool', 'get-order', '--json'], { cwd: place.root })
    expect(code).toBe(1)
    expect(JSON.parse(stdout).error).toMatchObject({
      code: 'tool_in_use',
      file: 'agents/shop/skills/x/SKILL.md',
      line: 5,
    })
  })

  it('names the nearest tool when there is none of that name', async () => {
    const place = await withTool('get-order')
    const { code, stderr } = await cli(['remove-tool', 'get-ordr'], { cwd: place.root })
    expect(code).toBe(2)
    expect(stderr).toContain('Did you mean `get_order`?')
  })

  it('names the argument that is missing', async () => {
    const { code, stderr } = await cli(['remove-tool'], { cwd: (await withTool('ping')).root })
    expect(code).toBe(2)
    expect(stderr).toContain('`NAME` is missing')
  })
})
