import { createTwoFilesPatch, FILE_HEADERS_ONLY } from 'diff'
import { type FileChange, type FileContent, textOf } from './change-set.ts'

const NOWHERE = '/dev/null'

/** One change as a unified diff; a file that is not text is only named. */
export function unifiedDiff(change: FileChange): string {
  const before = change.kind === 'create' ? undefined : change.before
  const after = change.kind === 'delete' ? undefined : change.after
  return diffOf(change.path, before, after)
}

/** The diff between two states of a file; undefined is no file. */
export function diffOf(path: string, before: FileContent | undefined, after: FileContent | undefined): string {
  const old = before === undefined ? '' : textOf(before)
  const now = after === undefined ? '' : textOf(after)
  const from = before === undefined ? NOWHERE : `a/${path}`
  const to = after === undefined ? NOWHERE : `b/${path}`
  if (old === undefined || now === undefined) return `Binary files ${from} and ${to} differ\n`
  return createTwoFilesPatch(from, to, old, now, undefined, undefined, { context: 3, headerOptions: FILE_HEADERS_ONLY })
}
