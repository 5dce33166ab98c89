// The table "Every property, and its proof" of docs/abl.md, and the report of its tests.
import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { root } from './root.mjs'

/** How many rows each letter has; C4 has seven of its own besides. */
const LETTERS = {
  A: 2,
  B: 16,
  C: 10,
  D: 6,
  E: 19,
  F: 20,
  G: 21,
  H: 8,
  I: 5,
  J: 6,
  K: 10,
  L: 3,
  M: 7,
  N: 5,
  O: 4,
  P: 18,
  Q: 6,
  R: 2,
  S: 3,
  T: 11,
  U: 3,
  V: 4,
  W: 3,
  X: 3,
}

/** Every row that the table must have. */
export function expectedRows() {
  const numbered = Object.entries(LETTERS).flatMap(([letter, count]) =>
    Array.from({ length: count }, (_, index) => `${letter}${index + 1}`),
  )
  return [...numbered, ...['a', 'b', 'c', 'd', 'e', 'f', 'g'].map(letter => `C4${letter}`)]
}

/** The rows as written: `test` is undefined for those to come, `taken` where there is no source to change. */
export function readRows() {
  const text = readFileSync(join(root, 'docs/abl.md'), 'utf8')
  const [, table = ''] = text.split('| Row | Property | Test | Taken away | At run time |\n')
  return table
    .split('\n')
    .filter(line => /^\| [A-X]\d/.test(line))
    .map(line => {
      const [id, property, proof, taken, runtime] = line.slice(2, -2).split(' | ')
      const [, file, title] = /^`([^`]+)` · (.+)$/.exec(proof) ?? []
      return {
        id,
        property,
        test: file ? { file, title } : undefined,
        taken: taken === '—' ? undefined : taken.slice(1, -1),
        runtime,
      }
    })
}

/** Runs some test files; gives each test's outcome by `file > full name` and the full names by `file > title`. */
export function runTests(files, env = {}) {
  const report = join(root, 'node_modules/.cache/abl-report.json')
  mkdirSync(join(root, 'node_modules/.cache'), { recursive: true })
  const vitest = join(root, 'node_modules/vitest/vitest.mjs')
  const paths = [...new Set(files)].map(file => join('test/abl', file))
  spawnSync(process.execPath, [vitest, 'run', ...paths, '--reporter=json', `--outputFile=${report}`], {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  return outcomesOf(JSON.parse(readFileSync(report, 'utf8')))
}

function outcomesOf({ testResults }) {
  const outcomes = new Map()
  for (const { name, assertionResults } of testResults) {
    const file = relative(join(root, 'test/abl'), name)
    for (const { ancestorTitles, title, status } of assertionResults) {
      outcomes.set(`${file} > ${title}`, { status, name: [...ancestorTitles, title].join(' > ') })
    }
  }
  return outcomes
}

export function keyOf({ file, title }) {
  return `${file} > ${title}`
}
