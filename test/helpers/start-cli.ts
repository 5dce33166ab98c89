import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type CliOptions, type CliResult, cleanEnvironment, ensureBuilt } from './cli.ts'

/** The built command line, to be given to node. */
export const LOOPENGINE = resolve(import.meta.dirname, '../../bin/run.js')

/** How it ended; `code` is the signal's name when it was killed by one. */
export type Ended = Omit<CliResult, 'code'> & { code: number | NodeJS.Signals | null }

/** A command line that runs while the test goes on. Its stdin stays open until it is ended. */
export interface RunningCli {
  child: ChildProcessWithoutNullStreams
  stdout(): string
  stderr(): string
  /** Resolves when the process has ended and its output is read. */
  ended: Promise<Ended>
}

/** A line of the shell, for pipes and redirections. */
export function shell(line: string, cwd: string): Promise<Ended> {
  ensureBuilt()
  return running(spawn('sh', ['-c', line], { cwd, env: cleanEnvironment() })).ended
}

export function startCli(args: string[], { cwd, env = {} }: Pick<CliOptions, 'cwd' | 'env'> = {}): RunningCli {
  ensureBuilt()
  return running(spawn(process.execPath, [LOOPENGINE, ...args], { cwd, env: { ...cleanEnvironment(), ...env } }))
}

function running(child: ChildProcessWithoutNullStreams): RunningCli {
  let stdout = ''
  let stderr = ''
  child.stdout.setEncoding('utf8').on('data', text => {
    stdout += text
  })
  child.stderr.setEncoding('utf8').on('data', text => {
    stderr += text
  })
  child.stdin.on('error', () => {})
  const ended = new Promise<Ended>((settle, fail) => {
    child.on('error', fail)
    child.on('close', (code, signal) => settle({ code: code ?? signal, stdout, stderr }))
  })
  return { child, stdout: () => stdout, stderr: () => stderr, ended }
}

/** Waits until `holds` does; fails with what it looked at after a limit that no working machine reaches. */
export async function until(holds: () => boolean, shown: () => string, limitMs = 25_000): Promise<void> {
  const end = Date.now() + limitMs
  while (!holds()) {
    if (Date.now() > end) throw new Error(`Waited in vain. At the end there was:\n${shown()}`)
    await sleep(30)
  }
}
