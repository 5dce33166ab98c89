import { execFileSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { project } from '../helpers/project.ts'
import { copyAnd, type Fault, type FaultCase, type FaultRow, faultRow, hasStrace, tableText } from './fault-table.ts'

const repository = resolve(import.meta.dirname, '../..')
const cli = join(repository, 'bin/run.js')

const SHOP = {
  'package.json': '{ "type": "module" }\n',
  'agents/shop/index.ts':
    "import type { AgentConfig } from 'loopengine'\n\nexport const config: AgentConfig = { name: 'shop', systemPrompt: 'Help.' }\n",
  'agents/shop/tools/get_order.ts':
    "import { defineTool } from 'loopengine'\n\nexport const getOrder = defineTool({ name: 'get_order', description: 'x', input_schema: {}, execute: () => 1 })\n",
  'agents/shop/tools/index.ts': "import { getOrder } from './get_order.js'\n\nexport const tools = [getOrder]\n",
  'agents/shop/actauth.yml':
    'default_decision: deny\nrules:\n  - name: get-order-ask\n    scope: "*/*"\n    tool: get_order\n    decision: ask\n',
}

const ADD = ['add-tool', 'ping', '--agent', 'shop', '--description', 'Ping', '--safe', '--yes']
const FAULTS: Fault[] = ['signal=SIGKILL', 'error=ENOSPC', 'error=EIO']

describe.skipIf(!hasStrace())('a fault at every write of a command', () => {
  const rows: FaultRow[] = []
  const shop = project(SHOP).root
  let added = ''

  beforeAll(() => {
    execFileSync(process.execPath, [join(repository, 'scripts/ensure-built.mjs')], { stdio: 'ignore' })
    added = copyAnd(shop, copy => execFileSync(process.execPath, [cli, ...ADD], { cwd: copy, stdio: 'ignore' }))
  })

  afterAll(() => {
    rmSync(added, { recursive: true, force: true })
    process.stdout.write(`\n${tableText(rows)}\n`)
  })

  const CASES: [string, (name: string) => FaultCase][] = [
    ['add-tool', name => ({ name, args: ADD, project: shop })],
    ['remove-tool', name => ({ name, args: ['remove-tool', 'get-order', '--agent', 'shop', '--yes'], project: shop })],
    ['add-agent', name => ({ name, args: ['add-agent', 'helper', '--prompt', 'Help.', '--yes'], project: shop })],
    ['undo', name => ({ name, args: ['undo', '--yes'], project: added })],
  ]

  for (const [name, makeCase] of CASES) {
    it.each(FAULTS)(`leaves ${name} undone or done after %s`, { timeout: 1_800_000 }, async fault => {
      const row = await faultRow(makeCase(name), fault)
      rows.push(row)
      process.stdout.write(`${tableText([row])}\n`)
      expect(row.wrong).toEqual([])
      expect(row.trials).toBeGreaterThan(20)
      expect(row.before).toBeGreaterThan(0)
    })
  }
})
