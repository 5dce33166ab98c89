import { createHash } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { LoopengineError } from '../core/errors.ts'
import { npmError } from './npm-error.ts'
import { MOST_BYTES, refusedPackage } from './packed-files.ts'

export interface FetchedTarball {
  bytes: Uint8Array
  /** `sha512-…`, of these bytes. */
  integrity: string
}

/** How patient npm is with a registry that does not answer. */
const PATIENCE = ['--fetch-retries=1', '--fetch-retry-mintimeout=500', '--fetch-retry-maxtimeout=2000']
const LIMIT_MS = 300_000

/**
 * Lets npm fetch a package as the project's `.npmrc` says, without running any script of it. `spec` is one that npm
 * understands. @throws LoopengineError `registry_unreachable`, `registry_unauthorised`, `ability_not_found`,
 * `integrity_mismatch`, `fetch_failed`
 */
export async function fetchPackage(spec: string, root: string): Promise<FetchedTarball> {
  const folder = await mkdtemp(join(tmpdir(), 'loopengine-fetch-'))
  try {
    await runNpm(spec, root, folder)
    const [file] = (await readdir(folder)).filter(name => name.endsWith('.tgz'))
    if (file === undefined) throw new LoopengineError('fetch_failed', `npm fetched nothing for \`${spec}\`.`)
    return await readTarball(join(folder, file), spec)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** A tarball on disk. @throws LoopengineError `ability_refused` when it is too large */
export async function readTarball(path: string, shown: string): Promise<FetchedTarball> {
  const { size } = await stat(path)
  if (size > MOST_BYTES) throw refusedPackage(shown, `it holds more than ${MOST_BYTES / 1024 / 1024} MB`)
  const bytes = await readFile(path)
  return { bytes, integrity: integrityOf(bytes) }
}

export function integrityOf(bytes: Uint8Array): string {
  return `sha512-${createHash('sha512').update(bytes).digest('base64')}`
}

async function runNpm(spec: string, root: string, folder: string): Promise<void> {
  const { execa } = await import('execa')
  const flags = ['--ignore-scripts', '--json', '--dry-run=false', '--workspaces=false', '--loglevel=error', ...PATIENCE]
  const ran = await execa('npm', ['pack', ...flags, '--pack-destination', folder, '--', spec], {
    cwd: root,
    stdin: 'ignore',
    reject: false,
    timeout: LIMIT_MS,
    env: { GIT_TERMINAL_PROMPT: '0', npm_config_progress: 'false', npm_config_update_notifier: 'false' },
  })
  if (!ran.failed) return
  throw npmError(spec, { stdout: ran.stdout, stderr: ran.stderr, code: ran.code, timedOut: ran.timedOut })
}
