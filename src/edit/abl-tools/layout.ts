import { type Line, readLines } from '../../abl/scan/lines.ts'
import type { Node } from '../../abl/scan/node.ts'
import { positionOf } from '../../abl/scan/source.ts'
import type { EditableAbl } from './parse-tools.ts'

/** The lines of a file, by index from 0, in the parser's view and in the file's own text. */
export interface Layout {
  lines: readonly Line[]
  /** The line of an offset into the parser's text, where every line ending is one character. */
  indexAt(offset: number): number
  /** Where a line's own text starts and ends in the file, its line break left out. */
  place(index: number): { start: number; end: number }
}

export function layoutOf({ file, text }: EditableAbl): Layout {
  const { source } = file.report
  const places = placesOf(text)
  return {
    lines: readLines(source),
    indexAt: offset => positionOf(source, offset).line - 1,
    place: index => places[index] ?? { start: text.length, end: text.length },
  }
}

function placesOf(text: string): { start: number; end: number }[] {
  const places = []
  let start = 0
  for (const { 0: written, index } of text.matchAll(/\r\n|\n|\r/g)) {
    places.push({ start, end: index })
    start = index + written.length
  }
  return [...places, { start, end: text.length }]
}

/** The last line of an entry: comments right below it that are indented more than `column` are part of it. */
export function lastLine(layout: Layout, end: number, column: number): number {
  let index = layout.indexAt(end)
  for (let next = layout.lines[index + 1]; next?.kind === 'comment' && next.column > column; ) {
    index++
    next = layout.lines[index + 1]
  }
  return index
}

/** How a file indents its tools and what is below them, and whether it puts a blank line between them. */
export interface ToolStyle {
  indent: string
  unit: string
  blankLine: boolean
}

export function toolStyle(editable: EditableAbl, layout: Layout): ToolStyle {
  const nodes = nodesOf(editable)
  const [first] = nodes
  const indent = first ? blanksBefore(editable, layout, first.span.start) : '  '
  const child = nodes.flatMap(childrenOf)[0]
  const below = child ? blanksBefore(editable, layout, child.span.start) : ''
  const plain = indent.includes('\t') ? '\t' : '  '
  const unit = below.length > indent.length && below.startsWith(indent) ? below.slice(indent.length) : plain
  return { indent, unit, blankLine: hasBlankLines(nodes, layout) }
}

/** The entries of TOOLS: imports, shared defaults and tools. */
export function nodesOf({ section }: EditableAbl): readonly Node[] {
  return section?.value.kind === 'block' ? section.value.nodes : []
}

function childrenOf(node: Node): readonly Node[] {
  if (node.kind === 'line') return node.children
  return node.kind === 'pair' && node.value.kind === 'block' ? node.value.nodes : []
}

function blanksBefore({ file }: EditableAbl, layout: Layout, offset: number): string {
  const { text } = file.report.source
  const line = layout.lines[layout.indexAt(offset)]
  return line ? text.slice(line.start, line.first) : ''
}

/** Told by the last tool that has something above it in the section; a first tool has a blank line. */
function hasBlankLines(nodes: readonly Node[], layout: Layout): boolean {
  const at = nodes.findLastIndex(node => node.kind === 'line')
  const tool = nodes[at]
  const above = nodes[at - 1]
  if (!tool || !above) return true
  const between = layout.lines.slice(layout.indexAt(above.span.end) + 1, layout.indexAt(tool.span.start))
  return between.some(line => line.kind === 'blank')
}
