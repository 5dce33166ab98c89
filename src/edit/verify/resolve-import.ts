import { posix } from 'node:path'

const CODE = ['.ts', '.tsx', '.mts', '.cts', '.js', '.jsx', '.mjs', '.cjs', '.d.ts']

/** What a compiled extension may stand for in sources. */
const SOURCES: Record<string, string[]> = {
  '.js': ['.ts', '.tsx', '.js', '.jsx', '.d.ts'],
  '.jsx': ['.tsx', '.jsx'],
  '.mjs': ['.mts', '.mjs', '.d.mts'],
  '.cjs': ['.cts', '.cjs', '.d.cts'],
}

/** The project file that a relative import of `from` means; undefined when there is none. Paths use `/`. */
export function resolveImport(exists: (path: string) => boolean, from: string, specifier: string): string | undefined {
  const base = posix.join(posix.dirname(from), specifier.replace(/[?#].*$/, ''))
  const extension = /\.[cm]?jsx?$/.exec(base)?.[0]
  const asSource = extension ? (SOURCES[extension] ?? []).map(end => base.slice(0, -extension.length) + end) : []
  const candidates = [
    ...asSource,
    base,
    ...CODE.map(end => base + end),
    ...CODE.map(end => posix.join(base, `index${end}`)),
  ]
  return candidates.find(exists)
}

export function isCode(path: string): boolean {
  return /\.[cm]?[jt]sx?$/.test(path) && !/\.d\.[cm]?ts$/.test(path)
}
