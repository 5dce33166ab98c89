import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { build } from 'esbuild'
import { lazyCommonJs } from './lazy-commonjs.mjs'
import { lightStreams } from './light-streams.mjs'
import { root } from './root.mjs'

const ENTRIES = {
  cli: 'src/cli.ts',
  index: 'src/index.ts',
  edit: 'src/edit/index.ts',
  abl: 'src/abl/index.ts',
  testing: 'src/testing/index.ts',
}

/** Bundled CommonJS libraries expect these three in every file. */
const COMMONJS_BANNER = [
  `import { createRequire as __createRequire } from 'node:module'`,
  `import { dirname as __pathDirname } from 'node:path'`,
  `import { fileURLToPath as __urlToPath } from 'node:url'`,
  'const require = __createRequire(import.meta.url)',
  'const __filename = __urlToPath(import.meta.url)',
  'const __dirname = __pathDirname(__filename)',
].join(';')

/**
 * Bundles the command line and every export into one graph of chunks, so that a class is the same class everywhere.
 * Returns esbuild's metafile. Files in `dist/` are replaced one by one and old chunks stay for an hour: a process that
 * runs meanwhile still finds its own.
 */
export async function bundle() {
  const { dependencies = {}, peerDependencies = {} } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const result = await buildOrStop({
    absWorkingDir: root,
    entryPoints: { ...libraryEntries(), ...commandEntries() },
    outdir: 'dist',
    entryNames: '[dir]/[name]',
    chunkNames: 'chunks/[name]-[hash]',
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    minifyWhitespace: true,
    minifySyntax: true,
    legalComments: 'none',
    external: Object.keys({ ...dependencies, ...peerDependencies }),
    plugins: [withoutTypescriptOfOclif, lightStreams, lazyCommonJs],
    banner: { js: COMMONJS_BANNER },
    metafile: true,
    write: false,
    logLevel: 'warning',
  })
  const outputs = [...result.outputFiles].sort((a, b) => Number(isChunk(b.path)) - Number(isChunk(a.path)))
  for (const { path, contents } of outputs) replaceFile(path, contents)
  removeOld(new Set(outputs.map(({ path }) => path)))
  return result.metafile
}

/** oclif would compile its callers' sources; ours are built, so that its compiler stays outside. */
const withoutTypescriptOfOclif = {
  name: 'without-typescript-of-oclif',
  setup(esbuild) {
    esbuild.onResolve({ filter: /^typescript$/ }, ({ importer }) =>
      importer.includes(join('@oclif', 'core')) ? { path: 'typescript', external: true } : undefined,
    )
  },
}

/** esbuild has printed its own errors by then. */
async function buildOrStop(options) {
  try {
    return await build(options)
  } catch (error) {
    if (error.errors) process.exit(1)
    throw error
  }
}

function libraryEntries() {
  const missing = Object.values(ENTRIES).filter(file => !existsSync(join(root, file)))
  for (const file of missing) console.warn(`build: ${file} does not exist yet, its export is left out`)
  return Object.fromEntries(Object.entries(ENTRIES).filter(([, file]) => !missing.includes(file)))
}

function commandEntries() {
  return Object.fromEntries(
    commandFiles().map(file => [`commands/${file.replace(/\.ts$/, '')}`, `src/commands/${file}`]),
  )
}

/** A command is a file below `src/commands` with a default export. Paths relative to that folder, sorted, with `/`. */
export function commandFiles() {
  const folder = join(root, 'src/commands')
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter(file => file.endsWith('.ts') && /^export default /m.test(readFileSync(join(folder, file), 'utf8')))
    .map(file => file.replaceAll('\\', '/'))
    .sort()
}

function isChunk(path) {
  return path.includes(`${join('dist', 'chunks')}`)
}

function replaceFile(path, contents) {
  if (existsSync(path) && hash(readFileSync(path)) === hash(contents)) return
  mkdirSync(dirname(path), { recursive: true })
  const temporary = `${path}.${process.pid}.tmp`
  writeFileSync(temporary, contents)
  renameSync(temporary, path)
}

function removeOld(current) {
  const anHourAgo = Date.now() - 3_600_000
  for (const file of readdirSync(join(root, 'dist'), { recursive: true, encoding: 'utf8' })) {
    const path = join(root, 'dist', file)
    const ours = /\.js$/.test(file) && !current.has(path)
    if (ours && (!isChunk(path) || statSync(path).mtimeMs < anHourAgo)) rmSync(path)
  }
}

function hash(bytes) {
  return createHash('sha1').update(bytes).digest('hex')
}

export function sizeOf(metafile) {
  return Object.values(metafile.outputs).reduce((sum, { bytes }) => sum + bytes, 0)
}

export function relativePath(path) {
  return relative(root, path).replaceAll('\\', '/')
}
