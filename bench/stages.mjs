// What the stages add to a call of a tool: the same function once as a tool by itself and once behind a declaration,
// through prepare, gate and execute of the loop. Processor time, so that what else the machine does counts little;
// medians of rounds: no figure here is a test.
import { rmSync } from 'node:fs'
import { mkdtemp, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from 'esbuild'
import { root } from '../scripts/root.mjs'

const CALLS = Number(process.argv[2] ?? 2_000)
const ROUNDS = 15

const { checkAbl, loadTools, NO_SETTINGS, runCall, toolsFromSpecs } = await loadSources()

const SIGNATURE = 'add(a: number, b: number = 1) -> {sum: number}'
const DESCRIPTION = 'description: "Adds"'
const CASES = [
  { name: 'no stage used', properties: ['store_result: false', 'effect: read_only'] },
  { name: 'result kept', properties: ['store_result: true', 'effect: state_write'] },
  {
    name: 'before, after and on_result',
    properties: [
      'store_result: false',
      'process: {before: {params: {b: b * 2}, require: [a > 0]}, after: {result: {sum: result.sum}}}',
      'on_result: {set: {total: result.sum}}',
    ],
  },
]

const code = {
  name: 'add',
  description: 'Adds.',
  input_schema: { type: 'object', properties: { a: { type: 'number' }, b: { type: 'number' } }, required: ['a'] },
  execute: async ({ a, b }) => ({ sum: a + b }),
}
const nothing = () => undefined
const project = { root: '/', settings: NO_SETTINGS, config: nothing, env: nothing }

const plain = await agentWith([])
const rows = []
for (const { name, properties } of CASES) {
  const declaration = ['TOOLS:', `  ${SIGNATURE}`, ...[DESCRIPTION, ...properties].map(line => `    ${line}`), ''].join(
    '\n',
  )
  const { tools, diagnostics } = checkAbl(declaration, { file: 'bench.tools.abl' })
  if (diagnostics.some(({ severity }) => severity === 'error')) throw new Error(JSON.stringify(diagnostics))
  rows.push({ name, agent: await agentWith(tools) })
}
await round(plain)
const alone = []
const staged = rows.map(() => [])
for (let count = 0; count < ROUNDS; count++) {
  alone.push(await round(plain))
  for (const [index, { agent }] of rows.entries()) staged[index].push(await round(agent))
}
console.log(`a call of a tool by itself          ${median(alone).toFixed(1)} µs`)
for (const [index, { name }] of rows.entries()) {
  const added = median(staged[index].map((micros, at) => micros - alone[at]))
  console.log(`${name.padEnd(35)} + ${added.toFixed(1)} µs`)
}

async function agentWith(specs) {
  const others = [{ definition: code, kind: 'local', file: 'tools/index.ts' }]
  const { sources } = await toolsFromSpecs({ specs, others, project })
  const { tools, diagnostics } = await loadTools(sources)
  if (diagnostics.length > 0) throw new Error(JSON.stringify(diagnostics))
  return {
    name: 'bench',
    directory: '/',
    tools,
    gate: { decide: () => ({ decision: 'allow', rule: null, reason: '' }) },
    isSafe: () => true,
    limits: { maxTurns: 1, toolTimeout: 30_000 },
    config: {},
  }
}

async function round(agent) {
  const session = { id: 'bench', variables: {}, grants: new Set(), requests: 0 }
  const options = {
    agent,
    session,
    messages: [],
    scope: { tenant: 'default', environment: 'bench' },
    signal: new AbortController().signal,
    emit: nothing,
    record: async () => {},
  }
  const start = process.cpuUsage()
  for (let count = 0; count < CALLS; count++) {
    const { kind } = await runCall(options, { id: 'c', name: 'add', input: { a: count + 1, b: 2 } })
    if (kind !== 'ok') throw new Error(kind)
  }
  const { user, system } = process.cpuUsage(start)
  return (user + system) / CALLS
}

function median(values) {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)]
}

/** The sources, bundled as the package is. */
async function loadSources() {
  const folder = await mkdtemp(join(tmpdir(), 'loopengine-bench-'))
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'))
  const entry = join(folder, 'entry.ts')
  const modules = ['abl/index', 'settings/settings', 'tools/from-spec', 'tools/load-tools', 'loop/run-call']
  await writeFile(
    entry,
    modules.map(module => `export * from ${JSON.stringify(join(root, 'src', `${module}.ts`))}\n`).join(''),
  )
  const outfile = join(folder, 'entry.mjs')
  await build({
    entryPoints: [entry],
    bundle: true,
    platform: 'node',
    format: 'esm',
    packages: 'external',
    outfile,
    logLevel: 'error',
  })
  return import(outfile)
}
