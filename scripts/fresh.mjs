import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { root } from './root.mjs'

const stampFile = join(root, 'dist/.build.json')

/** A hash over names, sizes and times of everything that the build reads. */
export function fingerprint() {
  const files = ['package.json', ...below('src'), ...below('scripts')].sort()
  const facts = files.map(file => {
    const { size, mtimeMs } = statSync(join(root, file))
    return `${file} ${size} ${mtimeMs}`
  })
  return createHash('sha1').update(facts.join('\n')).digest('hex')
}

/** What `dist/` was built from: `{ code, types }`, each a fingerprint or undefined. */
export function readStamp() {
  if (!existsSync(stampFile)) return {}
  return JSON.parse(readFileSync(stampFile, 'utf8'))
}

export function writeStamp(stamp) {
  mkdirSync(dirname(stampFile), { recursive: true })
  writeFileSync(stampFile, JSON.stringify(stamp))
}

function below(folder) {
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile() && /\.(ts|mjs|json)$/.test(entry.name))
    .map(entry => join(entry.parentPath, entry.name).slice(root.length + 1))
}
