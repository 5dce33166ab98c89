import { execFileSync, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { cleanEnvironment, cli, ensureBuilt } from '../helpers/cli.ts'
import { project } from '../helpers/project.ts'
import { shop } from '../helpers/shop.ts'
import { LOOPENGINE, startCli } from '../helpers/start-cli.ts'

interface ManifestCommand {
  id: string
  hidden?: boolean
  summary?: string
  examples?: string[]
  args: Record<string, { required?: boolean; options?: string[] }>
  flags: Record<string, unknown>
}

const manifest = JSON.parse(readFileSync(resolve(import.meta.dirname, '../../oclif.manifest.json'), 'utf8'))
const commands = (Object.values(manifest.commands) as ManifestCommand[]).filter(({ hidden }) => !hidden)
const table = commands.map(command => ({ ...command, name: command.id.replaceAll(':', ' ') }))

/** Commands that need no project around them. */
const ANYWHERE = ['init', 'completion', 'doctor', 'create-ability']
const ESCAPE = '\u001b['

function requiredArguments({ args }: ManifestCommand): string[] {
  return Object.values(args).flatMap(({ required, options }) => (required ? [options?.[0] ?? 'something'] : []))
}

describe.concurrent.each(table)('loopengine $name', command => {
  const words = command.name.split(' ')

  it('explains itself, with an example', async () => {
    const { code, stdout, stderr } = await cli([...words, '--help'])
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    for (const part of ['USAGE', 'EXAMPLES', `loopengine ${command.name}`]) expect(stdout).toContain(part)
    expect(stdout).not.toContain('undefined')
    expect(command.summary).toMatch(/^[A-Z].*\.$/)
  })

  it('refuses an unknown flag with the nearest name', async () => {
    const { code, stdout, stderr } = await cli([...words, ...requiredArguments(command), '--jsno'])
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
    expect(stderr).not.toContain(ESCAPE)
    expect(stderr).toContain('Unknown flag `--jsno`.')
    expect(stderr).toContain('Did you mean `--json`?')
  })
})

describe.concurrent.each(table.filter(command => requiredArguments(command).length > 0))(
  'loopengine $name',
  ({ name }) => {
    it('says which argument is missing instead of waiting, though its stdin stays open', async () => {
      const running = startCli(name.split(' '), { cwd: shop().root })
      const { code, stdout, stderr } = await running.ended
      expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
      expect(stderr).toMatch(/The argument `[A-Z]+`(, `[A-Z]+`)* is missing\./)
    })
  },
)

const PROJECT_ONLY = table.filter(({ name }) => !ANYWHERE.includes(name))

describe.concurrent.each(PROJECT_ONLY)('loopengine $name outside of a project', command => {
  it('says the way out, as one JSON document with --json', async () => {
    const { root } = project({ 'empty.txt': '' })
    const { code, stdout, stderr } = await cli([...command.name.split(' '), ...requiredArguments(command), '--json'], {
      cwd: root,
    })
    expect({ code, stderr }).toEqual({ code: 2, stderr: '' })
    const { error } = JSON.parse(stdout)
    if (command.name === 'chat') expect(error.code).toBe('no_terminal')
    else expect(error).toMatchObject({ code: 'no_project', hint: expect.stringContaining('loopengine init') })
  })
})

describe.concurrent('colours', () => {
  const { root } = shop()
  const COLOURED: [string, string[]][] = [
    ['an error', ['agents', '--jsno']],
    ['a table', ['tools', 'shop']],
    ['a decision', ['permissions', 'explain', 'shop', 'issue_refund']],
    ['a call', ['call', 'shop', 'lookup_order', '--args', '{"orderId":"A-1001"}']],
  ]

  it.each(COLOURED)('%s has them when they are forced, and only then', async (_what, args) => {
    const colours = async (extra: string[], env: Record<string, string>): Promise<boolean> => {
      const { stdout, stderr } = await cli([...args, ...extra], { cwd: root, env })
      expect(stderr).not.toContain('Warning')
      return (stdout + stderr).includes(ESCAPE)
    }
    expect(await colours([], {})).toBe(false)
    expect(await colours([], { NO_COLOR: '1' })).toBe(false)
    expect(await colours([], { FORCE_COLOR: '1' })).toBe(true)
    expect(await colours([], { FORCE_COLOR: '1', NO_COLOR: '1' })).toBe(true)
    expect(await colours(['--no-color'], { FORCE_COLOR: '1' })).toBe(false)
  })
})

describe('in a project', () => {
  const { root } = shop()
  const DOCUMENTS: [string[], number, string[]][] = [
    [['agents'], 0, ['agents']],
    [['tools', 'shop'], 0, ['agent', 'tools']],
    [['check'], 0, ['diagnostics', 'errors', 'warnings']],
    [['permissions', 'explain', 'shop', 'issue_refund'], 3, ['decision', 'losing', 'reason', 'rule']],
    [['sessions', 'list'], 0, ['sessions', 'unreadable']],
    [['sessions', 'show', 'first'], 0, ['agent', 'id', 'messages', 'pending', 'usage', 'variables']],
    [['sessions', 'export', 'first'], 0, ['id', 'lines']],
    [['approvals', 'list'], 0, ['pending']],
    [['sessions', 'delete', 'first'], 0, ['deleted']],
  ]

  beforeAll(async () => {
    const args = ['run', 'shop', 'Where is A-1001?', '--model', 'offline', '--session', 'first']
    expect(await cli(args, { cwd: root })).toMatchObject({ code: 0 })
  })

  it.each(DOCUMENTS)('%j --json prints one document and nothing else', async (args, code, keys) => {
    const result = await cli([...args, '--json'], { cwd: root })
    expect({ code: result.code, stderr: result.stderr }).toEqual({ code, stderr: '' })
    expect(Object.keys(JSON.parse(result.stdout))).toEqual(expect.arrayContaining(keys))
  })

  it.each([
    [['run', 'shop', 'Where is A-1001?', '--model', 'offline'], 'turn_end'],
    [['call', 'shop', 'lookup_order', '--args', '{"orderId":"A-1001"}'], 'call_end'],
  ])('%j --json prints one object a line', async (args, last) => {
    const { code, stdout, stderr } = await cli([...args, '--json'], { cwd: root })
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    const events = stdout
      .trimEnd()
      .split('\n')
      .map(line => JSON.parse(line))
    expect(events.length).toBeGreaterThan(1)
    expect(events.at(-1).type).toBe(last)
  })

  it('streams an error as one line too', async () => {
    const { code, stdout } = await cli(['run', 'shopp', 'hi', '--model', 'offline', '--json'], { cwd: root })
    expect(code).toBe(2)
    expect(stdout.trimEnd().split('\n')).toHaveLength(1)
    expect(JSON.parse(stdout).error.code).toBe('agent_not_found')
  })

  it.each([['--help'], ['run', '--help'], ['tools', 'shop'], ['tools', 'shop', '--json'], ['check'], ['agents']])(
    '%j into a reader that goes away leaves no trace',
    (...args) => {
      ensureBuilt()
      const line = `"${process.execPath}" "${LOOPENGINE}" ${args.join(' ')} | head -c 1`
      const { stderr } = spawnSync('sh', ['-c', line], { cwd: root, encoding: 'utf8', env: cleanEnvironment() })
      expect(stderr).toBe('')
    },
  )

  it.skipIf(!canCutNetwork())(
    'starts without a network',
    () => {
      ensureBuilt()
      for (const { name } of table) {
        const args = ['-n', process.execPath, LOOPENGINE, ...name.split(' '), '--help']
        expect(spawnSync('unshare', args, { cwd: root, env: cleanEnvironment() }).status).toBe(0)
      }
      const args = ['-n', process.execPath, LOOPENGINE, 'run', 'shop', 'Where is A-1002?', '--model', 'offline']
      const { status, stdout } = spawnSync('unshare', args, { cwd: root, env: cleanEnvironment(), encoding: 'utf8' })
      expect(status).toBe(0)
      expect(stdout).toContain('packed')
    },
    180_000,
  )
})

function canCutNetwork(): boolean {
  try {
    execFileSync('unshare', ['-n', 'true'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}
