import { readFileSync, realpathSync, statSync } from 'node:fs'
import { isAbsolute, relative, resolve } from 'node:path'
import { messageOf, systemCode } from '../../core/errors.ts'

/** What became of a file that a declaration wants to read. */
export type FoundText =
  | { kind: 'text'; text: string }
  | { kind: 'missing' }
  | { kind: 'outside' }
  | { kind: 'unreadable'; reason: string }

/** Gives the text of a file by its path relative to the project, `/` between folders. Must not throw. */
export type ReadText = (path: string) => FoundText

const LARGEST_FILE = 2_000_000

/** Reads files of a project, and nothing outside it: what counts is the real path, so no symlink leads out. */
export function projectReader(root: string): ReadText {
  return path => {
    try {
      const realRoot = realpathSync(root)
      const real = realpathSync(resolve(realRoot, path))
      const inside = relative(realRoot, real)
      if (inside === '' || inside.startsWith('..') || isAbsolute(inside)) return { kind: 'outside' }
      const { size } = statSync(real)
      if (size > LARGEST_FILE) return { kind: 'unreadable', reason: `it has ${size} bytes, more than ${LARGEST_FILE}` }
      return { kind: 'text', text: readFileSync(real, 'utf8') }
    } catch (error) {
      const isMissing = systemCode(error) === 'ENOENT' || systemCode(error) === 'ENOTDIR'
      return isMissing ? { kind: 'missing' } : { kind: 'unreadable', reason: messageOf(error) }
    }
  }
}
