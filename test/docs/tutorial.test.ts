import { spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { delimiter, dirname, join, resolve } from 'node:path'
import { expect, it } from 'vitest'
import { cleanEnvironment, cli } from '../helpers/cli.ts'
import { project } from '../helpers/project.ts'

const root = resolve(import.meta.dirname, '../..')

type Part = { kind: 'sh' | 'output'; text: string } | { kind: 'file'; path: string; text: string }

/** The fenced blocks of a page that are run, written or compared, in order. */
function partsOf(page: string): Part[] {
  const blocks = page.matchAll(/(?:^File `([^`]+)`:\n\n)?^```(\w+)\n(.*?)^```$/gms)
  return [...blocks].flatMap(([, path, language, text = '']): Part[] => {
    if (path !== undefined) return [{ kind: 'file', path, text }]
    return language === 'sh' || language === 'output' ? [{ kind: language, text }] : []
  })
}

it('the tutorial works from its first line to its last', async () => {
  await cli(['--version'])
  const work = project()
  const bin = work.path('bin/loopengine')
  mkdirSync(dirname(bin))
  writeFileSync(bin, `#!/bin/sh\nexec '${process.execPath}' '${join(root, 'bin/run.js')}' "$@"\n`)
  chmodSync(bin, 0o755)
  const clean = cleanEnvironment()
  const env = { ...clean, PATH: `${dirname(bin)}${delimiter}${clean.PATH}` }
  let folder = work.root
  let output = ''
  for (const part of partsOf(readFileSync(join(root, 'docs/tutorial.md'), 'utf8'))) {
    if (part.kind === 'file') {
      writeFileSync(join(folder, part.path), part.text)
    } else if (part.kind === 'output') {
      expect(output).toContain(part.text.trim())
    } else {
      const script = `set -e\n${part.text.replace('init desk --yes', 'init desk --yes --no-install')}\npwd`
      const { status, stdout, stderr } = spawnSync('bash', ['-c', script], { cwd: folder, env, encoding: 'utf8' })
      expect({ script, status, stderr: status === 0 ? '' : stderr }).toEqual({ script, status: 0, stderr: '' })
      folder = stdout.trimEnd().split('\n').at(-1) ?? folder
      output = stdout + stderr
    }
  }
}, 180_000)
