// Takes one element out of a list with its comma and its same-line comment; comments of their own line stay, directive
// comments right above go with it.

import { sameLineEnd, startWithDirectives } from '../comments.ts'
import { hasBreak, lineEnd, lineStart, nextLine, type Span, type Splice, skipBlanks, skipBlanksBack } from '../text.ts'
import type { CommaList } from './comma-list.ts'

interface Place {
  text: string
  list: CommaList
  item: Span
  /** The comma behind it. */
  comma: Span | undefined
  /** The comma before it. */
  before: Span | undefined
  /** The end of the token before it. */
  previous: number
  /** The start of the token after it and its comma. */
  next: number
  isLast: boolean
  /** The end of the comments before it that stay. */
  kept: number
}

export function removeItem(text: string, list: CommaList, index: number): Splice[] {
  const place = placeOf(text, list, index)
  if (startsWithComma(place)) return removeCommaFirstLine(place)
  if (nextStartsWithComma(place)) return removeBeforeCommaLine(place)
  const ownLine = hasBreak(text, place.previous, place.item.start)
  const nextBelow = hasBreak(text, end(place), place.next)
  if (ownLine && nextBelow) return removeLine(place)
  if (list.items.length === 1) return removeOnly(place)
  if (!place.isLast) return nextBelow ? removeEndOfLine(place) : removeUpToNext(place)
  return removeLastInline(place)
}

function placeOf(text: string, list: CommaList, index: number): Place {
  const item = list.items[index]
  if (!item) throw new RangeError(`No element ${index}.`)
  const before = list.commas[index - 1]
  const previous = before?.end ?? list.open
  const kept = list.comments(text, previous, item.start).at(-1)?.end ?? previous
  return {
    text,
    list,
    item,
    comma: list.commas[index],
    before,
    previous,
    next: list.items[index + 1]?.start ?? list.close,
    isLast: index === list.items.length - 1,
    kept,
  }
}

function end(place: Place): number {
  return place.comma?.end ?? place.item.end
}

function startsWithComma({ text, list, before, item }: Place): boolean {
  if (!before) return false
  const previousItem = list.items[list.commas.indexOf(before)]
  return (
    previousItem !== undefined &&
    hasBreak(text, previousItem.end, before.start) &&
    !hasBreak(text, before.end, item.start)
  )
}

function nextStartsWithComma({ text, comma, item, isLast }: Place): boolean {
  return comma !== undefined && !isLast && hasBreak(text, item.end, comma.start)
}

function removeCommaFirstLine(place: Place): Splice[] {
  const { text, before, item, list } = place
  const commentEnd = sameLineEnd(list.comments, text, item.end, place.next)
  const from = lineStart(text, before?.start ?? item.start)
  if (skipBlanks(text, commentEnd) < lineEnd(text, commentEnd)) {
    return [cut(skipLineBreakBack(text, from), Math.min(commentEnd, list.close))]
  }
  return [cut(from, nextLine(text, commentEnd))]
}

/** The first element of a comma-first list: the next one moves to its place. */
function removeBeforeCommaLine(place: Place): Splice[] {
  const { text, list, item, comma, next } = place
  const commentEnd = sameLineEnd(list.comments, text, item.end, next)
  if (!comma) return []
  const between = list.comments(text, commentEnd, next)
  if (between.length === 0) return [cut(item.start, next)]
  return [cut(item.start, commentEnd), cut(comma.start, skipBlanks(text, comma.end))]
}

function removeLine(place: Place): Splice[] {
  const { text, list, item, previous, next, kept } = place
  const commentEnd = sameLineEnd(list.comments, text, end(place), next)
  const orphan = orphanComma(place)
  if (skipBlanks(text, commentEnd) < lineEnd(text, commentEnd)) {
    return [...orphan, cut(item.start, skipBlanks(text, end(place)))]
  }
  if (kept >= lineStart(text, item.start) && kept > previous) return [...orphan, cut(kept, commentEnd)]
  return [...orphan, cut(startWithDirectives(list.comments, text, previous, item.start), nextLine(text, commentEnd))]
}

/** `[x]`: what stood between the brackets before stays. */
function removeOnly(place: Place): Splice[] {
  const { text, list, item, kept, next } = place
  const commentEnd = sameLineEnd(list.comments, text, end(place), next)
  if (kept > list.open) return [cut(skipBlanksBack(text, item.start), commentEnd)]
  if (hasBreak(text, list.open, item.start)) return [cut(list.open, commentEnd)]
  const padded = skipBlanksBack(text, item.start) < item.start
  return [cut(item.start, padded ? skipBlanks(text, commentEnd) : commentEnd)]
}

/** `a, x, b`: up to the next element or the comment before it. */
function removeUpToNext(place: Place): Splice[] {
  const { text, list, item, next } = place
  const comment = list.comments(text, end(place), next)[0]
  return [cut(item.start, comment?.start ?? next)]
}

/** `a, x,` with more lines to come. A comment behind it belongs to it only when it is alone. */
function removeEndOfLine(place: Place): Splice[] {
  const { text, list, item, before, next } = place
  const alone = before === undefined
  const until = alone ? sameLineEnd(list.comments, text, end(place), next) : end(place)
  return [cut(alone ? item.start : Math.max(place.kept, skipBlanksBack(text, item.start)), until)]
}

function removeLastInline(place: Place): Splice[] {
  const { text, item, list, comma } = place
  const ownEnd = sameLineEnd(list.comments, text, item.end, comma?.start ?? list.close)
  const hasLineComment = list.comments(text, item.end, ownEnd).some(comment => comment.kind === 'line')
  const until = comma?.end ?? (hasLineComment ? item.end : ownEnd)
  return [...orphanComma(place), cut(startOfGap(place), until)]
}

/** Where the gap before the element starts; the bracket must never move into a line comment. */
function startOfGap({ text, list, previous, item, kept }: Place): number {
  const last = list.comments(text, previous, item.start).at(-1)
  return last?.kind === 'line' ? lineStart(text, item.start) : kept
}

/** A comma that would be left before the bracket, in a list that ends without one. */
function orphanComma({ comma, before, isLast }: Place): Splice[] {
  return isLast && !comma && before ? [cut(before.start, before.end)] : []
}

function skipLineBreakBack(text: string, start: number): number {
  if (text.slice(0, start).endsWith('\r\n')) return start - 2
  return start > 0 ? start - 1 : 0
}

function cut(start: number, end: number): Splice {
  return { start, end, text: '' }
}
