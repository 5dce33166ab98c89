// What a model client costs: a loop of 10 steps over our client, as a multiple of one written by hand over fetch. The
// server runs in its own process and answers at once. Medians of rounds that take turns: no figure here is a test.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from 'esbuild'
import { lightStreams } from '../scripts/light-streams.mjs'
import { root } from '../scripts/root.mjs'
import { handWritten } from './models/hand-written.mjs'

const STEPS = Number(process.argv[2] ?? 10)
const ROUNDS = Number(process.argv[3] ?? 60)

const input_schema = { type: 'object', properties: { step: { type: 'number' } }, required: ['step'] }
const tool = { name: 'work', description: 'Does a step of the work', input_schema }
const signal = new AbortController().signal
const run = async (_name, { step }) => JSON.stringify({ step, ok: true })

const folder = await mkdtemp(join(tmpdir(), 'loopengine-bench-'))
const server = fork(join(import.meta.dirname, 'models/server.mjs'), [String(STEPS)])
try {
  const [port] = await once(server, 'message')
  const baseURL = `http://127.0.0.1:${port}/v1`
  const { openModel } = await loadModels()
  const model = await openModel('openai-compatible/m', { env: { LOOPENGINE_BASE_URL: baseURL } })
  const tools = [
    { type: 'function', function: { name: tool.name, description: tool.description, parameters: input_schema } },
  ]
  const rivals = { 'fetch by hand': () => handWritten(baseURL, { tools, run }), 'our client': () => ours(model) }
  print(await measure(rivals))
} finally {
  server.disconnect()
  await rm(folder, { recursive: true })
}

/** The sources as they are, bundled for this run as the package is; `GLOBAL_STREAMS=1` leaves the light streams out. */
async function loadModels() {
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'))
  const outdir = join(folder, 'models')
  const entryPoints = [join(root, 'src/models/open-model.ts')]
  await build({
    entryPoints,
    outdir,
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    external: ['undici', 'zod'],
    plugins: process.env.GLOBAL_STREAMS ? [] : [lightStreams],
    outExtension: { '.js': '.mjs' },
  })
  return import(join(outdir, 'open-model.mjs'))
}

async function ours(client) {
  const messages = [{ role: 'user', text: 'go' }]
  for (;;) {
    let answer
    for await (const part of client.stream({ system: '', messages, tools: [tool], signal }))
      if (part.type === 'finish') answer = part
    messages.push(answer.message)
    const calls = answer.message.parts.filter(({ type }) => type === 'call').map(({ call }) => call)
    if (calls.length === 0) return answer.message.parts[0].text
    const results = []
    for (const { id, name, input } of calls)
      results.push({ callId: id, name, kind: 'ok', text: await run(name, input) })
    messages.push({ role: 'tool', results })
  }
}

/** Wall time and processor time of each loop: the latter says more on a busy machine. */
async function measure(rivals) {
  const times = Object.fromEntries(Object.keys(rivals).map(name => [name, []]))
  for (let round = -10; round < ROUNDS; round++) {
    for (const [name, loop] of Object.entries(rivals)) {
      const start = performance.now()
      const before = process.cpuUsage()
      const text = await loop()
      const { user, system } = process.cpuUsage(before)
      if (text !== 'all is done') throw new Error(`${name} answered ${JSON.stringify(text)}`)
      if (round >= 0) times[name].push({ wall: performance.now() - start, cpu: (user + system) / 1000 })
    }
  }
  return times
}

function print(times) {
  const median = (list, kind) => list.map(one => one[kind]).sort((a, b) => a - b)[Math.floor(list.length / 2)]
  const [base] = Object.values(times)
  for (const [name, list] of Object.entries(times)) {
    const columns = ['wall', 'cpu'].map(kind => {
      const ms = median(list, kind)
      return `${ms.toFixed(1).padStart(7)} ms ${kind} ${(ms / median(base, kind)).toFixed(2)}×`
    })
    console.log(`${STEPS} steps, ${name.padEnd(14)} ${columns.join('  ')}`)
  }
}
