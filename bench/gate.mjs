// What one decision of the gate costs with many rules. Medians of rounds: no figure here is a test.
import { join } from 'node:path'
import { root } from '../scripts/root.mjs'

const RULES = Number(process.argv[2] ?? 1_000)
const ROUNDS = 15
const DECISIONS = 2_000

const { createGate, readActauth } = await import(join(root, 'dist/index.js'))

const SOURCE = { file: 'actauth.yml', agentName: 'desk' }
const SCOPE = { tenant: 'default', environment: 'production' }
const ENVIRONMENTS = ['production', 'development', 'staging', '*']

const CASES = [
  { name: 'one rule a tool', tool: number => `tool_${number}` },
  { name: 'globs for all', tool: number => `${'tool_5'.slice(0, number % 7)}*` },
  { name: 'every rule for the called tool', tool: () => 'tool_5' },
]

for (const { name, tool } of CASES) {
  const text = file(tool)
  const readStart = performance.now()
  const { policy, diagnostics } = await readActauth(text, SOURCE)
  const readMs = performance.now() - readStart
  if (diagnostics.length > 0) throw new Error(diagnostics[0].message)
  const gate = createGate(policy)
  const times = Array.from({ length: ROUNDS }, () => round(gate))
  const micros = times.sort((a, b) => a - b)[Math.floor(ROUNDS / 2)]
  console.log(`${RULES} rules, ${name.padEnd(30)} read ${readMs.toFixed(0)} ms   ${micros.toFixed(2)} µs a decision`)
}

/** No condition holds for the calls below, so every rule that reaches the tool is looked at. */
function file(tool) {
  const rules = Array.from({ length: RULES }, (_, number) => {
    const scope = `*/${ENVIRONMENTS[number % ENVIRONMENTS.length]}`
    const when = `{ field: order.amount, op: gt, value: ${100 + number} }`
    return `  - { name: r${number}, scope: "${scope}", tool: "${tool(number)}", decision: ask, when: ${when} }`
  })
  return ['default_decision: deny', 'rules:', ...rules].join('\n')
}

function round(gate) {
  const call = { name: 'tool_5', input: { order: { amount: 20 } } }
  const start = process.hrtime.bigint()
  for (let count = 0; count < DECISIONS; count++) gate.decide(call, SCOPE)
  return Number(process.hrtime.bigint() - start) / 1e3 / DECISIONS
}
