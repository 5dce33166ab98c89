// Checks docs/abl.md's table: no row missing, none twice, every named test there and passing.
import { expectedRows, keyOf, readRows, runTests } from './abl-rows.mjs'

const rows = readRows()
const ids = rows.map(row => row.id)
const problems = [
  ...expectedRows()
    .filter(id => !ids.includes(id))
    .map(id => `${id}: missing`),
  ...ids.filter((id, index) => ids.indexOf(id) !== index).map(id => `${id}: there twice`),
  ...ids.filter(id => !expectedRows().includes(id)).map(id => `${id}: unknown`),
  ...rows
    .filter(row => !row.test && row.runtime === '—')
    .map(row => `${row.id}: neither a test nor a part of the runtime`),
]

const proved = rows.filter(row => row.test)
const outcomes = runTests(proved.map(row => row.test.file))
for (const { id, test } of proved) {
  const outcome = outcomes.get(keyOf(test))
  if (!outcome) problems.push(`${id}: no test "${keyOf(test)}"`)
  else if (outcome.status !== 'passed') problems.push(`${id}: ${outcome.status}: "${keyOf(test)}"`)
}

for (const problem of problems) console.error(problem)
const tests = new Set(proved.map(row => keyOf(row.test)))
console.log(
  `${rows.length} rows: ${proved.length} proved by ${tests.size} tests, ${rows.length - proved.length} to come; ${problems.length} problems`,
)
process.exitCode = problems.length === 0 ? 0 : 1
