// The editors on very long files, and `add-tool` as a multiple of `node -e 0`. Medians of rounds: no figure here is a test.
import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { addRule, addToolToIndex, removeRule, removeToolFromIndex } from '../dist/edit.js'
import { root } from '../scripts/root.mjs'

const ENTRIES = Number(process.argv[2] ?? 5_000)
const ROUNDS = Number(process.argv[3] ?? 9)

const entry = { tool: 'send_sms', file: 'send_sms', exp: 'sendSms' }
const rule = { name: 'send-sms-ask', scope: '*/*', tool: 'send_sms', decision: 'ask' }

await editors()
commands()

async function editors() {
  const index = Buffer.from(longIndex(ENTRIES))
  const rules = Buffer.from(longRules(ENTRIES))
  const added = Buffer.from((await addToolToIndex(index, entry)).text)
  const ruled = Buffer.from(addRule(rules, rule).text)
  console.log(`${ENTRIES} entries (goal 1000 ms):`)
  await show('addToolToIndex', () => addToolToIndex(index, entry))
  await show('removeToolFromIndex', () => removeToolFromIndex(added, entry))
  await show('addRule', () => addRule(rules, rule))
  await show('removeRule', () => removeRule(ruled, rule.name))
}

function commands() {
  const bare = []
  const adding = []
  for (let round = 0; round < ROUNDS; round++) {
    bare.push(timeOf(['-e', '0'], root))
    const project = mkdtempSync(join(tmpdir(), 'loopengine-bench-'))
    cpSync(join(root, 'agents'), join(project, 'agents'), { recursive: true })
    const args = ['add-tool', 'send-sms', '--agent', 'customer-service', '--yes']
    adding.push(timeOf([join(root, 'bin/run.js'), ...args], project))
    rmSync(project, { recursive: true, force: true })
  }
  const ratio = (median(adding) / median(bare)).toFixed(1)
  console.log(`add-tool --yes: ${median(adding).toFixed(0)} ms, ${ratio} x node -e 0 (${median(bare).toFixed(0)} ms)`)
}

async function show(name, edit) {
  const times = []
  for (let round = 0; round < ROUNDS; round++) {
    const start = performance.now()
    const { outcome } = await edit()
    times.push(performance.now() - start)
    if (outcome !== 'edit') throw new Error(`${name} ended with ${outcome}`)
  }
  console.log(`  ${name.padEnd(20)} ${median(times).toFixed(0).padStart(5)} ms`)
}

function longIndex(count) {
  const names = Array.from({ length: count }, (_, index) => `tool${index}`)
  const imports = names.map(name => `import { ${name} } from './${name}.js'\n`)
  return `${imports.join('')}\nexport const tools = [\n${names.map(name => `  ${name},\n`).join('')}]\n`
}

function longRules(count) {
  const rules = Array.from({ length: count }, (_, index) => {
    return `  - name: rule-${index}\n    scope: "*/*"\n    tool: tool_${index}\n    decision: ask\n`
  })
  return `default_decision: deny\nrules:\n${rules.join('')}`
}

function timeOf(args, cwd) {
  const start = process.hrtime.bigint()
  const { status, stderr } = spawnSync(process.execPath, args, { cwd, encoding: 'utf8' })
  if (status !== 0) throw new Error(`${args.join(' ')} ended with ${status}: ${stderr}`)
  return Number(process.hrtime.bigint() - start) / 1e6
}

function median(values) {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)]
}
