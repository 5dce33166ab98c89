import { isCollection, isPair, isScalar, type Node, type Pair } from 'yaml'
import { indentation, lineBreakNear, lineEnd, lineStart, nextLine, type Splice } from '../text.ts'

/** Where new lines go below a node: at the end of its last line, or at the start of the line below a block scalar. */
export interface ContentEnd {
  at: number
  startsLine: boolean
}

/**
 * The end of a node's own text: after the last value and its same-line comment, and after comments of their own line
 * that stand deeper than `column`; before every other comment and blank line.
 */
export function contentEnd(text: string, node: Node | Pair, column: number): ContentEnd {
  const last = lastLeaf(node)
  const end = last.range?.[1] ?? 0
  if (isScalar(last) && (last.type === 'BLOCK_LITERAL' || last.type === 'BLOCK_FOLDED')) {
    const startsLine = lineStart(text, end) === end
    return { at: end, startsLine }
  }
  return { at: withDeeperComments(text, lineEnd(text, end), column), startsLine: false }
}

/** The splice that puts whole lines (without a final break) at the end of some content. */
export function insertLines(text: string, end: ContentEnd, lines: string): Splice {
  const lineBreak = lineBreakNear(text, Math.max(0, end.at - 1))
  const added = end.startsLine ? `${lines}${lineBreak}` : `${lineBreak}${lines}`
  return { start: end.at, end: end.at, text: added }
}

function lastLeaf(node: Node | Pair): Node {
  if (isPair(node)) {
    const value = node.value as Node | null
    const key = node.key as Node
    const isEmpty = value === null || (value.range?.[1] ?? 0) <= (key.range?.[1] ?? 0)
    return isEmpty ? key : lastLeaf(value)
  }
  if (!isCollection(node) || node.flow) return node
  const last = node.items.at(-1) as Node | Pair | undefined
  return last ? lastLeaf(last) : node
}

/** `from` moved behind comment lines that stand deeper than `column` and follow without an empty line. */
export function withDeeperComments(text: string, from: number, column: number): number {
  let end = from
  for (;;) {
    const start = nextLine(text, end)
    const line = text.slice(start, lineEnd(text, start))
    const hash = line.length - line.trimStart().length
    if (start === end || line.trim()[0] !== '#' || hash <= column) return end
    end = lineEnd(text, start)
  }
}

/** The column (from 0) of a position, and the blanks before it. */
export function columnOf(text: string, position: number): { column: number; indent: string } {
  return { column: position - lineStart(text, position), indent: indentation(text, position) }
}

/** Whole lines; at the end of a text without a final line break the break before them goes instead. */
export function withoutLines(text: string, start: number, end: ContentEnd): Splice {
  if (end.startsLine) return { start, end: end.at, text: '' }
  const below = nextLine(text, end.at)
  const endsOpen = below === text.length && lineEnd(text, end.at) === text.length
  if (!endsOpen || start === 0) return { start, end: below, text: '' }
  return { start: start - (text.slice(0, start).endsWith('\r\n') ? 2 : 1), end: below, text: '' }
}
