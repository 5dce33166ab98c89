import { isDeepStrictEqual } from 'node:util'
import type { EditResult } from '../edit-result.ts'
import { applySplices, type Splice } from '../text.ts'
import { type Layout, lastLine, layoutOf, nodesOf } from './layout.ts'
import { type EditableAbl, parseTools, refuse } from './parse-tools.ts'
import { problemsOf, specsOf } from './same-tools.ts'

/**
 * Takes a tool out of an ABL file: its lines, the comments indented below it, and the blank lines that set it apart.
 * Comments above it are the person's and stay. A name that is not there is `noop`.
 */
export function removeAblTool(bytes: Uint8Array, { path, name }: { path: string; name: string }): EditResult {
  const editable = parseTools(bytes, path)
  if ('outcome' in editable) return editable.code === 'NO_TOOLS' ? { outcome: 'noop' } : editable
  const tool = editable.file.tools.find(({ spec }) => spec.name === name)
  if (!tool) return { outcome: 'noop' }
  const after = applySplices(editable.text, [removal(editable, layoutOf(editable), tool.span)])
  return isWithout(editable, after, { path, name })
    ? { outcome: 'edit', text: editable.mark + after }
    : refuse('UNPLACED', undefined, `\`${name}\` could not be taken out without changing something else.`)
}

/** The first and the last line of a tool, from 1; undefined when the file can't be read or has none of this name. */
export function linesOfTool(
  bytes: Uint8Array,
  { path, name }: { path: string; name: string },
): { first: number; last: number } | undefined {
  const editable = parseTools(bytes, path)
  if ('outcome' in editable) return undefined
  const tool = editable.file.tools.find(({ spec }) => spec.name === name)
  if (!tool) return undefined
  const layout = layoutOf(editable)
  return { first: layout.indexAt(tool.span.start) + 1, last: layout.indexAt(tool.span.end) + 1 }
}

function removal(editable: EditableAbl, layout: Layout, span: { start: number; end: number }): Splice {
  const first = layout.indexAt(span.start)
  const last = lastLine(layout, span.end, layout.lines[first]?.column ?? 0)
  const isBlank = (index: number): boolean => layout.lines[index]?.kind === 'blank'
  if (nodesOf(editable).some(node => node.span.start > span.start)) {
    let next = last + 1
    while (isBlank(next)) next++
    return { start: layout.place(first).start, end: layout.place(next).start, text: '' }
  }
  let above = first - 1
  while (isBlank(above)) above--
  return { start: layout.place(above).end, end: layout.place(last).end, text: '' }
}

function isWithout(editable: EditableAbl, after: string, { path, name }: { path: string; name: string }): boolean {
  const result = parseTools(Buffer.from(after), path)
  if ('outcome' in result) return false
  const wanted = specsOf(editable.file).filter(spec => spec.name !== name)
  return (
    isDeepStrictEqual(specsOf(result.file), wanted) &&
    problemsOf(result.file).length <= problemsOf(editable.file).length
  )
}
