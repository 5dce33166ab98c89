import { isPortableName } from '../edit/change-set/check-paths.ts'

/** Why a path in a package must not be used; undefined for a good one. `/` separates its names. */
export function pathProblem(path: string): string | undefined {
  const shown = JSON.stringify(path)
  if (/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\ufffd]/u.test(path))
    return `the name ${shown} holds control or invisible characters`
  if (path.includes('\\')) return `the name ${shown} holds a backslash`
  if (/^(\/|[A-Za-z]:)/.test(path)) return `the path ${shown} is absolute`
  const names = path.split('/')
  if (names.includes('..')) return `the path ${shown} leads out of the package`
  if (names.some(name => name === '' || name === '.')) return `the path ${shown} is not plain`
  const odd = names.find(name => !isPortableName(name))
  return odd === undefined ? undefined : `\`${odd}\` cannot be a file's name on every system`
}

/** Names that are one on a system that ignores case. */
export function foldPath(path: string): string {
  return path.normalize('NFC').toLowerCase()
}

/**
 * Watches over the paths of one package: the same path twice, a file that is a folder too, and names that differ in case
 * only are problems.
 */
export class SeenPaths {
  readonly #spelling = new Map<string, string>()
  readonly #kinds = new Map<string, 'file' | 'folder'>()

  /** Takes a path in; the problem it makes with those before it. */
  add(path: string, kind: 'file' | 'folder'): string | undefined {
    const names = path.split('/')
    for (let length = 1; length <= names.length; length++) {
      const part = names.slice(0, length).join('/')
      const problem = this.#addPart(part, length === names.length ? kind : 'folder')
      if (problem !== undefined) return problem
    }
    return undefined
  }

  #addPart(path: string, kind: 'file' | 'folder'): string | undefined {
    const folded = foldPath(path)
    const known = this.#spelling.get(folded)
    if (known !== undefined && known !== path) return `\`${known}\` and \`${path}\` differ in case only`
    const before = this.#kinds.get(folded)
    if (before === 'file' && kind === 'file') return `\`${path}\` is in it twice`
    if (before !== undefined && before !== kind) return `\`${path}\` is a file and a folder in it`
    this.#spelling.set(folded, path)
    this.#kinds.set(folded, kind)
    return undefined
  }
}
