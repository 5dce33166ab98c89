// What it costs to read and check a large file of tools, and to evaluate and fill. Medians of rounds: no figure is a test.
import { join } from 'node:path'
import { root } from '../scripts/root.mjs'

const TOOLS = Number(process.argv[2] ?? 1_000)
const ROUNDS = 15

const { checkAbl, compileExpression, compileTemplate, formatAbl, inputSchema, parseAbl, printAbl } = await import(
  join(root, 'dist/abl.js')
)

const KINDS = [
  number => `  charge_${number}(amount: number, customer_id: string, note: string = "none") -> {receipt_id: string}
    description: "Charges the customer's card"   # note
    type: http
    endpoint: "https://api.example.com/v1/charges/{customer_id}"
    method: POST
    headers:
      X-Trace: "{{session.trace_id}}"
    body_template: |
      {"amount": {{amount}}, "note": "{{note}}"}
    parameters:
      customer_id:
        source: system
        value: "session.customer_id"
        hidden: true
    process:
      before:
        require: [amount > 0, amount < 10000]
        on_fail: reask("How much?")
    on_result:
      set:
        last_receipt: result.receipt_id
      do:
        - IF: result.total > 100
          LOG: "large {{result.total}}"
`,
  number => `  find_${number}(query: string, limit: number = 10) -> {id: string, title: string}[]
    description: "Searches"
    type: mcp
    server: "web"
    hints:
      cacheable: true
      latency: fast
`,
  number => `  add_${number}(a: number, b: number) -> {sum: number}
    description: "Adds"
    type: sandbox
    runtime: javascript
    code: |
      // # no comment of ours
      return { sum: a + b };
`,
]

const source = `TOOLS:\n${Array.from({ length: TOOLS }, (_, number) => KINDS[number % KINDS.length](number)).join('\n')}`
const options = { file: 'tools/bench.tools.abl' }
const first = time(() => checkAbl(source, options))
const file = parseAbl(source, options)
if (file.tools.length !== TOOLS || file.diagnostics.length > 0)
  throw new Error('The tools of this benchmark are wrong.')

console.log(`${TOOLS} tools, ${Math.round(source.length / 1_000)} KB`)
show('parse and check, first time', first)
show(
  'parse and check',
  median(() => checkAbl(source, options)),
)
show(
  'parse',
  median(() => parseAbl(source, options)),
)
show(
  'format',
  median(() => formatAbl(source, options)),
)
show(
  'print',
  median(() => printAbl(file)),
)
show(
  'schemas for the model',
  median(() => file.tools.map(tool => inputSchema(tool.parameters))),
)

const scope = {
  parameters: { amount: 5, region: 'EU', note: 'say "hi"', items: Array.from({ length: 20 }, (_, id) => ({ id })) },
}
const { value: condition } = await compileExpression(
  'amount * 100 > 250 AND region IN ["EU", "CH"] AND LENGTH(items) > 3',
)
const { value: pattern } = await compileExpression('note matches "^[a-z]+ .*i"')
const { value: body } = await compileTemplate(
  '{"note": "{{note}}", "ids": [{{#each items}}{{id}}{{#if NOT @last}},{{/if}}{{/each}}]}',
)
show(
  '10,000 conditions',
  median(() => repeat(() => condition.evaluate(scope))),
)
show(
  '10,000 patterns',
  median(() => repeat(() => pattern.evaluate(scope))),
)
show(
  '10,000 JSON bodies of 20 entries',
  median(() => repeat(() => body.fill(scope, 'json'))),
)

function repeat(run) {
  for (let count = 0; count < 10_000; count++) run()
}

/** Milliseconds on the clock, and of the processor: the second says more on a busy machine. */
function time(run) {
  const before = process.cpuUsage()
  const start = performance.now()
  run()
  const clock = performance.now() - start
  const { user, system } = process.cpuUsage(before)
  return { clock, processor: (user + system) / 1_000 }
}

function median(run) {
  const times = Array.from({ length: ROUNDS }, () => time(run))
  const middle = key => times.map(each => each[key]).sort((a, b) => a - b)[Math.floor(ROUNDS / 2)]
  return { clock: middle('clock'), processor: middle('processor') }
}

function show(what, { clock, processor }) {
  console.log(
    `${what.padEnd(34)} ${clock.toFixed(0).padStart(6)} ms   ${processor.toFixed(0).padStart(6)} ms of the processor`,
  )
}
