import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'

/**
 * esbuild gives a lazily imported CommonJS library nothing but a default export; Node, and so our sources and tests, see
 * its named exports too. This plugin puts a module with Node's names before each of them.
 */
export const lazyCommonJs = {
  name: 'lazy-commonjs',
  setup(esbuild) {
    esbuild.onResolve({ filter: /^[^./]/ }, async ({ path, kind, resolveDir, pluginData }) => {
      if (kind !== 'dynamic-import' || pluginData?.resolved || path.startsWith('node:')) return undefined
      const found = await esbuild.resolve(path, { kind, resolveDir, pluginData: { resolved: true } })
      if (found.external || found.errors.length > 0 || !isCommonJs(found.path)) return found
      return { path: found.path, namespace: 'lazy-commonjs' }
    })
    esbuild.onLoad({ filter: /./, namespace: 'lazy-commonjs' }, async ({ path }) => ({
      contents: await namedExports(path),
      resolveDir: dirname(path),
    }))
  },
}

async function namedExports(path) {
  const names = Object.keys(await import(pathToFileURL(path).href)).filter(
    name => !['default', 'module.exports'].includes(name),
  )
  const exported = names.map(name => `export const ${name} = library.${name}`)
  return [`import library from ${JSON.stringify(path)}`, 'export default library', ...exported].join('\n')
}

function isCommonJs(path) {
  if (/\.[mc]js$/.test(path)) return path.endsWith('.cjs')
  for (let folder = dirname(path); folder !== dirname(folder); folder = dirname(folder)) {
    const file = join(folder, 'package.json')
    if (existsSync(file)) return JSON.parse(readFileSync(file, 'utf8')).type !== 'module'
  }
  return true
}
