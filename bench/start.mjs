// How long a start takes, as a multiple of `node -e 0`. Medians of interleaved runs: no figure here is a test.
import { spawn, spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { root } from '../scripts/root.mjs'

const RUNS = Number(process.argv[2] ?? 15)
const run = join(root, 'bin/run.js')
const one = mkdtempSync(join(tmpdir(), 'loopengine-bench-'))
mkdirSync(join(one, 'node_modules'))
cpSync(join(root, 'agents/customer-service'), join(one, 'agents/customer-service'), { recursive: true })
process.on('exit', () => rmSync(one, { recursive: true, force: true }))

const CASES = [
  { name: 'node -e 0', args: ['-e', '0'] },
  { name: '--version', args: [run, '--version'], goal: 1.5 },
  { name: 'agents --json, one agent', args: [run, 'agents', '--json', '--cwd', one], goal: 5 },
  { name: 'agents --json, all examples', args: [run, 'agents', '--json', '--cwd', root] },
  { name: 'chat, to its first prompt', args: [run, 'chat', 'customer-service', '--cwd', one], goal: 6, until: '› ' },
]
const hasScript = spawnSync('script', ['--version']).status === 0
if (!hasScript) CASES.pop()

const times = CASES.map(() => [])
for (let round = 0; round < RUNS; round++) {
  for (const [index, { args, until }] of CASES.entries()) {
    times[index].push(until ? await timeUntil(args, until) : timeOf(args))
  }
}

const bare = median(times[0])
for (const [index, { name, goal }] of CASES.entries()) {
  const time = median(times[index])
  const ratio = (time / bare).toFixed(2)
  console.log(`${name.padEnd(28)} ${time.toFixed(0).padStart(5)} ms  ${ratio} x${goal ? `  (goal ${goal} x)` : ''}`)
}

function timeOf(args) {
  const start = process.hrtime.bigint()
  const { status, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' })
  if (status !== 0) throw new Error(`${args.join(' ')} ended with ${status}: ${stderr}`)
  return Number(process.hrtime.bigint() - start) / 1e6
}

/** In a terminal of its own, until it has shown this text; then it is ended. */
function timeUntil(args, wanted) {
  const start = process.hrtime.bigint()
  const line = [process.execPath, ...args].join(' ')
  const child = spawn('script', ['-qfec', `exec env TERM=xterm-256color ${line}`, '/dev/null'])
  return new Promise(settle => {
    let text = ''
    let time
    child.stdout.setEncoding('utf8').on('data', piece => {
      text += piece
      if (time !== undefined || !text.includes(wanted)) return
      time = Number(process.hrtime.bigint() - start) / 1e6
      child.stdin.write('\u0004')
    })
    child.on('close', () => settle(time))
  })
}

function median(values) {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)]
}
