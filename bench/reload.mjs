// From the save of a file to the tool that the next turn sees, the heap that reloads keep, and a big project's load.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { openLiveRegistry, openRegistry } from '../dist/index.js'

const SAVES = Number(process.argv[2] ?? 200)
const RELOADS = Number(process.argv[3] ?? 1000)
const home = mkdtempSync(join(tmpdir(), 'loopengine-bench-'))

try {
  await saves()
  await heap()
  await many()
} finally {
  rmSync(home, { recursive: true, force: true })
}

async function saves() {
  const root = agents('saves', 1, 20)
  const registry = await openLiveRegistry(root)
  const times = []
  for (let n = 0; n < SAVES; n++) {
    const text = `Text ${n}`
    const swapped = until(registry, () => registry.get('agent0').tools.tool0?.definition.description === text)
    const start = performance.now()
    writeFileSync(join(root, 'agents/agent0/tools/tool0.ts'), tool('tool0', text))
    await swapped
    times.push(performance.now() - start)
    await new Promise(resolve => setTimeout(resolve, 30))
  }
  await registry.close()
  say(
    'save to new tool',
    `${quantile(times, 0.5)} ms median, ${quantile(times, 0.95)} ms p95, ${SAVES} saves (goal 50 ms)`,
  )
}

async function heap() {
  const root = agents('heap', 1, 20)
  writeFileSync(join(root, 'lib.ts'), 'globalThis.__copies = (globalThis.__copies ?? 0) + 1\nexport const lib = 1\n')
  const file = join(root, 'agents/agent0/tools/tool0.ts')
  const registry = await openLiveRegistry(root)
  const reload = async n => {
    writeFileSync(file, `import '../../../lib.ts'\n${tool('tool0', `Text ${n}`)}`)
    await registry.settled()
  }
  for (let n = 0; n < 100; n++) await reload(n)
  const before = collected()
  for (let n = 0; n < RELOADS; n++) await reload(n)
  const kept = Math.round((collected() - before) / RELOADS)
  await registry.close()
  const gc = globalThis.gc ? '' : ' (run with --expose-gc for a true figure)'
  say('heap kept a reload', `${kept} bytes over ${RELOADS} (goal 8192), copies of lib: ${globalThis.__copies}${gc}`)
}

async function many() {
  const root = agents('many', 100, 20)
  await openRegistry(root)
  const start = performance.now()
  await openRegistry(root)
  say('100 agents x 20 tools', `${Math.round(performance.now() - start)} ms warm (goal 2000 ms)`)
}

function agents(name, count, tools) {
  const root = join(home, name)
  mkdirSync(join(root, 'node_modules/.cache'), { recursive: true })
  for (let a = 0; a < count; a++) {
    const names = Array.from({ length: tools }, (_, t) => `tool${t}`)
    const imports = names.map(one => `import { ${one} } from './${one}.ts'`).join('\n')
    put(root, `agents/agent${a}/index.ts`, `export const config = { name: 'agent${a}', systemPrompt: 'x' }\n`)
    put(root, `agents/agent${a}/actauth.yml`, 'default_decision: allow\n')
    put(root, `agents/agent${a}/tools/index.ts`, `${imports}\nexport const tools = [${names.join(', ')}]\n`)
    for (const one of names) put(root, `agents/agent${a}/tools/${one}.ts`, tool(one, 'Text'))
  }
  return root
}

function tool(name, description) {
  return `import { defineTool } from 'loopengine'
export const ${name} = defineTool({
  name: '${name}',
  description: '${description}',
  input_schema: { type: 'object', properties: { id: { type: 'string' } }, required: ['id'] },
  execute: async ({ id }) => id,
})
`
}

function put(root, file, text) {
  mkdirSync(dirname(join(root, file)), { recursive: true })
  writeFileSync(join(root, file), text)
}

/** Resolves with the first reload after which the check holds: no polling between. */
function until(registry, check) {
  return new Promise(resolve => {
    registry.onReload(() => {
      if (check()) resolve()
    })
  })
}

function collected() {
  globalThis.gc?.()
  return process.memoryUsage().heapUsed
}

function quantile(values, part) {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length * part)].toFixed(1)
}

function say(what, figure) {
  console.log(`${what.padEnd(24)} ${figure}`)
}
