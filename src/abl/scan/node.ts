import type { Span } from './source.ts'

/**
 * Text of a value or a signature as it stands in the source: trimmed, comments inside it blanked out, so that
 * `start + index` is always the place of `text[index]`.
 */
export interface Leaf extends Span {
  text: string
}

/** What stands after a key's colon or a list's dash. */
export type Value =
  | { kind: 'none'; span: Span; commented: boolean }
  | { kind: 'inline'; span: Span; leaf: Leaf }
  | { kind: 'pipe'; span: Span; text: string }
  | { kind: 'block'; span: Span; nodes: Node[] }
  /** Already reported; readers pass over it in silence. */
  | { kind: 'broken'; span: Span }

export interface Pair {
  kind: 'pair'
  key: string
  keySpan: Span
  value: Value
  span: Span
}

export interface Item {
  kind: 'item'
  value: Value
  span: Span
}

/** A line without a key: a tool's signature, or `path = expression`. */
export interface PlainLine {
  kind: 'line'
  leaf: Leaf
  children: Node[]
  broken: boolean
  span: Span
  /** The end of the last line that belongs to it, lines that could not be read included. */
  reach: number
}

/** One entry of a block, with everything indented below it. */
export type Node = Pair | Item | PlainLine

/** A part of a leaf, trimmed. */
export function sliceLeaf(leaf: Leaf, from: number, to: number): Leaf {
  let start = Math.max(0, from)
  let end = Math.min(leaf.text.length, to)
  while (start < end && isBlank(leaf.text.charCodeAt(start))) start++
  while (end > start && isBlank(leaf.text.charCodeAt(end - 1))) end--
  return { text: leaf.text.slice(start, end), start: leaf.start + start, end: leaf.start + end }
}

function isBlank(code: number): boolean {
  return code === 32 || code === 9 || code === 10
}
