// What a call through the guard costs against undici's own `request`, over kept connections on loopback.
import { createServer } from 'node:http'
import { join } from 'node:path'
import { Agent, request } from 'undici'
import { root } from '../scripts/root.mjs'

const CALLS = Number(process.argv[2] ?? 2_000)
const ROUNDS = 15

const { createGuardedFetch } = await import(join(root, 'dist/index.js'))

const SIZES = { small: 200, '64 kB': 65_536, '1 MB': 1_048_576 }
const server = createServer((received, response) => {
  const body = Buffer.alloc(Number(new URL(received.url, 'http://x').searchParams.get('size')), 'x')
  received.resume().on('end', () => response.writeHead(200, { 'content-type': 'application/json' }).end(body))
}).listen(0, '127.0.0.1')
await new Promise(resolve => server.once('listening', resolve))
const origin = `http://127.0.0.1:${server.address().port}`

const dispatcher = new Agent()
const guarded = createGuardedFetch({ allowHosts: ['127.0.0.1'] })
const signal = new AbortController().signal

const headers = { authorization: 'Bearer x', 'x-api-version': '1' }
const bare = async url => (await (await request(url, { dispatcher, headers, signal })).body.arrayBuffer()).byteLength
const ours = async url => (await (await guarded(url, { headers, signal })).bytes()).length

for (const [name, size] of Object.entries(SIZES)) {
  const url = `${origin}/?size=${size}`
  const calls = size > 500_000 ? CALLS / 20 : CALLS
  const ratios = []
  for (let round = 0; round < ROUNDS; round++) {
    const [first, second] = round % 2 === 0 ? [bare, ours] : [ours, bare]
    const times = [await timed(first, url, calls), await timed(second, url, calls)]
    if (round % 2 === 1) times.reverse()
    ratios.push({ ratio: times[1] / times[0], bare: times[0], ours: times[1] })
  }
  ratios.sort((a, b) => a.ratio - b.ratio)
  const middle = ratios[Math.floor(ROUNDS / 2)]
  const each = time => `${((time * 1_000) / calls).toFixed(0)} µs`
  console.log(
    `${name.padEnd(6)} bare ${each(middle.bare)}   guarded ${each(middle.ours)}   ${middle.ratio.toFixed(2)}×`,
  )
}
server.closeAllConnections()
server.close()
await dispatcher.close()

async function timed(call, url, calls) {
  const start = performance.now()
  for (let count = 0; count < calls; count++) await call(url)
  return performance.now() - start
}
