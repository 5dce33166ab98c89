import { describe, expect, it } from 'vitest'
import { cli } from '../helpers/cli.ts'
import { project } from '../helpers/project.ts'

const place = () => project({ 'agents/.gitkeep': '' })

describe('add-agent', () => {
  it('makes an agent that loads and may do nothing yet', async () => {
    const { root, read } = place()
    const { code, stdout, stderr } = await cli(['add-agent', 'librarian', '--prompt', "You're the librarian"], {
      cwd: root,
    })
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(stdout).toContain('create  agents/librarian/index.ts')
    expect(read('agents/librarian/index.ts')).toContain("You're the librarian")
    expect(read('agents/librarian/actauth.yml')).toContain('default_decision: deny')
    const check = await cli(['check', '--json'], { cwd: root })
    expect(JSON.parse(check.stdout)).toMatchObject({ diagnostics: [], errors: 0 })
    const agents = await cli(['agents', '--json'], { cwd: root })
    expect(JSON.parse(agents.stdout).agents).toMatchObject([{ name: 'librarian', directory: 'agents/librarian' }])
  })

  it('writes the model that is given', async () => {
    const { root, read } = place()
    await cli(['add-agent', 'librarian', '--model', 'offline'], { cwd: root })
    expect(read('agents/librarian/index.ts')).toContain("  model: 'offline',")
  })

  it.each([
    ['a name that is taken but for its spelling', 'Libra_Rian', 1, 'NAME_TAKEN'],
    ['a name that is no folder everywhere', 'con', 2, 'agent_name'],
    ['a path', 'a/b', 2, 'agent_name'],
  ])('refuses %s', async (_what, name, exit, code) => {
    const { root } = place()
    await cli(['add-agent', 'libra-rian'], { cwd: root })
    const result = await cli(['add-agent', name, '--json'], { cwd: root })
    expect({ exit: result.code, code: JSON.parse(result.stdout).error.code }).toEqual({ exit, code })
  })
})

describe('add-subagent', () => {
  it('makes an agent that its parent may call as a tool', async () => {
    const { root, exists } = place()
    await cli(['add-agent', 'shop'], { cwd: root })
    const { code, stderr } = await cli(
      ['add-subagent', 'shop', 'returns', '--description', 'Decides about returns.', '--decision', 'allow'],
      { cwd: root },
    )
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(exists('agents/shop/subagents/returns/index.ts')).toBe(true)
    const tools = await cli(['tools', 'shop', '--json'], { cwd: root })
    expect(JSON.parse(tools.stdout).tools).toContainEqual(
      expect.objectContaining({
        name: 'returns',
        kind: 'agent',
        decision: 'allow',
        description: 'Decides about returns.',
      }),
    )
  })

  it('goes deeper with a path, and add-tool too', async () => {
    const { root, exists } = place()
    await cli(['add-agent', 'shop'], { cwd: root })
    await cli(['add-subagent', 'shop', 'returns'], { cwd: root })
    await cli(['add-subagent', 'shop/returns', 'labels'], { cwd: root })
    const { code } = await cli(['add-tool', 'print', '--agent', 'shop/returns/labels'], { cwd: root })
    expect(code).toBe(0)
    expect(exists('agents/shop/subagents/returns/subagents/labels/tools/print.ts')).toBe(true)
    const check = await cli(['check', '--json'], { cwd: root })
    expect(JSON.parse(check.stdout)).toMatchObject({ diagnostics: [] })
  })

  it('names the argument that is missing', async () => {
    const { root } = place()
    await cli(['add-agent', 'shop'], { cwd: root })
    const { code, stderr } = await cli(['add-subagent', 'shop'], { cwd: root })
    expect(code).toBe(2)
    expect(stderr).toContain('`NAME` is missing')
  })
})
