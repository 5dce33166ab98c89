import { relative, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Diagnostic, Position } from '../core/diagnostic.ts'
import { isLoopengineError, messageOf } from '../core/errors.ts'

/** What went wrong while a user's module was loaded, at the place in the user's code that did it. */
export function loadProblem(root: string, file: string, error: unknown): Diagnostic {
  const place = placeOf(root, file, error)
  const hint = isLoopengineError(error) && error.hint ? error.hint : hintFor(messageOf(error))
  return {
    code: isLoopengineError(error) ? 'LOAD_TIMEOUT' : isSyntax(error) ? 'SYNTAX_ERROR' : 'LOAD_FAILED',
    severity: 'error',
    file: place.file,
    message: firstLine(messageOf(error)).replace(root + sep, ''),
    ...(place.at ? { range: { start: place.at, end: { ...place.at, column: place.at.column + 1 } } } : {}),
    ...(hint ? { hint } : {}),
  }
}

function placeOf(root: string, file: string, error: unknown): { file: string; at?: Position } {
  const shown = (path: string): string => relative(root, path).split(sep).join('/')
  const stack = error instanceof Error ? (error.stack ?? '') : ''
  const [, named, line, column] =
    /(?:^|\s|\()((?:file:\/\/)?\/[^\s:()]+):(\d+):(\d+)/m.exec(userFrames(stack, root)) ?? []
  if (named !== undefined) {
    const path = named.startsWith('file:') ? fileURLToPath(named) : named
    return { file: shown(path), at: { line: Number(line), column: Number(column) } }
  }
  // Babel's own form: `/path/file.ts: Unexpected token (3:14)`.
  const [, syntaxLine, syntaxColumn] = /\((\d+):(\d+)\)/.exec(messageOf(error)) ?? []
  const [syntaxFile] = messageOf(error).match(/\/[^\s:]+\.[cm]?[jt]sx?(?=: )/) ?? []
  const at = { line: Number(syntaxLine), column: Number(syntaxColumn) + 1 }
  return syntaxLine === undefined ? { file: shown(file) } : { file: shown(syntaxFile ?? file), at }
}

function userFrames(stack: string, root: string): string {
  return stack
    .split('\n')
    .filter(
      frame =>
        frame.includes(root + sep) && !frame.includes(`${sep}node_modules${sep}`) && !/: .*\(\d+:\d+\)$/.test(frame),
    )
    .join('\n')
}

function isSyntax(error: unknown): boolean {
  return error instanceof SyntaxError || /\(\d+:\d+\)/.test(firstLine(messageOf(error)))
}

function hintFor(message: string): string | undefined {
  const [, name] = /Cannot find (?:module|package) '([^']+)'/.exec(message) ?? []
  if (name === undefined) return undefined
  return name.startsWith('.') || name.startsWith('/') ? 'Is the path right?' : `Install it: npm install ${name}`
}

function firstLine(text: string): string {
  return text.trim().split('\n')[0] ?? ''
}
