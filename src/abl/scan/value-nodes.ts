import { isRecord } from '../../core/json.ts'
import type { Node, Pair, Value } from './node.ts'
import { quote } from './quoted.ts'
import type { Span } from './source.ts'

/** Keys whose texts are read as they are written: words, expressions, and quoted texts in them. */
const AS_WRITTEN = new Set(['on_fail', 'RETURN'])
/** Keys whose entries are. */
const ENTRIES_AS_WRITTEN = new Set(['set', 'SET', 'WITH'])
/** Values inside one another, at most; the readers refuse such depths anyway. */
const DEEPEST = 40

interface Writing {
  text: string
}

/**
 * Values of a program as the nodes that the lines of a file would give, over a text that holds them. A text stands in
 * quotes, but for the keys whose values are expressions as they are written (docs/abl.md, "Expressions").
 */
export function declarationNodes(values: Readonly<Record<string, unknown>>): { text: string; pairs: Pair[] } {
  const writing: Writing = { text: '' }
  const pairs = pairsOf(writing, values, { raw: false, depth: 0 })
  return { text: writing.text, pairs }
}

interface Style {
  raw: boolean
  depth: number
}

function pairsOf(writing: Writing, values: Readonly<Record<string, unknown>>, { raw, depth }: Style): Pair[] {
  return Object.entries(values).flatMap(([key, value]) => {
    if (value === undefined) return []
    const keySpan = write(writing, key)
    write(writing, ': ')
    const style = { raw: raw || AS_WRITTEN.has(key) || ENTRIES_AS_WRITTEN.has(key), depth: depth + 1 }
    const node = nodeOf(writing, value, style)
    write(writing, '\n')
    return [{ kind: 'pair', key, keySpan, value: node, span: { start: keySpan.start, end: node.span.end } }]
  })
}

function nodeOf(writing: Writing, value: unknown, { raw, depth }: Style): Value {
  if (depth > DEEPEST) return leafOf(writing, '"…"')
  const nested = { raw, depth: depth + 1 }
  if (Array.isArray(value)) {
    return block(writing, () => value.map(item => itemOf(writing, item, nested)))
  }
  if (isRecord(value)) return block(writing, () => pairsOf(writing, value, nested))
  return leafOf(writing, raw || typeof value !== 'string' ? String(value) : quote(value))
}

function itemOf(writing: Writing, value: unknown, style: Style): Node {
  const node = nodeOf(writing, value, style)
  write(writing, '\n')
  return { kind: 'item', value: node, span: node.span }
}

/** An empty list or map is written in brackets: a block without lines would be no value. */
function block(writing: Writing, fill: () => Node[]): Value {
  const start = writing.text.length
  const nodes = fill()
  if (nodes.length > 0) return { kind: 'block', nodes, span: { start, end: writing.text.length } }
  return { kind: 'block', nodes, span: write(writing, '{}') }
}

function leafOf(writing: Writing, text: string): Value {
  const trimmed = text.trim()
  const span = write(writing, trimmed)
  if (trimmed === '') return { kind: 'none', commented: false, span }
  return { kind: 'inline', span, leaf: { ...span, text: trimmed } }
}

function write(writing: Writing, text: string): Span {
  const start = writing.text.length
  writing.text += text
  return { start, end: writing.text.length }
}
