import { describe, expect, it } from 'vitest'
import { cli } from '../helpers/cli.ts'
import { lastTold, modelServer } from '../helpers/model-server.ts'
import { shop } from '../helpers/shop.ts'
import { startCli, until } from '../helpers/start-cli.ts'

const { env } = await modelServer((messages, round) => {
  const said = messages.filter(({ role }) => role === 'user').map(({ content }) => content)
  if (said.at(-1) === 'count' && round === 0) return { calls: [['count_stock', {}]] }
  return said.at(-1) === 'count' ? `I was told: ${lastTold(messages)}` : `You said: ${said.join(', ')}`
})

describe('run --session', () => {
  it('begins a session of that name, and goes on with it', async () => {
    const { root } = shop()
    const run = (text: string) => cli(['run', 'shop', text, '--session', 'mine'], { cwd: root, env })
    expect((await run('one')).stdout).toBe('You said: one\n')
    expect((await run('two')).stdout).toBe('You said: one, two\n')
  })

  it('refuses an id that could be a path', async () => {
    const { root } = shop()
    const { code, stderr } = await cli(['run', 'shop', 'hi', '--session', '../x'], { cwd: root, env })
    expect(code).toBe(2)
    expect(stderr).toContain("`../x` can't be a session's id.")
  })

  it('refuses the session of another agent', async () => {
    const { root } = shop({
      'agents/other/index.ts': `export const config = { name: 'other', systemPrompt: '' }`,
    })
    await cli(['run', 'other', 'hi', '--session', 'theirs'], { cwd: root, env })
    const { code, stderr } = await cli(['run', 'shop', 'hi', '--session', 'theirs'], { cwd: root, env })
    expect(code).toBe(2)
    expect(stderr).toContain('Session theirs belongs to agent `other`, not `shop`.')
  })

  it('refuses a session that waits for an answer, with exit 3', async () => {
    const { root } = shop()
    const offline = ['--model', 'offline', '--session', 's1']
    expect((await cli(['run', 'shop', 'Refund A-1001', ...offline], { cwd: root })).code).toBe(3)
    const { code, stderr } = await cli(['run', 'shop', 'hello', ...offline], { cwd: root })
    expect(code).toBe(3)
    expect(stderr).toContain('s1.1')
    expect(stderr).toContain('approvals')
  })

  it('ends with 75 and names the owner while another process has it', async () => {
    const project = shop()
    const running = startCli(['run', 'shop', 'count', '--session', 's1'], { cwd: project.root, env })
    await until(() => project.exists('counting.txt'), running.stderr)
    for (const command of [
      ['run', 'shop', 'hi', '--session', 's1'],
      ['sessions', 'delete', 's1'],
    ]) {
      const { code, stdout, stderr } = await cli(command, { cwd: project.root, env })
      expect({ code, stdout }).toEqual({ code: 75, stdout: '' })
      expect(stderr).toContain('Session s1 is in use.')
      expect(stderr).toContain(`process ${running.child.pid} on`)
    }
    expect((await cli(['sessions', 'show', 's1'], { cwd: project.root })).code).toBe(0)
    running.child.kill('SIGINT')
    expect((await running.ended).code).toBe(130)
    expect((await cli(['run', 'shop', 'hi', '--session', 's1'], { cwd: project.root, env })).code).toBe(0)
  })

  it('tells person and model about a call whose process was killed, and runs nothing again', async () => {
    const project = shop()
    const running = startCli(['run', 'shop', 'count', '--session', 's1'], { cwd: project.root, env })
    await until(() => project.exists('counting.txt'), running.stderr)
    running.child.kill('SIGKILL')
    await running.ended
    const { code, stdout, stderr } = await cli(['run', 'shop', 'and now?', '--session', 's1'], {
      cwd: project.root,
      env,
    })
    expect({ code, stdout }).toEqual({ code: 0, stdout: 'You said: count, and now?\n' })
    expect(stderr).toContain('Whether it took effect is unknown; nothing was run again.')
    expect(project.read('counting.txt')).toBe('started\n')
    const shown = await cli(['sessions', 'show', 's1'], { cwd: project.root })
    expect(shown.stdout).toContain('count_stock failed: Failed (unknown_outcome)')
  })
})
