// For each row of docs/abl.md's table: without the row's property in the test's source, the test must fail.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { keyOf, readRows, runTests } from './abl-rows.mjs'
import { root } from './root.mjs'

const rows = readRows().filter(row => row.test && row.taken !== undefined)
const file = join(root, 'node_modules/.cache/abl-mutants.json')
mkdirSync(join(root, 'node_modules/.cache'), { recursive: true })

const survivors = []
let round = 0
for (let open = rows; open.length > 0; round++) {
  // One row a test and round: a test's sources lose one property at a time.
  const now = [...new Map(open.map(row => [keyOf(row.test), row])).values()]
  open = open.filter(row => !now.includes(row))
  writeFileSync(file, JSON.stringify(Object.fromEntries(now.map(row => [keyOf(row.test), row.taken]))))
  const outcomes = runTests(
    now.map(row => row.test.file),
    { ABL_MUTANTS: file },
  )
  survivors.push(...now.filter(row => outcomes.get(keyOf(row.test))?.status !== 'failed'))
}

for (const { id, taken, test } of survivors) console.error(`${id}: "${keyOf(test)}" does not miss ${taken}`)
console.log(
  `${rows.length} mutants in ${round} rounds: ${rows.length - survivors.length} killed, ${survivors.length} alive`,
)
process.exitCode = survivors.length === 0 ? 0 : 1
