import { execFileSync } from 'node:child_process'
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import type { ToolContext } from '../../../src/core/tool.ts'
import { readFileTool } from '../../../src/tools/system/read-file.ts'
import { project, type TestProject } from '../../helpers/project.ts'

const here = project({
  'docs/returns.md': '# Returns\n',
  'docs/München.md': 'grüezi',
  'empty.txt': '',
  '.env': 'KEY=1',
  '.env.production': 'KEY=1',
  'keys/server.pem': 'x',
  'keys/SERVER.KEY': 'x',
  id_rsa: 'x',
  '.npmrc': 'x',
  '.git/config': 'x',
  '.loopengine/sessions/a.jsonl': 'x',
  'state/sessions/a.jsonl': 'x',
  'credentials.json': 'x',
  '.gitignore': 'node_modules',
  'environment.md': 'fine',
  'monkey.ts': 'fine',
})

function read(path: string, from: TestProject = here): Promise<unknown> {
  return (async () => readFileTool(from.root).execute({ path }, {} as ToolContext))()
}

async function refused(path: string, from: TestProject = here): Promise<unknown> {
  return read(path, from).then(
    text => `read: ${text}`,
    error => error.code,
  )
}

afterEach(() => {
  delete process.env.LOOPENGINE_STATE_DIR
})

describe('readFile reads', () => {
  it('a text of the project', async () => expect(await read('docs/returns.md')).toBe('# Returns\n'))
  it('by an absolute path inside it', async () => expect(await read(here.path('docs/returns.md'))).toBe('# Returns\n'))
  it('by a path that goes up and comes back', async () => expect(await read('docs/../docs/returns.md')).toContain('Re'))
  it('letters of any alphabet', async () => expect(await read('docs/München.md')).toBe('grüezi'))
  it('an empty file', async () => expect(await read('empty.txt')).toBe(''))

  it('names that only look like secrets', async () => {
    expect(await Promise.all(['.gitignore', 'environment.md', 'monkey.ts'].map(path => read(path)))).toEqual([
      'node_modules',
      'fine',
      'fine',
    ])
  })

  it('through a link that stays inside', async () => {
    symlinkSync(here.path('docs/returns.md'), here.path('link.md'))
    expect(await read('link.md')).toBe('# Returns\n')
  })

  it('a project that itself stands behind a link', async () => {
    const outer = project({})
    symlinkSync(here.root, outer.path('project'))
    const linked = { ...here, root: outer.path('project') }
    expect(await read('docs/returns.md', linked)).toBe('# Returns\n')
  })
})

describe('readFile refuses', () => {
  const secrets = [
    '.env',
    '.env.production',
    '.ENV',
    './docs/../.env',
    'keys/server.pem',
    'keys/SERVER.KEY',
    'keys/server.pem.',
    'keys/server.pem::$DATA',
    'id_rsa',
    '.npmrc',
    '.git/config',
    '.GIT/config',
    '.loopengine/sessions/a.jsonl',
    'credentials.json',
    '.env.missing',
  ]
  for (const path of secrets) it(`${path} as secret`, async () => expect(await refused(path)).toBe('secret_file'))

  const outside = ['../other.txt', '/etc/passwd', '/etc/no-such-file', 'docs/../../x', '..']
  for (const path of outside) {
    it(`${path} as outside, without a word whether it exists`, async () => {
      expect(await refused(path)).toBe('outside_project')
    })
  }

  it('a link that leads out', async () => {
    const other = project({ 'secret.txt': 'x' })
    symlinkSync(other.path('secret.txt'), here.path('out.txt'))
    symlinkSync(other.root, here.path('out'))
    expect([await refused('out.txt'), await refused('out/secret.txt')]).toEqual(['outside_project', 'outside_project'])
  })

  it('a link with a harmless name to a secret', async () => {
    symlinkSync(here.path('.env'), here.path('notes.md'))
    expect(await refused('notes.md')).toBe('secret_file')
  })

  it('the state wherever it is kept', async () => {
    process.env.LOOPENGINE_STATE_DIR = 'state'
    expect(await refused('state/sessions/a.jsonl')).toBe('secret_file')
  })

  it('a folder next to the project whose name begins like it', async () => {
    mkdirSync(`${here.root}-other`)
    writeFileSync(join(`${here.root}-other`, 'x.txt'), 'x')
    expect(await refused(`${here.root}-other/x.txt`)).toBe('outside_project')
    execFileSync('rm', ['-r', `${here.root}-other`])
  })

  it('what is missing, a file taken for a folder too', async () => {
    expect([await refused('docs/no.md'), await refused('docs/returns.md/x')]).toEqual([
      'file_not_found',
      'file_not_found',
    ])
  })

  it('a folder and a pipe, without waiting', async () => {
    execFileSync('mkfifo', [here.path('pipe')])
    expect([await refused('docs'), await refused('.'), await refused('pipe')]).toEqual([
      'not_a_file',
      'not_a_file',
      'not_a_file',
    ])
  })

  it('bytes that are no text', async () => {
    writeFileSync(here.path('logo.png'), Buffer.from([137, 80, 78, 71, 0, 1]))
    expect(await refused('logo.png')).toBe('not_text')
  })

  it('a name with a zero byte', async () => expect(await refused('docs\0.md')).toBe('file_unreadable'))

  it('a link that leads to itself', async () => {
    symlinkSync(here.path('loop'), here.path('loop'))
    expect(await refused('loop')).toBe('file_unreadable')
  })
})

describe('a large file', () => {
  it('is cut at 256 KB, and said to be', async () => {
    here.write('large.txt', 'x'.repeat(300_000))
    const text = (await read('large.txt')) as string
    expect(text).toBe(`${'x'.repeat(262_144)}\n[cut: 262144 of 300000 bytes]`)
  })

  it('is never cut inside a letter', async () => {
    here.write('umlauts.txt', `x${'ü'.repeat(200_000)}`)
    expect(await read('umlauts.txt')).not.toContain('\ufffd')
  })
})
