import { isDeepStrictEqual } from 'node:util'
import { applyDefaults, type ToolDefaults } from '../../abl/file/defaults.ts'
import { printTool } from '../../abl/print/tool.ts'
import type { ToolSpec } from '../../abl/spec.ts'
import type { EditResult } from '../edit-result.ts'
import { applySplices, lineBreakNear, type Splice } from '../text.ts'
import { type Layout, lastLine, layoutOf, nodesOf, type ToolStyle, toolStyle } from './layout.ts'
import { type EditableAbl, parseTools, refuse } from './parse-tools.ts'
import { lineOfTool, plain, problemsOf, specsOf } from './same-tools.ts'

/** The tools to add to one file, `path` being that of the file. */
export interface NewAblTools {
  path: string
  tools: readonly ToolSpec[]
}

/**
 * Appends tools to the TOOLS section of an ABL file, indented as those that are there; what the file's shared defaults
 * already say is left out. Tools that are there word for word are passed over (`noop` when that is all of them); another
 * tool of the same name, and every file that can't be read for certain, is refused. Removing them gives the bytes back.
 */
export function addAblTools(bytes: Uint8Array, { path, tools }: NewAblTools): EditResult {
  const editable = parseTools(bytes, path)
  if ('outcome' in editable) return editable
  const { defaults } = editable.file
  const known = new Map(specsOf(editable.file).map(spec => [spec.name, spec]))
  const missing = tools.filter(tool => !isDeepStrictEqual(known.get(tool.name), plain(underDefaults(tool, defaults))))
  const taken = missing.find(({ name }) => known.has(name) || editable.file.broken.includes(name))
  if (taken) return nameTaken(editable, taken.name)
  if (missing.length === 0) return { outcome: 'noop' }
  const layout = layoutOf(editable)
  const style = toolStyle(editable, layout)
  for (const unit of new Set([style.unit, '  '])) {
    const after = applySplices(editable.text, [placed(editable, layout, { tools: missing, style: { ...style, unit } })])
    if (isAsWanted(editable, after, { path, tools: missing })) return { outcome: 'edit', text: editable.mark + after }
  }
  return refuse('UNPLACED', undefined, 'The tool could not be placed without changing something else.')
}

/** The tool as the file will read it: what it doesn't say itself comes from the shared defaults. */
function underDefaults(tool: ToolSpec, defaults: ToolDefaults): ToolSpec {
  const { binding, hints } = tool
  if (!binding) return tool
  const said = Object.entries(binding).filter(([, value]) => value !== undefined)
  const names = new Set(said.map(([name]) => KEYS[name] ?? name))
  return { ...tool, binding: applyDefaults(binding, defaults, { hints, isWritten: key => names.has(key) }) }
}

const KEYS: Readonly<Record<string, string>> = { retryDelay: 'retry_delay', rateLimit: 'rate_limit' }

function nameTaken(editable: EditableAbl, name: string): EditResult {
  return refuse('NAME_TAKEN', lineOfTool(editable.file, name), `A tool named \`${name}\` is there already.`)
}

interface Placing {
  tools: readonly ToolSpec[]
  style: ToolStyle
}

function placed(editable: EditableAbl, layout: Layout, { tools, style }: Placing): Splice {
  const { text, section, file } = editable
  const last = nodesOf(editable).at(-1)
  const column = last ? (layout.lines[layout.indexAt(last.span.start)]?.column ?? 0) : 0
  const anchor = last?.span.end ?? section?.keywordSpan.start ?? 0
  const { end } = layout.place(lastLine(layout, anchor, column))
  const lineBreak = lineBreakNear(text, end)
  const gap = lineBreak + (style.blankLine ? lineBreak : '')
  const blocks = tools.map(tool => shifted(printTool(tool, file.defaults), style).join(lineBreak))
  const written = blocks.join(gap)
  if (!section) return { start: 0, end: text.length, text: `TOOLS:${lineBreak}${written}${lineBreak}` }
  return { start: end, end, text: (last ? gap : lineBreak) + written }
}

/** Lines that are indented by two spaces, in the file's own steps. */
function shifted(lines: readonly string[], { indent, unit }: ToolStyle): string[] {
  return lines.map(line => {
    const depth = /^(?: {2})*/.exec(line)?.[0].length ?? 0
    return line === '' ? '' : indent + unit.repeat(depth / 2) + line.slice(depth)
  })
}

/** The same tools and problems as before, and the new ones as they were meant. */
function isAsWanted(editable: EditableAbl, after: string, { path, tools }: NewAblTools): boolean {
  const result = parseTools(Buffer.from(after), path)
  if ('outcome' in result) return false
  const { defaults } = result.file
  const wanted = [...specsOf(editable.file), ...tools.map(tool => plain(underDefaults(tool, defaults)))]
  return isDeepStrictEqual(specsOf(result.file), wanted) && !addsErrors(editable, result)
}

function addsErrors(before: EditableAbl, after: EditableAbl): boolean {
  return problemsOf(after.file).length > problemsOf(before.file).length
}
