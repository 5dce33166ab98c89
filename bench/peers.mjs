// Runs the peers' harness with our file beside theirs: node bench/peers.mjs HARNESS [PEER,…] [-- its own flags]
import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { root } from '../scripts/root.mjs'

const [harness, peers = 'bare-http,bare-fetch', ...flags] = process.argv.slice(2).filter(word => word !== '--')
if (!harness) {
  console.error('Name the folder of the harness: node bench/peers.mjs HARNESS [PEER,…]')
  process.exit(2)
}
const work = mkdtempSync(join(tmpdir(), 'loopengine-peers-'))
try {
  cpSync(resolve(harness), work, { recursive: true, dereference: false })
  cpSync(join(root, 'bench/peers/loopengine'), join(work, 'peers/loopengine'), { recursive: true })
  const given = flags.length > 0 ? flags : usualFlags()
  const { status } = spawnSync(
    process.execPath,
    [join(work, 'bench.mjs'), '--peers', `${peers},loopengine`, ...given],
    {
      stdio: 'inherit',
      env: { ...process.env, LOOPENGINE_DIST: pathToFileURL(join(root, 'dist/index.js')).href },
    },
  )
  process.exitCode = status ?? 1
} finally {
  rmSync(work, { recursive: true, force: true })
}

function usualFlags() {
  return ['--rounds', '3', '--scenarios', 'turn0:200:30,loop10:30:6,par20:8:2,loop100:4:1', '--mem', '4000', '--stream']
}
