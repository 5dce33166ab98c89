import { sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Diagnostic, Range } from '../core/diagnostic.ts'
import { isLoopengineError, messageOf } from '../core/errors.ts'
import { shownPath } from './shown-path.ts'

/** What went wrong while a user's module was loaded, at the place in the user's code that did it. */
export function loadProblem(root: string, file: string, error: unknown): Diagnostic {
  const said = messageOf(error)
  const parsed = parseError(said)
  if (parsed) {
    const { message, path, ...at } = parsed
    const range = { start: at, end: { ...at, column: at.column + 1 } }
    return { code: 'SYNTAX_ERROR', severity: 'error', file: shownPath(root, path), message, range }
  }
  const frame = userFrame(root, error)
  return {
    code: isLoopengineError(error) && error.code === 'load_timeout' ? 'LOAD_TIMEOUT' : 'LOAD_FAILED',
    severity: 'error',
    file: shownPath(root, frame?.path ?? file),
    message: firstLine(said).replaceAll(root + sep, ''),
    range: frame && wholeLine(frame.line),
    hint: isLoopengineError(error) && error.hint ? error.hint : hintFor(said),
  }
}

/** jiti's own form: the message, then `path:line:column` on the next line, with columns from 0. */
function parseError(said: string): { message: string; path: string; line: number; column: number } | undefined {
  const match = /^ParseError:\s*(.*?)\s*\n\s*(.+?):(\d+):(\d+)\s*$/s.exec(said.trim())
  if (!match) return undefined
  const [, message = '', path = '', line, column] = match
  return { message: `${message}.`.replace(/\.+$/, '.'), path, line: Number(line), column: Number(column) + 1 }
}

/** The innermost frame in the project's own code. Its line is the user's; its column is the transpiled code's. */
function userFrame(root: string, error: unknown): { path: string; line: number } | undefined {
  const frames = error instanceof Error ? (error.stack ?? '').split('\n').slice(1) : []
  for (const frame of frames) {
    const [, place = '', line] = /\(?((?:file:\/\/)?\/[^()]+?):(\d+):\d+\)?$/.exec(frame.trim()) ?? []
    const path = place.startsWith('file:') ? fileURLToPath(place) : place.replace(/^(?:async )?at /, '')
    if (path.startsWith(root + sep) && !path.includes(`${sep}node_modules${sep}`)) return { path, line: Number(line) }
  }
  return undefined
}

function wholeLine(line: number): Range {
  return { start: { line, column: 1 }, end: { line, column: Number.MAX_SAFE_INTEGER } }
}

function hintFor(message: string): string | undefined {
  const [, name] = /Cannot find (?:module|package) '([^']+)'/.exec(message) ?? []
  if (name === undefined) return undefined
  const own = name.startsWith('.') || name.startsWith('/')
  return own
    ? 'Is the path right?'
    : `Install it: npm install ${name
        .split('/')
        .slice(0, name.startsWith('@') ? 2 : 1)
        .join('/')}`
}

function firstLine(text: string): string {
  return text.trim().split('\n')[0] ?? ''
}
