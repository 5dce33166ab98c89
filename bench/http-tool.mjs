// What a declared http tool costs against undici's own `request`, over kept connections on loopback: processor
// time of client and server together, so that what else the machine does counts little.
import { rmSync } from 'node:fs'
import { mkdtemp, symlink, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from 'esbuild'
import { Agent, request } from 'undici'
import { root } from '../scripts/root.mjs'

const CALLS = Number(process.argv[2] ?? 1_000)
const ROUNDS = 21

const { checkAbl, createGuardedFetch, NO_SETTINGS, compileBinding } = await loadSources()

const hotels = Array.from({ length: 20 }, (_, number) => ({ id: `h${number}`, name: `Hotel ${number}`, price: number }))
const payload = JSON.stringify({ hotels, total: 20 })
const server = createServer((received, response) => {
  received.resume().on('end', () => response.writeHead(200, { 'content-type': 'application/json' }).end(payload))
}).listen(0, '127.0.0.1')
await new Promise(resolve => server.once('listening', resolve))
const origin = `http://127.0.0.1:${server.address().port}`

const declaration = `TOOLS:
  search_hotels(destination: string, checkin: date, limit: number = 10) -> {total: number}
    description: "Searches hotels"
    type: http
    endpoint: "${origin}/v1/search"
    method: POST
    headers:
      X-Api-Version: "2024-01"
    query_params:
      lang: "{{session.lang}}"
`
const { tools } = checkAbl(declaration, { file: 'bench.tools.abl' })
const guarded = createGuardedFetch({ allowHosts: ['127.0.0.1'] })
const nothing = () => undefined
const project = { root: '/', settings: NO_SETTINGS, config: nothing, env: nothing, fetch: () => guarded }
const executor = await compileBinding(tools[0], project)

const input = { destination: 'Rome', checkin: '2026-03-01', limit: 10 }
const scope = { parameters: input, session: { lang: 'en' }, config: nothing }
const signal = new AbortController().signal
const call = { input, scope, context: {}, signal, trace: nothing }

const dispatcher = new Agent()
const headers = { 'content-type': 'application/json', accept: 'application/json', 'x-api-version': '2024-01' }
const url = `${origin}/v1/search?lang=en`
const bare = async () => {
  const { body } = await request(url, { dispatcher, method: 'POST', headers, body: JSON.stringify(input), signal })
  return JSON.parse(await body.text())
}
const tool = async () => (await executor.attempt(call)).value

const rounds = []
for (let round = 0; round < ROUNDS; round++) {
  const [first, second] = round % 2 === 0 ? [bare, tool] : [tool, bare]
  const times = [await timed(first), await timed(second)]
  if (round % 2 === 1) times.reverse()
  rounds.push({ ratio: times[1] / times[0], bare: times[0], tool: times[1] })
}
rounds.sort((a, b) => a.ratio - b.ratio)
const middle = rounds[Math.floor(ROUNDS / 2)]
const each = time => `${((time * 1_000) / CALLS).toFixed(0)} µs`
console.log(`bare ${each(middle.bare)}   http tool ${each(middle.tool)}   ${middle.ratio.toFixed(2)}×`)
server.closeAllConnections()
server.close()
await dispatcher.close()

/** Milliseconds of processor time. */
async function timed(work) {
  const start = process.cpuUsage()
  for (let count = 0; count < CALLS; count++) await work()
  const { user, system } = process.cpuUsage(start)
  return (user + system) / 1_000
}

/** The sources as they are, bundled for this run as the package is. */
async function loadSources() {
  const folder = await mkdtemp(join(tmpdir(), 'loopengine-bench-'))
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'))
  await writeFile(join(folder, 'package.json'), '{"name":"loopengine","version":"0.0.0","type":"module"}')
  const modules = ['abl/index.ts', 'net/guarded-fetch.ts', 'settings/settings.ts', 'tools/bindings/index.ts']
  const contents = modules.map(file => `export * from '${join(root, 'src', file)}'`).join('\n')
  const outdir = join(folder, 'dist')
  const stdin = { contents, resolveDir: root, sourcefile: 'sources.ts' }
  await build({
    stdin,
    outdir,
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    external: ['undici', 're2js', 'fast-xml-parser'],
    outExtension: { '.js': '.mjs' },
  })
  return import(join(outdir, 'stdin.mjs'))
}
