// A person types while text streams: how late the event loop comes, and how long a key takes until it is on the screen.
// The chat runs in a terminal of its own (`script`), on a model on loopback that sends as fast as it is told.
import { spawn, spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { root } from '../scripts/root.mjs'

const SECONDS = Number(process.argv[2] ?? 6)
const TOKENS_A_SECOND = Number(process.argv[3] ?? 200)
const KEY_MS = 80
const GOAL_MS = 20

if (spawnSync('script', ['--version']).status !== 0) throw new Error('This needs `script` of util-linux.')
const home = mkdtempSync(join(tmpdir(), 'loopengine-bench-'))
mkdirSync(join(home, 'node_modules'))
cpSync(join(root, 'agents/customer-service'), join(home, 'agents/customer-service'), { recursive: true })
const measured = join(home, 'delay.json')
const monitor = join(home, 'monitor.mjs')
writeFileSync(monitor, monitorCode(measured))
const server = await model()

try {
  for (const markdown of [false, true]) await measure(markdown)
} finally {
  server.close()
  server.closeAllConnections()
  rmSync(home, { recursive: true, force: true })
}

async function measure(markdown) {
  const terminal = openTerminal()
  await terminal.until(() => terminal.text().includes('› '))
  terminal.type(markdown ? 'markdown' : 'text')
  terminal.type('\r')
  await terminal.until(() => /word1\b/.test(terminal.text()))
  const echoes = []
  const start = performance.now()
  for (let key = 0; performance.now() - start < SECONDS * 1000; key++) {
    echoes.push(await terminal.echoOf(String.fromCharCode(0x4e00 + (key % 5000))))
    await sleep(KEY_MS)
  }
  // Stops the turn, drops the line, leaves.
  for (let key = 0; key < 4; key++) {
    terminal.type('\u0003')
    await sleep(300)
  }
  await terminal.ended
  const { p50, p99, max } = JSON.parse(readFileSync(measured, 'utf8'))
  const typed = quantiles(echoes)
  console.log(
    `${(markdown ? 'Markdown' : 'text').padEnd(9)} event loop p50 ${ms(p50)} p99 ${ms(p99)} max ${ms(max)} (goal p99 ${GOAL_MS} ms)` +
      `   key to screen p50 ${ms(typed.p50)} p99 ${ms(typed.p99)} over ${echoes.length} keys at ${TOKENS_A_SECOND} tokens/s`,
  )
}

function openTerminal() {
  const line = `${process.execPath} --import ${monitor} ${join(root, 'bin/run.js')} chat customer-service`
  const child = spawn('script', ['-qfec', `stty rows 40 cols 100; ${line}`, '/dev/null'], {
    cwd: home,
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      TERM: 'xterm-256color',
      LOOPENGINE_MODEL: 'openai-compatible/bench',
      LOOPENGINE_BASE_URL: `http://127.0.0.1:${server.address().port}/v1`,
    },
  })
  let text = ''
  let seen = () => {}
  child.stdout.setEncoding('utf8').on('data', piece => {
    text += piece
    seen()
  })
  const until = async holds => {
    while (!holds()) await sleep(20)
  }
  return {
    text: () => text,
    until,
    ended: new Promise(settle => child.on('close', settle)),
    type: keys => child.stdin.write(keys),
    echoOf: key => {
      const from = text.length
      const start = performance.now()
      child.stdin.write(key)
      return new Promise(settle => {
        seen = () => {
          if (text.indexOf(key, from) >= 0) settle(performance.now() - start)
        }
      })
    },
  }
}

/** An OpenAI-compatible model that never stops talking; `markdown` has lists, code and bold text in it. */
function model() {
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const part of request) body += part
    const markdown = JSON.parse(body).messages.at(-1).content.includes('markdown')
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    let word = 0
    const timer = setInterval(() => {
      for (let count = 0; count < TOKENS_A_SECOND / 100; count++) send(response, piece(word++, markdown))
    }, 10)
    response.on('close', () => clearInterval(timer))
  })
  return new Promise(settle => server.listen(0, '127.0.0.1', () => settle(server)))
}

function piece(word, markdown) {
  const line = word % 12 === 11 ? '\n' : ''
  if (!markdown) return `word${word} ${line}`
  if (word % 60 === 40) return '\n```js\n'
  if (word % 60 === 50) return '\n```\n\n'
  return word % 12 === 0 ? `- **word${word}** ` : `\`word${word}\` ${line}`
}

function send(response, content) {
  const choices = [{ index: 0, delta: { content }, finish_reason: null }]
  const chunk = { id: 'c', object: 'chat.completion.chunk', created: 0, model: 'bench', choices }
  response.write(`data: ${JSON.stringify(chunk)}\n\n`)
}

/** Runs in the chat's process; begins with the first answer, so that the start is not in it. */
function monitorCode(file) {
  return `import { monitorEventLoopDelay } from 'node:perf_hooks'
import { writeFileSync } from 'node:fs'
const delay = monitorEventLoopDelay({ resolution: 1 })
setTimeout(() => delay.enable(), 2500).unref()
process.on('exit', () => {
  const at = share => delay.percentile(share) / 1e6
  writeFileSync(${JSON.stringify(file)}, JSON.stringify({ p50: at(50), p99: at(99), max: delay.max / 1e6 }))
})
`
}

function quantiles(values) {
  const sorted = [...values].sort((a, b) => a - b)
  const at = share => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]
  return { p50: at(0.5), p99: at(0.99) }
}

function ms(value) {
  return `${value.toFixed(1)} ms`
}
