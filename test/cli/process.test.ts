import { spawn } from 'node:child_process'
import { resolve } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { cleanEnvironment, cli, runNode } from '../helpers/cli.ts'
import { project, type TestProject } from '../helpers/project.ts'

const program = resolve(import.meta.dirname, '../../bin/run.js')

describe('the process', () => {
  let shop: TestProject

  beforeAll(async () => {
    shop = project({
      'agents/shop/index.ts': `export const config = { name: 'shop', systemPrompt: 'Sell.' }`,
      'agents/shop/actauth.yml': 'default_decision: allow\n',
      'agents/shop/tools/index.ts': `
        const tool = (name, execute) => ({ name, description: name, input_schema: { type: 'object' }, execute })
        export const tools = [
          tool('leave_timer', () => void setInterval(() => {}, 1000) ?? 'left'),
          tool('wait', async (_input, { progress }) => { progress('begun'); await new Promise(done => setTimeout(done, 20_000)) }),
        ]`,
    })
    await cli(['--version'])
  })

  it('ends although user code left a timer', async () => {
    const { code } = await cli(['call', 'shop', 'leave_timer'], { cwd: shop.root })
    expect(code).toBe(0)
  })

  it('is quiet when the reader goes away', async () => {
    const script = `"${process.execPath}" "${program}" --help | head -c 1; exit \${PIPESTATUS[0]}`
    const { code, stderr } = await shell(script)
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  })

  it('ends with 130 when it is interrupted', async () => {
    const code = await interrupted(['call', 'shop', 'wait', '--json'], shop.root)
    expect(code).toBe(130)
  })

  it.each([
    ['FORCE_COLOR shows colours', { FORCE_COLOR: '1' }, [], true],
    ['NO_COLOR hides them', { NO_COLOR: '1' }, [], false],
    ['--no-color beats FORCE_COLOR', { FORCE_COLOR: '1' }, ['--no-color'], false],
  ])('%s', async (_title, env, flags, coloured) => {
    const { stderr } = await cli(['agents', 'one-too-many', ...flags], { env })
    expect(stderr.includes('\u001b[')).toBe(coloured)
  })
})

function shell(script: string) {
  return runNode([
    '-e',
    `process.exitCode = require('child_process').spawnSync('bash', ['-c', process.argv[1]], { stdio: 'inherit' }).status`,
    script,
  ])
}

/** Sends SIGINT as soon as the process has printed something. */
function interrupted(args: string[], cwd: string): Promise<number> {
  return new Promise(settle => {
    const child = spawn(process.execPath, [program, ...args], {
      cwd,
      env: cleanEnvironment(),
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    child.stdout.once('data', () => child.kill('SIGINT'))
    child.on('close', (code, signal) => settle(code ?? (signal === 'SIGINT' ? 130 : 1)))
  })
}

describe('a word that a flag or an argument does not know', () => {
  it('is answered with the nearest that it knows', async () => {
    const { code, stderr } = await cli(['completion', 'bsh'])
    expect({ code, stderr }).toEqual({
      code: 2,
      stderr: 'Error: `bsh` is no value.\n  Did you mean `bash`? There are: bash, zsh, fish.\n',
    })
    const flag = await cli(['add-tool', 'x', '--decision', 'alow'])
    expect(flag.stderr).toContain('`alow` is no value of --decision.\n  Did you mean `allow`?')
  })
})
