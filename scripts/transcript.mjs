// Puts what `npm start` prints without a terminal into README.md, between its two marks.
import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './root.mjs'

const file = join(root, 'README.md')
const MARKS = /(<!-- transcript -->\n)[\s\S]*?(<!-- \/transcript -->)/

// One pipe for both streams, in the order in which they were written.
const { stdout, status } = spawnSync('sh', ['-c', 'node scripts/start.mjs 2>&1'], {
  cwd: root,
  encoding: 'utf8',
  stdio: ['ignore', 'pipe', 'inherit'],
})
if (status !== 0) throw new Error(`npm start ended with ${status}`)
const shown = stdout
  .replace(/^build: .*\n/gm, '')
  .trim()
  .split('\n')
  .map(line => wrapped(line))
  .join('\n')
writeFileSync(
  file,
  readFileSync(file, 'utf8').replace(MARKS, (_all, start, end) => `${start}\`\`\`\n${shown}\n\`\`\`\n${end}`),
)

function wrapped(line, width = 118) {
  if (line.length <= width || line.startsWith(' ')) return line
  const at = line.lastIndexOf(' ', width)
  return at < 20 ? line : `${line.slice(0, at)}\n${wrapped(line.slice(at + 1), width)}`
}
