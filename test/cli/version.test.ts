import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { cli } from '../helpers/cli.ts'
import { project } from '../helpers/project.ts'

const { version } = JSON.parse(readFileSync(resolve(import.meta.dirname, '../../package.json'), 'utf8'))

describe('the command line', () => {
  it('answers --version with the version of the package', async () => {
    const { code, stdout } = await cli(['--version'])
    expect(code).toBe(0)
    expect(stdout).toMatch(`loopengine/${version} `)
  })

  it('ends with 2 for an unknown command', async () => {
    const { code, stdout, stderr } = await cli(['frobnicate'])
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
    expect(stderr).toContain('Unknown command `frobnicate`.')
  })

  it('prints an unknown command as JSON with --json', async () => {
    const { code, stdout, stderr } = await cli(['frobnicate', '--json'])
    expect({ code, stderr }).toEqual({ code: 2, stderr: '' })
    expect(JSON.parse(stdout).error.code).toBe('unknown_command')
  })

  it('says that flags come after the command', async () => {
    const { code, stderr } = await cli(['--cwd', '.', 'agents'])
    expect(code).toBe(2)
    expect(stderr).toContain('Flags come after the command.')
  })

  it('hands over to the copy that the project depends on', async () => {
    const { root } = project({
      'node_modules/loopengine/package.json': '{ "name": "loopengine", "version": "0.0.7", "type": "module" }',
      'node_modules/loopengine/dist/cli.js':
        'export const main = async argv => console.log("own copy", argv.join(" "))',
      'agents/a/index.ts': '',
    })
    expect(await cli(['agents', '--json'], { cwd: root })).toEqual({
      code: 0,
      stdout: 'own copy agents --json\n',
      stderr: '',
    })
    expect((await cli(['--version'], { cwd: root })).stdout).toMatch('loopengine/0.0.7 ')
  })
})
