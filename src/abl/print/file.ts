import { indent, printPair } from '../codec/lines.ts'
import { type AnyFields, printFields } from '../codec/record.ts'
import { printText, printWord } from '../codec/scalar.ts'
import { DEFAULTS, type ToolDefaults } from '../file/defaults.ts'
import { type AgentDeclaration, EXECUTION } from '../file/read-agent.ts'
import { quote } from '../scan/quoted.ts'
import type { FileKind } from '../scan/sections.ts'
import type { ToolSpec } from '../spec.ts'
import { printTool } from './tool.ts'

/** A file as data: what `parseAbl` returns of it. */
export interface PrintableFile {
  kind: FileKind
  agent: AgentDeclaration
  imports: readonly { path: string; names?: readonly string[] }[]
  defaults: ToolDefaults
  tools: readonly ToolSpec[]
}

/** A whole file in its canonical form: two spaces, one blank line between tools. Read again, it gives the same data. */
export function printAbl(file: PrintableFile): string {
  const sections = [...(file.kind === 'agent' ? printAgent(file.agent) : []), printToolsSection(file)]
  return `${sections
    .filter(lines => lines.length > 0)
    .map(lines => lines.join('\n'))
    .join('\n\n')}\n`
}

/** Tools as a file of their own. A base URL that all of them share becomes the file's default. */
export function printTools(tools: readonly ToolSpec[]): string {
  const bases = new Set(
    tools.flatMap(tool => (tool.binding && 'baseUrl' in tool.binding ? [tool.binding.baseUrl] : [])),
  )
  const [baseUrl] = bases
  if (bases.size > 1) throw new TypeError('Tools with different base URLs cannot share one file.')
  const defaults: ToolDefaults = { headers: [], ...(baseUrl === undefined ? {} : { baseUrl }) }
  return printAbl({ kind: 'tools', agent: { execution: {} }, imports: [], defaults, tools })
}

function printAgent({ name, goal, persona, execution }: AgentDeclaration): string[][] {
  const settings = printFields(EXECUTION, { ...execution })
  return [
    name === undefined ? [] : [`AGENT: ${printWord(name)}`],
    goal === undefined ? [] : printPair('GOAL', printText(goal)),
    persona === undefined ? [] : printPair('PERSONA', printText(persona)),
    settings.length === 0 ? [] : ['EXECUTION:', ...indent(settings)],
  ]
}

function printToolsSection({ kind, imports, defaults, tools }: PrintableFile): string[] {
  const head = kind === 'tools' ? printFields(DEFAULTS as AnyFields, { ...defaults }) : imports.map(printImport)
  const groups = [head, ...tools.map(tool => printTool(tool, defaults))].filter(lines => lines.length > 0)
  if (groups.length === 0) return kind === 'tools' ? ['TOOLS:'] : []
  return ['TOOLS:', ...groups.flatMap((lines, index) => [...(index === 0 ? [] : ['']), ...indent(lines)])]
}

export function printImport({ path, names }: { path: string; names?: readonly string[] }): string {
  return `file: ${quote(path)}${names ? ` [${names.join(', ')}]` : ''}`
}
