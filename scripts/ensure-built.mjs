// Builds only if a source is newer than dist/. `--types` wants the declarations too.
import { fingerprint, readStamp } from './fresh.mjs'

const now = fingerprint()
const types = process.argv.includes('--types')
const stamp = readStamp()
if (stamp.code !== now || (types && stamp.types !== now)) {
  const { buildAll } = await import('./build.mjs')
  await buildAll({ types })
}
