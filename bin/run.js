#!/usr/bin/env node
import { existsSync, readFileSync, realpathSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

const argv = process.argv.slice(2)
const own = dirname(dirname(fileURLToPath(import.meta.url)))
const root = projectCopy() ?? own

if (argv.length === 1 && ['--version', '-v'].includes(argv[0])) {
  const { name, version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  process.stdout.write(`${name}/${version} ${process.platform}-${process.arch} node-${process.version}\n`)
} else {
  if (argv.includes('--no-color')) {
    process.env.NO_COLOR = '1'
    delete process.env.FORCE_COLOR
  } else if (process.env.FORCE_COLOR !== undefined) {
    // The wish for colours wins, as in Node; with both set Node would print a warning.
    delete process.env.NO_COLOR
  }
  const { main } = await import(pathToFileURL(join(root, 'dist/cli.js')).href)
  await main(argv)
}

/** The copy that the project itself depends on: a globally installed command hands over to it. */
function projectCopy() {
  const at = argv.indexOf('--cwd')
  let folder = resolve(at >= 0 && argv[at + 1] ? argv[at + 1] : '.')
  for (;;) {
    const copy = join(folder, 'node_modules', 'loopengine')
    if (existsSync(join(copy, 'dist', 'cli.js'))) return realpathSync(copy)
    const parent = dirname(folder)
    if (parent === folder) return undefined
    folder = parent
  }
}
