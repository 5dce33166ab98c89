import { posix } from 'node:path'
import type { Diagnostic } from '../../core/diagnostic.ts'
import { hasErrors } from '../../core/diagnostic.ts'
import { type ParsedFile, readFile } from '../file/read-file.ts'
import type { ToolImport } from '../file/read-import.ts'
import type { ParsedTool } from '../file/read-tool.ts'
import { printImport, printTools } from '../print/file.ts'
import { diagnosticsOf, type Problem } from '../scan/report.ts'
import type { ToolSpec } from '../spec.ts'
import { indentationAt, type LineEdit, replaceLines } from './edit.ts'
import type { ReadText } from './read-project.ts'
import { resolveImports } from './resolve.ts'

/** A file by its path relative to the project, `/` between folders. */
export interface BundleFile {
  path: string
  text: string
}

/** The files that would be written. None when `diagnostics` holds an error. */
export interface BundlePlan {
  files: BundleFile[]
  diagnostics: Diagnostic[]
}

/**
 * Plans the export of agent files: each tool in `tools/<name>.tools.abl` beside its agent, and the agent's TOOLS section
 * as imports of them. Writes nothing.
 */
export function planExport(agents: readonly BundleFile[], read: ReadText): BundlePlan {
  const plan = startPlan()
  for (const { path, text } of agents) exportAgent(plan, readFile(text, { file: path }), read)
  return finish(plan)
}

/**
 * Plans the import of a bundle: its files, and a stub for every tool that an agent file declares or imports without the
 * bundle having a file for it, so that the agents can be read. Writes nothing.
 */
export function planImport(bundle: readonly BundleFile[]): BundlePlan {
  const plan = startPlan()
  for (const file of bundle) plan.files.set(file.path, file.text)
  for (const { path, text } of bundle) {
    if (path.endsWith('.abl') && !path.endsWith('.tools.abl')) importAgent(plan, readFile(text, { file: path }))
  }
  return finish(plan)
}

interface Plan {
  files: Map<string, string>
  diagnostics: Diagnostic[]
}

function startPlan(): Plan {
  return { files: new Map(), diagnostics: [] }
}

function finish({ files, diagnostics }: Plan): BundlePlan {
  if (hasErrors(diagnostics)) return { files: [], diagnostics }
  return { files: [...files].map(([path, text]) => ({ path, text })), diagnostics }
}

function exportAgent(plan: Plan, agent: ParsedFile, read: ReadText): void {
  const imported = resolveImports(agent, read)
  const tools = [...agent.tools, ...imported.tools]
  for (const each of [agent, ...imported.files.values()]) plan.diagnostics.push(...diagnosticsOf(each.report))
  const paths = tools.map(({ spec }) => placeTool(plan, agent, spec))
  plan.files.set(agent.report.source.file, withImports(agent, paths))
}

/** Puts a tool into the file of its name; gives the path as the agent file writes it. */
function placeTool(plan: Plan, agent: ParsedFile, spec: ToolSpec): string {
  const written = `./tools/${spec.name}.tools.abl`
  const path = besideAgent(agent, written)
  const text = printTools([spec])
  const earlier = plan.files.get(path)
  if (earlier !== undefined && earlier !== text) {
    const message = `Two different tools \`${spec.name}\` would be written to \`${path}\`.`
    plan.diagnostics.push({
      code: 'ABL2004',
      severity: 'error',
      message,
      file: spec.at.file,
      range: spec.at.range,
      hint: 'rename one of them',
    })
  }
  plan.files.set(path, text)
  return written
}

function besideAgent(agent: ParsedFile, written: string): string {
  return posix.normalize(posix.join(posix.dirname(agent.report.source.file), written))
}

/** The agent's text, its TOOLS section replaced by imports. */
function withImports(agent: ParsedFile, paths: readonly string[]): string {
  const section = agent.sections.find(({ keyword }) => keyword === 'TOOLS')
  if (!section || paths.length === 0) return agent.report.source.text
  const lines = paths.map(path => `  ${printImport({ path })}`)
  return replaceLines(agent.report.source, [
    { span: { start: section.keywordSpan.start, end: section.value.span.end }, lines: ['TOOLS:', ...lines] },
  ])
}

function importAgent(plan: Plan, agent: ParsedFile): void {
  plan.diagnostics.push(...diagnosticsOf(agent.report))
  const inline = new Map(agent.tools.map(tool => [tool.spec.name, tool]))
  const edits: LineEdit[] = []
  const covered = new Set<string>()
  for (const entry of agent.imports) {
    const path = besideAgent(agent, entry.path)
    if (!plan.files.has(path)) for (const name of stubImport(plan, { agent, entry, path, inline })) covered.add(name)
  }
  for (const tool of inline.values()) {
    const edit = covered.has(tool.spec.name) ? removal(tool) : moveStub(plan, agent, tool)
    if (edit) edits.push(edit)
  }
  if (edits.length > 0) plan.files.set(agent.report.source.file, replaceLines(agent.report.source, edits))
}

/** A companion file that the bundle lacks, made of the signatures that are known; gives the names it covers. */
function stubImport(
  plan: Plan,
  {
    agent,
    entry,
    path,
    inline,
  }: { agent: ParsedFile; entry: ToolImport; path: string; inline: ReadonlyMap<string, ParsedTool> },
): string[] {
  if (!entry.names) {
    const problem: Problem = {
      code: 'ABL3001',
      span: entry.pathSpan,
      message: `The bundle has no file \`${path}\`.`,
      hint: 'name the tools in brackets, so that stubs can be made',
    }
    plan.diagnostics.push(...only(agent, problem))
    return []
  }
  const stubs = entry.names.map(({ name, span }) => inline.get(name)?.spec ?? unknownTool(plan, agent, { name, span }))
  plan.files.set(path, printTools(stubs))
  return stubs.map(({ name }) => name)
}

function unknownTool(plan: Plan, agent: ParsedFile, { name, span }: { name: string; span: Problem['span'] }): ToolSpec {
  const message = `Nothing is known of the imported tool \`${name}\`: its stub takes no parameters.`
  plan.diagnostics.push(...only(agent, { code: 'ABL3010', span, message, hint: 'add its signature to the stub' }))
  const [tool] = readFile(`TOOLS:\n  ${name}()\n`, { file: agent.report.source.file }).tools
  if (!tool) throw new TypeError(`\`${name}\` is no name of a tool.`)
  return tool.spec
}

/** An inline declaration without a binding goes into its own file, and an import takes its place. */
function moveStub(plan: Plan, agent: ParsedFile, tool: ParsedTool): LineEdit | undefined {
  const { name, binding } = tool.spec
  const written = `./tools/${name}.tools.abl`
  const path = besideAgent(agent, written)
  if (binding || plan.files.has(path)) return undefined
  plan.files.set(path, printTools([tool.spec]))
  const indentation = indentationAt(agent.report.source, tool.span.start)
  return { span: tool.span, lines: [indentation + printImport({ path: written })] }
}

function removal({ span }: ParsedTool): LineEdit {
  return { span, lines: [] }
}

function only(agent: ParsedFile, problem: Problem): Diagnostic[] {
  return diagnosticsOf({ ...agent.report, problems: [problem] })
}
