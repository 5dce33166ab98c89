// Where a new last element goes and what it looks like: the list's own shape decides.

import { sameLineEnd } from '../comments.ts'
import { hasBreak, indentation, lineBreakNear, lineEnd, lineStart, type Splice, skipBlanks } from '../text.ts'
import type { CommaList } from './comma-list.ts'

/** The splices that make `item` the last element: after the last one and its same-line comment. */
export function insertItem(text: string, list: CommaList, item: string): Splice[] {
  const last = list.items.at(-1)
  if (!last) return insertFirst(text, list, item)
  if (isCommaFirst(text, list)) return insertCommaFirst(text, list, item)
  if (standsOnOwnLines(text, list) || endsWithLineComment(text, list)) return insertLine(text, list, item)
  return insertInline(text, list, item)
}

function insertFirst(text: string, list: CommaList, item: string): Splice[] {
  const inner = text.slice(list.open, list.close)
  const comment = list.comments(text, list.open, list.close).at(-1)
  if (!hasBreak(text, list.open, list.close)) {
    if (comment) return [insert(comment.end, ` ${item}`)]
    return [insert(list.open, `${inner}${item}`)]
  }
  const from = comment?.end ?? list.open
  const indent = comment?.ownLine ? indentation(text, comment.start) : indentation(text, list.open) + indentUnit(text)
  return [insert(lineTail(text, from, list.close), `${lineBreakNear(text, list.open)}${indent}${item},`)]
}

/** `  , second` at the start of its line, below `    first`. */
function isCommaFirst(text: string, list: CommaList): boolean {
  const before = list.items.at(-2)
  const last = list.items.at(-1)
  const comma = list.commas[list.items.length - 2]
  if (!before || !last || !comma) return false
  return hasBreak(text, before.end, comma.start) && !hasBreak(text, comma.end, last.start)
}

function insertCommaFirst(text: string, list: CommaList, item: string): Splice[] {
  const last = list.items.at(-1)
  const comma = list.commas[list.items.length - 2]
  if (!last || !comma) return []
  const before = text.slice(lineStart(text, comma.start), comma.start)
  const gap = blanksOr(text.slice(comma.end, last.start), ' ')
  const at = lineTail(text, sameLineEnd(list.comments, text, last.end, list.close), list.close)
  return [insert(at, `${lineBreakNear(text, comma.start)}${before},${gap}${item}`)]
}

/** The last element starts its line, and a bracket stands alone on its side. */
function standsOnOwnLines(text: string, list: CommaList): boolean {
  const first = list.items[0]
  const last = list.items.at(-1)
  if (!first || !last) return false
  const before = list.items.length > 1 ? (list.commas[list.items.length - 2]?.end ?? list.open) : list.open
  if (!hasBreak(text, before, last.start)) return false
  return hasBreak(text, list.open, first.start) || hasBreak(text, endOfLast(list), list.close)
}

function insertLine(text: string, list: CommaList, item: string): Splice[] {
  const last = list.items.at(-1)
  if (!last) return []
  const indent = lineIndent(text, list, last.start)
  const newLine = `${lineBreakNear(text, last.end)}${indent}${item}`
  const trailing = list.commas[list.items.length - 1]
  if (trailing) {
    const at = lineTail(text, sameLineEnd(list.comments, text, trailing.end, list.close), list.close)
    return [insert(at, `${newLine},`)]
  }
  const comma = endOfBlockComments(text, list, last.end)
  const at = lineTail(text, sameLineEnd(list.comments, text, last.end, list.close), list.close)
  return [insert(comma, ','), insert(at, newLine)]
}

function insertInline(text: string, list: CommaList, item: string): Splice[] {
  const last = list.items.at(-1)
  if (!last) return []
  const before = list.commas[list.items.length - 2]
  const gap = before ? blanksOr(text.slice(before.end, last.start), ' ') : ' '
  const trailing = list.commas[list.items.length - 1]
  if (trailing) return [insert(trailing.end, `${gap}${item},`)]
  return [insert(endOfBlockComments(text, list, last.end), `,${gap}${item}`)]
}

function endsWithLineComment(text: string, list: CommaList): boolean {
  const from = endOfLast(list)
  const until = sameLineEnd(list.comments, text, from, list.close)
  return list.comments(text, from, until).at(-1)?.kind === 'line'
}

function endOfLast(list: CommaList): number {
  return list.commas[list.items.length - 1]?.end ?? list.items.at(-1)?.end ?? list.open
}

/** The end of block comments that follow an element directly on its line: they belong before its comma. */
function endOfBlockComments(text: string, list: CommaList, start: number): number {
  let at = start
  for (const comment of list.comments(text, start, list.close)) {
    if (comment.kind === 'line' || hasBreak(text, start, comment.end)) break
    at = comment.end
  }
  return at
}

/** The end of the line when only blanks are left on it, else `from`. */
function lineTail(text: string, from: number, limit: number): number {
  const end = skipBlanks(text, from)
  return end <= limit && end === lineEnd(text, from) ? end : from
}

/** The indentation of an element's line, or one step inside the bracket when the bracket shares that line. */
function lineIndent(text: string, list: CommaList, position: number): string {
  const indent = indentation(text, position)
  return lineStart(text, position) >= list.open ? indent : indent + indentUnit(text)
}

function indentUnit(text: string): string {
  return /^(\t| {2,8})\S/m.exec(text)?.[1] ?? '  '
}

function blanksOr(gap: string, otherwise: string): string {
  return /^[^\S\r\n]*$/.test(gap) ? gap : otherwise
}

function insert(at: number, text: string): Splice {
  return { start: at, end: at, text }
}
