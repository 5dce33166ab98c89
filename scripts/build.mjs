// Builds dist/: the bundle, its notices, the manifest, and the declarations unless `--no-types` is given.
import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { bundle, sizeOf } from './bundle.mjs'
import { fingerprint, readStamp, writeStamp } from './fresh.mjs'
import { whileLocked } from './lock.mjs'
import { writeNotices } from './notices.mjs'
import { root } from './root.mjs'

/** Builds what is older than the sources; with `force` everything. */
export async function buildAll({ types, force = false, quiet = false }) {
  await whileLocked(async () => {
    const now = fingerprint()
    const stamp = force ? {} : readStamp()
    if (stamp.code !== now) {
      await buildCode(quiet)
      writeStamp({ ...readStamp(), code: now })
    }
    if (types && stamp.types !== now) {
      buildTypes()
      writeStamp({ ...readStamp(), types: now })
    }
  })
}

async function buildCode(quiet) {
  const metafile = await bundle()
  const packages = writeNotices(metafile)
  // In its own process: it imports the commands that were just built.
  execFileSync(process.execPath, ['scripts/manifest.mjs'], { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] })
  const megabytes = (sizeOf(metafile) / 1_000_000).toFixed(1)
  if (!quiet) console.error(`build: dist/ has ${megabytes} MB of code, ${packages} packages inside`)
}

function buildTypes() {
  const types = join(root, 'dist/types')
  rmSync(types, { recursive: true, force: true })
  const compiler = join(root, 'node_modules/typescript/bin/tsc')
  execFileSync(process.execPath, [compiler, '-p', 'tsconfig.build.json'], { cwd: root, stdio: 'inherit' })
  for (const file of readdirSync(types, { recursive: true, encoding: 'utf8' })) {
    if (file.endsWith('.d.ts')) nameJavaScript(join(types, file))
  }
}

/** Declarations import `./x.js`, as every version of TypeScript understands it; the compiler leaves our `./x.ts`. */
function nameJavaScript(file) {
  const text = readFileSync(file, 'utf8')
  writeFileSync(file, text.replace(/((?:from |import\()['"]\.{1,2}\/[^'"]+)\.ts(['"])/g, '$1.js$2'))
}

if (process.argv[1] === import.meta.filename) {
  if (process.argv.includes('--clean')) rmSync(join(root, 'dist'), { recursive: true, force: true })
  await buildAll({ types: !process.argv.includes('--no-types'), force: true })
}
