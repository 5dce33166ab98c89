import { widen } from '../scan/lines.ts'
import type { Node, Value } from '../scan/node.ts'
import type { Section } from '../scan/sections.ts'
import { positionOf, type Source } from '../scan/source.ts'

/** What becomes of a line: its new text, or nothing. Lines that nobody shapes stay as they are. */
export type ShapedLine = { text: string; indent: number; inPipe?: boolean } | 'dropped'

interface Shaping {
  source: Source
  shaped: Map<number, ShapedLine>
}

/** The new text of every line of the sections that are read, by its index. */
export function shapeLines(sections: readonly Section[], source: Source): ReadonlyMap<number, ShapedLine> {
  const shaping: Shaping = { source, shaped: new Map() }
  for (const { keyword, keywordSpan, value } of sections) {
    shape(shaping, keywordSpan.start, { indent: 0, text: spaced(restOfLine(source, keywordSpan.start), keyword) })
    shapeValue(shaping, value, { at: keywordSpan.start, indent: 0 })
  }
  return shaping.shaped
}

interface Place {
  /** Where the line of the key begins. */
  at: number
  indent: number
}

function shapeNode(shaping: Shaping, node: Node, indent: number): void {
  const at = node.span.start
  const rest = restOfLine(shaping.source, at)
  if (node.kind === 'pair') {
    shape(shaping, at, { indent, text: spaced(rest, shaping.source.text.slice(node.keySpan.start, node.keySpan.end)) })
    shapeValue(shaping, node.value, { at, indent })
  } else if (node.kind === 'item') shapeItem(shaping, node, indent)
  else {
    shape(shaping, at, { indent, text: rest })
    shapeContinuation(shaping, node.leaf, { at, indent })
    for (const child of node.children) shapeNode(shaping, child, indent + 2)
  }
}

/** A dash, then what stands on its line; the other keys of the entry line up with the first. */
function shapeItem(shaping: Shaping, { value, span }: Extract<Node, { kind: 'item' }>, indent: number): void {
  const first = value.kind === 'block' ? value.nodes[0] : undefined
  const isOnDashLine = first && lineOf(shaping.source, first.span.start) === lineOf(shaping.source, span.start)
  const rest = restOfLine(shaping.source, span.start).replace(/^-[ \t]*/, '')
  if (value.kind !== 'block' || !isOnDashLine) {
    shape(shaping, span.start, { indent, text: rest === '' ? '-' : `- ${rest}` })
    shapeValue(shaping, value, { at: span.start, indent })
    return
  }
  for (const node of value.nodes) shapeNode(shaping, node, indent + 2)
  const line = shaping.shaped.get(lineOf(shaping.source, span.start))
  if (line && line !== 'dropped') shape(shaping, span.start, { indent, text: `- ${line.text.trimStart()}` })
}

function shapeValue(shaping: Shaping, value: Value, place: Place): void {
  if (value.kind === 'block') for (const node of value.nodes) shapeNode(shaping, node, place.indent + 2)
  if (value.kind === 'inline') shapeContinuation(shaping, value.leaf, place)
  if (value.kind === 'pipe') shapePipe(shaping, value, place.indent + 2)
}

function shapePipe(
  { source, shaped }: Shaping,
  { span, text }: Extract<Value, { kind: 'pipe' }>,
  indent: number,
): void {
  const first = lineOf(source, span.start) + 1
  const last = lineOf(source, Math.max(span.start, span.end))
  const lines = text.split('\n')
  for (let index = first; index <= last; index++) {
    const line = lines[index - first - (last - first + 1 - lines.length)]
    shaped.set(
      index,
      line === undefined ? 'dropped' : { indent, inPipe: true, text: line === '' ? '' : ' '.repeat(indent) + line },
    )
  }
}

/** The further lines of a value or signature keep their distance from its first one. */
function shapeContinuation(
  shaping: Shaping,
  { start, end }: { start: number; end: number },
  { at, indent }: Place,
): void {
  const { source } = shaping
  const shift = indent - columnOf(source, at)
  for (let index = lineOf(source, start) + 1; index <= lineOf(source, end); index++) {
    const lineStart = source.lineStarts[index] ?? 0
    const text = restOfLine(source, lineStart).trimStart()
    const first = lineStart + (restOfLine(source, lineStart).length - text.length)
    const moved = Math.max(0, columnOf(source, first) + shift)
    if (text !== '') shaping.shaped.set(index, { indent: moved, text: ' '.repeat(moved) + text })
  }
}

function shape({ source, shaped }: Shaping, at: number, { indent, text }: { indent: number; text: string }): void {
  shaped.set(lineOf(source, at), { indent, text: ' '.repeat(indent) + text })
}

/** `key:value` and `key :  value` become `key: value`. */
function spaced(rest: string, key: string): string {
  return rest
    .slice(key.length)
    .replace(/^[ \t]*:[ \t]*/, `${key}: `)
    .trimEnd()
}

function restOfLine({ text }: Source, at: number): string {
  const end = text.indexOf('\n', at)
  return text.slice(at, end < 0 ? text.length : end).trimEnd()
}

function lineOf(source: Source, offset: number): number {
  return positionOf(source, offset).line - 1
}

/** The column at which the content of an offset's line begins. */
function columnOf(source: Source, offset: number): number {
  let column = 0
  for (let at = source.lineStarts[lineOf(source, offset)] ?? 0; /[ \t]/.test(source.text[at] ?? ''); at++) {
    column = widen(column, source.text[at])
  }
  return column
}
