import { newContext, type ReadContext, refuse, within } from '../codec/codec.ts'
import { reportDuplicate } from '../codec/collection.ts'
import type { Node, Pair } from '../scan/node.ts'
import { createReport, type Report, shown, suggestion } from '../scan/report.ts'
import { type FileKind, kindOf, readSections, type Section } from '../scan/sections.ts'
import { openSource } from '../scan/source.ts'
import { applyDefaults, DEFAULT_KEYS, DEFAULTS, type ToolDefaults } from './defaults.ts'
import { type AgentDeclaration, readAgent } from './read-agent.ts'
import { readImport, type ToolImport } from './read-import.ts'
import { type ParsedTool, readTool } from './read-tool.ts'

/** Everything one file declares, with the report of its problems. */
export interface ParsedFile {
  kind: FileKind
  report: Report
  sections: readonly Section[]
  agent: AgentDeclaration
  imports: ToolImport[]
  defaults: ToolDefaults
  /** With the file's defaults applied. */
  tools: ParsedTool[]
  /** Names of declarations that could not be read. */
  broken: string[]
  /** What stands in TOOLS outside the tools. */
  context: ReadContext
}

export interface ReadOptions {
  /** Relative to the project; its ending tells a file of tools (`.tools.abl`) from an agent's. */
  file: string
  /** Unknown properties are errors. @default false */
  strict?: boolean
}

interface Reading {
  kind: FileKind
  context: ReadContext
  imports: ToolImport[]
  defaults: ToolDefaults
  written: Map<string, Pair>
  tools: ParsedTool[]
  broken: string[]
}

/** Reads a whole file and never throws: every problem is in the report. */
export function readFile(text: string, { file, strict }: ReadOptions): ParsedFile {
  const report = createReport(openSource(text, file), strict)
  const kind = kindOf(file)
  const sections = readSections(report)
  const context = newContext(report, sections[0]?.keywordSpan ?? { start: 0, end: 0 })
  const reading: Reading = {
    kind,
    context,
    imports: [],
    defaults: { headers: [] },
    written: new Map(),
    tools: [],
    broken: [],
  }
  for (const section of sections) if (section.keyword === 'TOOLS') readTools(reading, section)
  for (const tool of reading.tools) layDefaults(tool, reading.defaults)
  reportDuplicateTools(reading.tools, report)
  const { imports, defaults, tools, broken } = reading
  return { kind, report, sections, agent: readAgent(sections, report), imports, defaults, tools, broken, context }
}

function readTools(reading: Reading, { value }: Section): void {
  if (value.kind === 'block') for (const node of value.nodes) readEntry(reading, node)
  else if (value.kind !== 'none' && value.kind !== 'broken') {
    refuse(reading.context, {
      code: 'ABL1005',
      span: value.span,
      message: 'Nothing may follow `TOOLS:` on its line.',
      hint: 'indent the tools below it',
    })
  }
}

function readEntry(reading: Reading, node: Node): void {
  if (node.kind === 'pair') readPair(reading, node)
  else if (node.kind === 'item') {
    const message = 'Tools are not written as a list.'
    refuse(reading.context, {
      code: 'ABL2001',
      span: { start: node.span.start, end: node.span.start + 1 },
      message,
      hint: 'leave out the dash',
    })
  } else {
    const tool = readTool(node, reading.context.report)
    if (tool) reading.tools.push(tool)
    else reading.broken.push(/^\w*/.exec(node.leaf.text)?.[0] ?? '')
  }
}

function readPair(reading: Reading, pair: Pair): void {
  const { context, kind } = reading
  const isDefault = DEFAULT_KEYS.includes(pair.key)
  if (pair.key === 'file' && kind === 'agent') {
    const found = readImport(pair, within(context, pair))
    if (found) reading.imports.push(found)
  } else if (pair.key === 'file')
    misplaced(pair, context, {
      message: 'A file of tools imports no other file.',
      hint: 'import both in the agent file',
    })
  else if (!isDefault) reportUnknownEntry(pair, reading)
  else if (kind === 'agent')
    misplaced(pair, context, {
      message: `\`${pair.key}\` is a shared default, which only a file of tools may set.`,
      hint: 'set it in each tool, or move the tools into a .tools.abl file',
    })
  else readDefault(reading, pair)
}

function readDefault(reading: Reading, pair: Pair): void {
  const { context, defaults, written, tools } = reading
  if (written.has(pair.key)) reportDuplicate(pair, context)
  written.set(pair.key, pair)
  if (tools.length > 0) {
    const message = `The shared default \`${pair.key}\` comes after a tool; it holds for all tools all the same.`
    context.report.add({ code: 'ABL2015', span: pair.keySpan, message, hint: 'put it before the first tool' })
  }
  for (const [name, field] of Object.entries(DEFAULTS)) {
    if (field.key !== pair.key) continue
    const value = field.codec.read(pair.value, within(context, pair))
    if (value !== undefined) Object.assign(defaults, { [name]: value })
  }
}

function reportUnknownEntry(pair: Pair, { kind, context }: Reading): void {
  const known = kind === 'tools' ? DEFAULT_KEYS : ['file']
  const message =
    kind === 'tools'
      ? `\`${shown(pair.key)}\` is no shared default.`
      : `\`${shown(pair.key)}\` is neither a tool nor an import.`
  const hint =
    suggestion(pair.key, known) ??
    (kind === 'tools' ? `defaults: ${known.join(', ')}` : 'a tool is declared as name(parameter: type) -> type')
  context.report.add({ code: 'ABL2007', severity: 'error', span: pair.keySpan, message, hint })
}

function misplaced(pair: Pair, context: ReadContext, words: { message: string; hint: string }): void {
  refuse(context, { code: 'ABL2014', span: pair.keySpan, ...words })
}

function layDefaults({ spec, context }: ParsedTool, defaults: ToolDefaults): void {
  if (!spec.binding) return
  spec.binding = applyDefaults(spec.binding, defaults, { hints: spec.hints, isWritten: key => context.places.has(key) })
}

function reportDuplicateTools(tools: readonly ParsedTool[], report: Report): void {
  const seen = new Set<string>()
  for (const { spec, nameSpan } of tools) {
    if (seen.has(spec.name)) {
      report.add({
        code: 'ABL2004',
        span: nameSpan,
        message: `The tool \`${spec.name}\` is declared twice.`,
        hint: 'rename one of them',
      })
    }
    seen.add(spec.name)
  }
}
