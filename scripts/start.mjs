// `npm start`: a chat with the customer-service agent at a terminal; without one, a short conversation is played.
// What runs is what ships: the built program, with no environment of its own.
import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { root } from './root.mjs'

const AGENT = 'customer-service'
const program = join(root, 'bin/run.js')

const say =
  (message, expected = 0) =>
  () => ({ words: ['run', AGENT, message, '--session', 'demo', '--model', 'offline'], expected })

const STEPS = [
  say('Where is order A-1001?'),
  say('Refund 12.50 for order A-1001', 3),
  ({ waiting }) => ({ words: ['approvals', 'approve', waiting()], expected: 0 }),
  say('What is the status of order A-1001 now?'),
]

execFileSync(process.execPath, [join(root, 'scripts/ensure-built.mjs')], { stdio: ['ignore', 'inherit', 'inherit'] })
process.chdir(root)
if (process.stdin.isTTY && process.stdout.isTTY) {
  process.argv.splice(2, Number.POSITIVE_INFINITY, 'chat', AGENT, '--model', 'offline')
  await import(pathToFileURL(program).href)
} else {
  process.exitCode = play()
}

/** Three messages of one session on a copy of the data; its refund waits for an approval. Returns the exit code. */
function play() {
  const state = mkdtempSync(join(tmpdir(), 'loopengine-start-'))
  const data = join(state, 'data')
  cpSync(join(root, 'agents', AGENT, 'data'), data, { recursive: true })
  const env = { ...process.env, LOOPENGINE_STATE_DIR: state, CUSTOMER_SERVICE_DATA: data }
  try {
    for (const step of STEPS) run(step({ waiting: () => waitingId(env) }), env)
    return 0
  } catch (error) {
    console.error(error.message)
    return 1
  } finally {
    rmSync(state, { recursive: true, force: true })
  }
}

function run({ words, expected }, env) {
  console.log(`\n$ loopengine ${words.map(word => (/[^\w./-]/.test(word) ? `"${word}"` : word)).join(' ')}`)
  const { status } = spawnSync(process.execPath, [program, ...words], { env, stdio: ['ignore', 'inherit', 'inherit'] })
  if (status !== expected) throw new Error(`npm start: that ended with ${status}, not with ${expected}`)
}

/** The id of the one request that waits. */
function waitingId(env) {
  const listed = execFileSync(process.execPath, [program, 'approvals', 'list', '--json'], { env, encoding: 'utf8' })
  const [request] = JSON.parse(listed).pending
  return request.id
}
