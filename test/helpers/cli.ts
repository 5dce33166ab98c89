import { execFileSync, spawn } from 'node:child_process'
import { resolve } from 'node:path'

const repository = resolve(import.meta.dirname, '../..')

export interface CliOptions {
  /** The folder the process starts in. */
  cwd?: string
  /** What arrives on stdin, which is then closed; without it stdin is empty and closed. */
  input?: string
  /** Added to an environment that has nothing but PATH and the home folder: no CI, no colours, no keys. */
  env?: Record<string, string>
  /** @default 25000 */
  timeout?: number
}

export interface CliResult {
  /** The exit code; 128 + the signal's number when a signal ended it, as a shell says it. */
  code: number
  stdout: string
  stderr: string
}

/** Runs the built command line as a process of its own, after building what is out of date. */
export function cli(args: string[], options: CliOptions = {}): Promise<CliResult> {
  ensureBuilt()
  return runNode([resolve(repository, 'bin/run.js'), ...args], options)
}

/** Runs node with these arguments in the same clean environment as `cli`. */
export function runNode(
  args: string[],
  { cwd, input = '', env = {}, timeout = 25_000 }: CliOptions = {},
): Promise<CliResult> {
  return new Promise((settle, fail) => {
    const child = spawn(process.execPath, args, { cwd, env: { ...cleanEnvironment(), ...env }, timeout })
    let stdout = ''
    let stderr = ''
    child.stdout.setEncoding('utf8').on('data', text => {
      stdout += text
    })
    child.stderr.setEncoding('utf8').on('data', text => {
      stderr += text
    })
    child.on('error', fail)
    child.on('close', (code, signal) => settle({ code: code ?? exitCodeOf(signal), stdout, stderr }))
    child.stdin.on('error', () => {})
    child.stdin.end(input)
  })
}

/** PATH and the home folder, and what a system needs to make temporary files. */
export function cleanEnvironment(): Record<string, string> {
  const kept = ['PATH', 'HOME', 'TMPDIR', 'LANG', 'USER', 'SystemRoot', 'USERPROFILE', 'TEMP', 'TMP', 'APPDATA']
  return Object.fromEntries(kept.flatMap(name => (process.env[name] === undefined ? [] : [[name, process.env[name]]])))
}

let built = false

/** Builds what is out of date, once a test file, so that `bin/run.js` runs the sources as they are. */
export function ensureBuilt(): void {
  if (built) return
  execFileSync(process.execPath, [resolve(repository, 'scripts/ensure-built.mjs')], {
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  built = true
}

function exitCodeOf(signal: NodeJS.Signals | null): number {
  const numbers: Record<string, number> = { SIGHUP: 1, SIGINT: 2, SIGKILL: 9, SIGTERM: 15 }
  return 128 + (numbers[signal ?? ''] ?? 0)
}
