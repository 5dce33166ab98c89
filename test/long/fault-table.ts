import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, utimesSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { recoverChanges } from '../../src/edit/change-set/recover-changes.ts'

const cli = resolve(import.meta.dirname, '../../bin/run.js')

/**
 * Every system call by which a command changes what is on a disk. Files are written with `pwrite64`; plain `write` is what
 * Node's threads wake each other and the terminal with.
 */
const WRITE_LIKE = [
  'pwrite64,writev,pwritev,ftruncate,fallocate,copy_file_range,sendfile',
  'rename,renameat,renameat2,unlink,unlinkat,rmdir,mkdir,mkdirat,link,linkat,symlink,symlinkat',
  'fsync,fdatasync,chmod,fchmod,fchmodat,utimensat,utime,utimes',
].join(',')

/** A file to its mode and text, `.loopengine/` left out. */
export type Tree = Record<string, string>

export type Fault = 'signal=SIGKILL' | 'error=ENOSPC' | 'error=EIO'

export interface FaultCase {
  name: string
  args: string[]
  /** The project before the command. */
  project: string
}

export interface FaultRow {
  command: string
  fault: Fault
  trials: number
  /** Trees as before or as after, once the next command had recovered. */
  before: number
  after: number
  /** Trees that were right before any recovery. */
  atOnce: number
  wrong: string[]
}

export function hasStrace(): boolean {
  return spawnSync('strace', ['-V']).status === 0
}

/** Injects the fault at every write-like call of the command, one trial a call. */
export async function faultRow({ name, args, project }: FaultCase, fault: Fault): Promise<FaultRow> {
  const before = treeOf(project)
  const done = copyAnd(project)
  const { log, status } = runTraced(done, args, `trace=${WRITE_LIKE}`)
  if (status !== 0) throw new Error(`${name} ended with ${status} without any fault.`)
  const calls = [...new Set(tracedCalls(log))]
  const after = treeOf(done)
  rmSync(done, { recursive: true, force: true })
  const row: FaultRow = { command: name, fault, trials: 0, before: 0, after: 0, atOnce: 0, wrong: [] }
  for (const call of calls) {
    for (
      let place = 1;
      await trial({ project, args, before, after, row, inject: `${call}:${fault}:when=${place}` });
      place++
    );
  }
  return row
}

interface Trial {
  project: string
  args: string[]
  before: Tree
  after: Tree
  row: FaultRow
  /** `rename:error=EIO:when=2`: the second rename of a thread. */
  inject: string
}

/** False when the command came to its end without meeting the fault. */
async function trial({ project, args, before, after, row, inject }: Trial): Promise<boolean> {
  const copy = copyAnd(project)
  const { log, status } = runTraced(copy, args, `inject=${inject}`)
  const reached = /\(INJECTED\)|killed by SIGKILL/.test(log)
  if (reached) {
    row.trials++
    if (sameTree(treeOf(copy), before, after)) row.atOnce++
    await recover(copy)
    const end = sameTree(treeOf(copy), before, after)
    if (end) row[end]++
    if (!end || (status === 0 && end !== 'after'))
      row.wrong.push(`${inject}: exit ${status}, ${differences(treeOf(copy), before)}`)
  }
  rmSync(copy, { recursive: true, force: true })
  return reached
}

function tracedCalls(log: string): string[] {
  return [...log.matchAll(/^\d+ +(\w+)\(/gm)].map(([, call = '']) => call)
}

/** One pool thread, so that the calls come in one order. */
function runTraced(cwd: string, args: string[], expression: string): { log: string; status: number | null } {
  const file = `${cwd}.strace`
  const traced = ['-f', '-qq', '--seccomp-bpf', '-o', file, '-e', expression]
  const env = { ...process.env, UV_THREADPOOL_SIZE: '1', NO_COLOR: '1' }
  const { status } = spawnSync('strace', [...traced, process.execPath, cli, ...args], {
    cwd,
    env,
    stdio: 'ignore',
    timeout: 120_000,
  })
  const log = readFileSync(file, 'utf8')
  rmSync(file)
  return { log, status }
}

/** What the next writing command does first. The dead holder's lock is aged, as waiting would. */
async function recover(root: string): Promise<void> {
  const lock = join(root, '.loopengine/lock')
  const longAgo = new Date(Date.now() - 60_000)
  if (existsSync(lock)) utimesSync(lock, longAgo, longAgo)
  await recoverChanges(root, { mode: 'write', owner: 'test' })
}

export function treeOf(root: string): Tree {
  const entries = readdirSync(root, { recursive: true, withFileTypes: true })
  const tree: Tree = {}
  for (const entry of entries) {
    const path = join(entry.parentPath, entry.name)
    const name = path.slice(root.length + 1)
    if (name.startsWith('.loopengine')) continue
    const text = entry.isFile() ? readFileSync(path, 'utf8') : ''
    tree[name] = `${(statSync(path).mode & 0o777).toString(8)} ${text}`
  }
  return tree
}

function sameTree(tree: Tree, before: Tree, after: Tree): 'before' | 'after' | undefined {
  const sorted = (value: Tree): string => JSON.stringify(Object.entries(value).sort())
  if (sorted(tree) === sorted(before)) return 'before'
  return sorted(tree) === sorted(after) ? 'after' : undefined
}

function differences(tree: Tree, other: Tree): string {
  const names = new Set([...Object.keys(tree), ...Object.keys(other)])
  return [...names].filter(name => tree[name] !== other[name]).join(', ')
}

/** A copy of a project in which something may be done. The caller removes it. */
export function copyAnd(project: string, work?: (copy: string) => void): string {
  const copy = mkdtempSync(join(tmpdir(), 'loopengine-fault-'))
  cpSync(project, copy, { recursive: true })
  work?.(copy)
  return copy
}

export function tableText(rows: readonly FaultRow[]): string {
  const lines = rows.map(
    ({ command, fault, trials, before, after, atOnce, wrong }) =>
      `${command.padEnd(12)} ${fault.padEnd(15)} ${[trials, before, after, atOnce, wrong.length].map(count => String(count).padStart(8)).join('')}`,
  )
  const head = `${'command'.padEnd(12)} ${'fault'.padEnd(15)} ${['trials', 'before', 'after', 'at once', 'wrong'].map(word => word.padStart(8)).join('')}`
  return [head, ...lines].join('\n')
}
