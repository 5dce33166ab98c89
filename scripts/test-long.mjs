// The long tests: every property with 10,000 runs, and test/long.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { root } from './root.mjs'

const vitest = join(root, 'node_modules/vitest/vitest.mjs')
const env = { ...process.env, LOOPENGINE_LONG: '1' }
const { status } = spawnSync(process.execPath, [vitest, 'run', ...process.argv.slice(2)], {
  cwd: root,
  env,
  stdio: 'inherit',
})
process.exitCode = status ?? 1
