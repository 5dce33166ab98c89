// Positions in a text, counted in UTF-16 units; CRLF, LF and a lone CR each end a line.

import type { Refusal } from './edit-result.ts'

export interface Span {
  start: number
  end: number
}

export interface Splice extends Span {
  text: string
}

export interface Decoded {
  /** Empty, or the byte order mark that must come back. */
  mark: string
  text: string
}

/** The text of a file's bytes, or the refusal when they are not UTF-8. */
export function decode(bytes: Uint8Array): Decoded | Refusal {
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
    return text.startsWith('\ufeff') ? { mark: '\ufeff', text: text.slice(1) } : { mark: '', text }
  } catch {
    return {
      outcome: 'refuse',
      code: 'NOT_UTF8',
      line: lineOfBadByte(bytes),
      message: 'The file holds bytes that are not UTF-8.',
      hint: 'Save it as UTF-8 and try again.',
    }
  }
}

/** The text with every splice applied. They must not overlap; at one place they keep the order given. */
export function applySplices(text: string, splices: readonly Splice[]): string {
  let result = ''
  let done = 0
  for (const splice of [...splices].sort((a, b) => a.start - b.start)) {
    if (splice.start < done) throw new RangeError('Splices overlap.')
    result += text.slice(done, splice.start) + splice.text
    done = splice.end
  }
  return result + text.slice(done)
}

export function lineNumber(text: string, position: number): number {
  return text.slice(0, position).split(/\r\n|\n|\r/).length
}

export function lineStart(text: string, position: number): number {
  let start = position
  while (start > 0 && !isBreak(text, start - 1)) start--
  return start
}

/** Where the line's own text ends, before its line break. */
export function lineEnd(text: string, position: number): number {
  let end = position
  while (end < text.length && !isBreak(text, end)) end++
  return end
}

/** Where the next line starts, or the end of the text. */
export function nextLine(text: string, position: number): number {
  const end = lineEnd(text, position)
  return end + breakAt(text, end).length
}

/** The line break to use beside `position`: that of its own line, else of the line before, else the first in the text. */
export function lineBreakNear(text: string, position: number): string {
  const own = breakAt(text, lineEnd(text, position))
  if (own) return own
  const start = lineStart(text, position)
  if (start > 0) return text.slice(0, start).endsWith('\r\n') ? '\r\n' : (text[start - 1] ?? '\n')
  return /\r\n|\n|\r/.exec(text)?.[0] ?? '\n'
}

/** The blanks that start the line of `position`; any Unicode space counts. */
export function indentation(text: string, position: number): string {
  const start = lineStart(text, position)
  return /^[^\S\r\n]*/.exec(text.slice(start, position))?.[0] ?? ''
}

export function hasBreak(text: string, start: number, end: number): boolean {
  return /[\r\n]/.test(text.slice(start, end))
}

/** `position` moved over blanks of the same line, forwards. */
export function skipBlanks(text: string, position: number): number {
  let end = position
  while (end < text.length && /[^\S\r\n]/.test(text[end] ?? '')) end++
  return end
}

/** `position` moved over blanks of the same line, backwards. */
export function skipBlanksBack(text: string, position: number): number {
  let start = position
  while (start > 0 && /[^\S\r\n]/.test(text[start - 1] ?? '')) start--
  return start
}

function breakAt(text: string, position: number): string {
  if (text.startsWith('\r\n', position)) return '\r\n'
  return isBreak(text, position) ? (text[position] ?? '') : ''
}

function isBreak(text: string, position: number): boolean {
  const code = text.charCodeAt(position)
  return code === 10 || code === 13
}

/** The first line that does not decode on its own; a line break never stands inside a UTF-8 sequence. */
function lineOfBadByte(bytes: Uint8Array): number {
  let line = 1
  let start = 0
  for (let index = 0; index <= bytes.length; index++) {
    if (index < bytes.length && bytes[index] !== 10) continue
    if (!isUtf8(bytes.subarray(start, index))) return line
    start = index + 1
    line++
  }
  return line
}

function isUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return true
  } catch {
    return false
  }
}
