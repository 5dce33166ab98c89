import { execFileSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { abilityFolder, packageText, payments, paymentsNext, SHOP } from '../abilities/ability-files.ts'
import { project } from '../helpers/project.ts'
import { copyAnd, type Fault, type FaultRow, faultRow, hasStrace, tableText } from './fault-table.ts'

const repository = resolve(import.meta.dirname, '../..')
const cli = join(repository, 'bin/run.js')

const NEEDS = { dependencies: { 'left-pad': '^1.3.0' } }
const FIRST = abilityFolder({ ...payments(), 'package.json': packageText(NEEDS) }).root
const NEXT = abilityFolder({ ...paymentsNext(), 'package.json': packageText({ version: '1.1.0' }) }).root

const ADD = ['add-ability', FIRST, '--agent', 'shop', '--yes']
const FAULTS: Fault[] = ['signal=SIGKILL', 'error=ENOSPC', 'error=EIO']

describe.skipIf(!hasStrace())('a fault at every write of a command about abilities', () => {
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

  const CASES: [string, string[], () => string][] = [
    ['add-ability', ADD, () => shop],
    ['upgrade-ability', ['upgrade-ability', 'payments', '--to', NEXT, '--yes'], () => added],
    ['remove-ability', ['remove-ability', 'payments', '--yes'], () => added],
  ]

  for (const [name, args, before] of CASES) {
    it.each(FAULTS)(`leaves ${name} undone or done after %s`, { timeout: 3_600_000 }, async fault => {
      const row = await faultRow({ name, args, project: before() }, fault)
      rows.push(row)
      process.stdout.write(`${tableText([row])}\n`)
      expect(row.wrong).toEqual([])
      expect(row.trials).toBeGreaterThan(40)
      expect(row.before).toBeGreaterThan(0)
    })
  }
})
