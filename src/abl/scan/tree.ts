import { type LineCursor, peekContent, skipDeeper } from './cursor.ts'
import { arrowFollows, type Gathered, type GatherFrom, gatherBrackets, gatherLine, joinLeaves } from './gather.ts'
import { isSpace, type Line, widen } from './lines.ts'
import type { Node, PlainLine, Value } from './node.ts'
import { gatherPipe } from './pipe.ts'
import { readQuoted } from './quoted.ts'
import { closingQuote, commentStart } from './quotes.ts'
import type { Report } from './report.ts'
import type { Span } from './source.ts'

/** Blocks inside blocks, at most. */
const DEEPEST = 32

/** A key: the characters of an HTTP header's name, brackets for paths, `?` for an optional field; or a quoted text. */
const KEY = /(?!#)(?:[A-Za-z0-9!$%&*+\-.^_`|~[\]#']+\??|"(?:[^"\\\n]|\\.)*"|'(?:[^'\n]|'')*')(?=[ \t]*:)/y
const SIGNATURE = /[A-Za-z_][\w-]*[ \t]*\(/y

/** Where a block stands: `parent` is the column of what it belongs to, `depth` counts the blocks around it. */
interface Place {
  parent: number
  depth: number
}

/** A place inside a line: an offset, with what stands around it. */
interface Start extends Place {
  at: number
}

/** The entries indented more than `parent`. The first one sets the column that every sibling must have. */
export function readBlock(cursor: LineCursor, { parent, depth }: Place): Node[] {
  const first = peekContent(cursor)
  if (!first || first.column <= parent) return []
  if (depth > DEEPEST) return tooDeep(cursor, first, parent)
  return readSiblings(cursor, { parent, depth, column: first.column })
}

function readSiblings(cursor: LineCursor, block: Place & { column: number }): Node[] {
  const nodes: Node[] = []
  for (let line = peekContent(cursor); line && line.column > block.parent; line = peekContent(cursor)) {
    if (line.column === block.column) nodes.push(readNode(cursor, line, block))
    else misplaced(cursor, line, { column: block.column, before: nodes.at(-1) })
  }
  return nodes
}

function readNode(cursor: LineCursor, line: Line, block: Place & { column: number }): Node {
  warnAboutTabs(cursor.report, line)
  const { text } = cursor.report.source
  if (text[line.first] === '-' && (line.first + 1 === line.end || isSpace(text[line.first + 1]))) {
    return readItem(cursor, line, block)
  }
  return readEntry(cursor, line, { at: line.first, parent: block.column, depth: block.depth })
}

function readEntry(cursor: LineCursor, line: Line, from: Start): Node {
  const key = keyAt(cursor.report.source.text, from.at, line.end)
  if (!key) return readPlainLine(cursor, line, from)
  const value = readValue(cursor, line, { ...from, at: key.colon + 1 })
  return { kind: 'pair', key: key.text, keySpan: key.span, value, span: { start: from.at, end: value.span.end } }
}

function readItem(cursor: LineCursor, line: Line, block: Place & { column: number }): Node {
  const { text } = cursor.report.source
  let at = line.first + 1
  let column = widen(block.column, '-')
  for (; at < line.end && isSpace(text[at]); at++) column = widen(column, text[at])
  const key = keyAt(text, at, line.end)
  const isMap = key && (key.colon + 1 === line.end || isSpace(text[key.colon + 1]))
  if (!isMap) return itemOf(line, readValue(cursor, line, { at, parent: block.column, depth: block.depth }))
  const first = readEntry(cursor, line, { at, parent: column, depth: block.depth + 1 })
  const rest = readSiblings(cursor, { parent: block.column, depth: block.depth + 1, column })
  const nodes = [first, ...rest]
  return itemOf(line, { kind: 'block', nodes, span: { start: at, end: nodes.at(-1)?.span.end ?? line.end } })
}

function itemOf(line: Line, value: Value): Node {
  return { kind: 'item', value, span: { start: line.first, end: value.span.end } }
}

function readPlainLine(cursor: LineCursor, line: Line, { at, parent, depth }: Start): PlainLine {
  const { text } = cursor.report.source
  SIGNATURE.lastIndex = at
  const isSignature = depth === 0 && SIGNATURE.test(text)
  const { leaf, broken } = isSignature
    ? gatherSignature(cursor, { line, at, column: parent })
    : { leaf: gatherLine(cursor, at, commentStart(text, at, line.end)), broken: false }
  const children = broken ? [] : readBlock(cursor, { parent, depth: depth + 1 })
  if (broken) skipDeeper(cursor, parent)
  const end = children.at(-1)?.span.end ?? leaf.end
  const reach = Math.max(end, cursor.lines[cursor.next - 1]?.end ?? end)
  return { kind: 'line', leaf, broken, children, span: { start: at, end }, reach }
}

/** A signature that ends with its parameters may go on with `->` on a deeper line. */
function gatherSignature(cursor: LineCursor, from: GatherFrom): Gathered {
  const head = gatherBrackets(cursor, from)
  const arrow = !head.broken && head.leaf.text.endsWith(')') ? arrowFollows(cursor, from.column) : undefined
  if (!arrow) return head
  const tail = gatherBrackets(cursor, { line: arrow, at: arrow.first, column: from.column })
  return { leaf: joinLeaves(head.leaf, tail.leaf), broken: tail.broken }
}

/** What stands after a colon or a dash, from `at` on; consumes the line and all that belongs to the value. */
export function readValue(cursor: LineCursor, line: Line, { at, ...place }: Start): Value {
  const { text } = cursor.report.source
  let start = at
  while (start < line.end && isSpace(text[start])) start++
  const comment = commentStart(text, start, line.end)
  if (start >= comment) return readBelow(cursor, { at, line, commented: comment < line.end }, place)
  const style = text.slice(start, comment).trimEnd()
  if (style === '|' || style === '|-') return readPipe(cursor, start, place.parent)
  if (style.startsWith('|') || /^>[-+]?\d?$/.test(style)) return refuseStyle(cursor, { start, style }, place.parent)
  if (!continues(text, start, line.end)) return inline(gatherLine(cursor, start, comment))
  const { leaf, broken } = gatherBrackets(cursor, { line, at: start, column: place.parent })
  return broken ? { kind: 'broken', span: leaf } : inline(leaf)
}

function readBelow(
  cursor: LineCursor,
  { at, line, commented }: { at: number; line: Line; commented: boolean },
  place: Place,
): Value {
  cursor.next++
  const nodes = readBlock(cursor, { parent: place.parent, depth: place.depth + 1 })
  const start = nodes[0]?.span.start ?? at
  if (nodes.length === 0) return { kind: 'none', commented, span: { start: at, end: Math.min(at, line.end) } }
  return { kind: 'block', nodes, span: { start, end: nodes.at(-1)?.span.end ?? start } }
}

function readPipe(cursor: LineCursor, start: number, column: number): Value {
  cursor.next++
  const { text, end } = gatherPipe(cursor, column)
  return { kind: 'pipe', text, span: { start, end: Math.max(end, start + 1) } }
}

function refuseStyle(cursor: LineCursor, { start, style }: { start: number; style: string }, column: number): Value {
  const span = { start, end: start + style.length }
  cursor.report.add({
    code: 'ABL1007',
    span,
    message: `The block style \`${style.slice(0, 20)}\` is not supported.`,
    hint: 'write `|` alone and the text on deeper lines below it, or put the text in quotes',
  })
  cursor.next++
  skipDeeper(cursor, column)
  return { kind: 'broken', span }
}

/** Lists and maps may span lines, and so may the names after an import's path. */
function continues(text: string, start: number, end: number): boolean {
  const first = text[start]
  if (first === '[') return true
  if (first === '{') return text[start + 1] !== '{'
  if (first !== '"' && first !== "'") return false
  const close = closingQuote(text, start, end)
  return close > 0 && /^[ \t]*\[/.test(text.slice(close + 1, end))
}

function inline(leaf: { text: string } & Span): Value {
  return { kind: 'inline', leaf, span: leaf }
}

function keyAt(text: string, at: number, end: number): { text: string; span: Span; colon: number } | undefined {
  KEY.lastIndex = at
  const found = KEY.exec(text)?.[0]
  if (found === undefined || at + found.length > end) return undefined
  const quoted = readQuoted({ text: found, start: at, end: at + found.length })
  const key = quoted.kind === 'quoted' ? quoted.text : found
  return { text: key, span: { start: at, end: at + found.length }, colon: text.indexOf(':', at + found.length) }
}

function misplaced(
  cursor: LineCursor,
  line: Line,
  { column, before }: { column: number; before: Node | undefined },
): void {
  const afterValue = line.column > column && before?.kind === 'pair' && before.value.kind === 'inline'
  cursor.report.add({
    code: 'ABL1001',
    span: { start: line.first, end: line.end },
    message: `Indentation ${line.column} does not match ${column}, the column of the lines around it.`,
    hint: afterValue ? `\`${before.key}\` already has its value on its own line` : `indent it by ${column}`,
  })
  cursor.next++
  skipDeeper(cursor, line.column)
}

function tooDeep(cursor: LineCursor, line: Line, parent: number): Node[] {
  const span = { start: line.first, end: line.end }
  cursor.report.add({ code: 'ABL1010', span, message: `Blocks are nested deeper than ${DEEPEST} levels.` })
  skipDeeper(cursor, parent)
  return []
}

function warnAboutTabs(report: Report, line: Line): void {
  if (!line.mixed) return
  report.add({
    code: 'ABL1002',
    span: { start: line.start, end: line.first },
    message: 'The indentation of this line mixes tabs and spaces.',
    hint: 'use spaces; a tab counts to the next multiple of four',
  })
}
