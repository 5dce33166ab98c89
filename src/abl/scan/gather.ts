import { type LineCursor, peekContent } from './cursor.ts'
import { isSpace, type Line } from './lines.ts'
import type { Leaf } from './node.ts'
import { quoteSkipper } from './quotes.ts'
import type { Span } from './source.ts'

const CLOSERS: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}' }

export interface Gathered {
  leaf: Leaf
  broken: boolean
}

interface Opener {
  character: string
  at: number
}

/** The rest of the current line from `from` up to its comment. Consumes the line. */
export function gatherLine(cursor: LineCursor, from: number, comment: number): Leaf {
  cursor.next++
  return leafOf(cursor, from, comment)
}

/** Where brackets are gathered from: an offset in a line, and the column that further lines must go beyond. */
export interface GatherFrom {
  line: Line
  at: number
  column: number
}

/**
 * From `at` to the end of the line on which every bracket is closed again. Goes on over lines indented more than
 * `column` and over lines that begin with a closing bracket; what stays open is reported at its opener (ABL1004).
 */
export function gatherBrackets(cursor: LineCursor, from: GatherFrom): Gathered {
  const open: Opener[] = []
  const comments: Span[] = []
  let line: Line | undefined = from.line
  let start = from.at
  let end = from.at
  while (line) {
    const stop = scanLine(cursor.report.source.text, { start, end: line.end }, open)
    cursor.next++
    end = stop.end
    if (end < line.end) comments.push({ start: end, end: line.end })
    if (stop.mismatched) return broken(cursor, { start: from.at, end }, stop.mismatched)
    if (open.length === 0) return { leaf: masked(leafOf(cursor, from.at, end), comments), broken: false }
    line = nextPart(cursor, from.column, comments)
    start = line?.first ?? start
  }
  return broken(cursor, { start: from.at, end }, open.at(-1))
}

/** Whether the next line with content goes on with `->`, deeper than `column`. */
export function arrowFollows(cursor: LineCursor, column: number): Line | undefined {
  const line = peekContent(cursor)
  return line && line.column > column && cursor.report.source.text.startsWith('->', line.first) ? line : undefined
}

/** Two leaves that follow each other, as one; what stands between them is blanked out. */
export function joinLeaves(first: Leaf, second: Leaf): Leaf {
  const gap = ' '.repeat(second.start - first.end)
  return { text: first.text + gap + second.text, start: first.start, end: second.end }
}

function scanLine(text: string, { start, end }: Span, open: Opener[]): { end: number; mismatched?: Opener } {
  const skip = quoteSkipper(text, end)
  for (let at = start; at < end; ) {
    const after = skip(at)
    if (after !== at) {
      at = after
      continue
    }
    const character = text[at] ?? ''
    if (character === '#' && isSpace(text[at - 1])) return { end: at }
    if (character === '(' || character === '[' || character === '{') open.push({ character, at })
    else if (character === ')' || character === ']' || character === '}') {
      const opener = open.pop()
      if (opener && CLOSERS[opener.character] !== character) return { end, mismatched: opener }
    }
    at++
  }
  return { end }
}

function nextPart(cursor: LineCursor, column: number, comments: Span[]): Line | undefined {
  const before = cursor.next
  const line = peekContent(cursor)
  if (!line) return undefined
  if (line.column <= column && !/[)\]}]/.test(cursor.report.source.text[line.first] ?? '')) return undefined
  for (const passed of cursor.lines.slice(before, cursor.next)) {
    if (passed.kind === 'comment') comments.push({ start: passed.first, end: passed.end })
  }
  return line
}

function broken(cursor: LineCursor, { start, end }: Span, opener: Opener | undefined): Gathered {
  if (opener) {
    cursor.report.add({
      code: 'ABL1004',
      span: { start: opener.at, end: opener.at + 1 },
      message: `The bracket \`${opener.character}\` is never closed.`,
      hint: `close it with \`${CLOSERS[opener.character]}\``,
    })
  }
  return { leaf: leafOf(cursor, start, end), broken: true }
}

function leafOf(cursor: LineCursor, from: number, to: number): Leaf {
  const { text } = cursor.report.source
  let start = from
  let end = to
  while (start < end && isSpace(text[start])) start++
  while (end > start && isSpace(text[end - 1])) end--
  return { text: text.slice(start, end), start, end }
}

function masked(leaf: Leaf, comments: readonly Span[]): Leaf {
  let text = ''
  let at = leaf.start
  for (const { start, end } of comments) {
    if (start >= leaf.end) break
    text += leaf.text.slice(at - leaf.start, start - leaf.start) + ' '.repeat(end - start)
    at = end
  }
  return { ...leaf, text: text + leaf.text.slice(at - leaf.start) }
}
