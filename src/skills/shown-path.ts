import { relative, sep } from 'node:path'

/** A path as diagnostics show it: relative to the project root, with `/`. */
export function shownPath(root: string, path: string): string {
  return relative(root, path).split(sep).join('/')
}
