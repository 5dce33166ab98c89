import type { Diagnostic } from '../core/diagnostic.ts'
import { checkFile } from './check/file.ts'
import type { KnownNames } from './check/known.ts'
import type { ToolDefaults } from './file/defaults.ts'
import type { AgentDeclaration } from './file/read-agent.ts'
import { type ParsedFile, type ReadOptions, readFile } from './file/read-file.ts'
import type { ParsedTool } from './file/read-tool.ts'
import type { ReadText } from './imports/read-project.ts'
import { type ResolvedImports, resolveImports } from './imports/resolve.ts'
import { diagnosticsOf, errorFinder } from './scan/report.ts'
import type { FileKind } from './scan/sections.ts'
import type { ToolSpec } from './spec.ts'

/** One file as data. `tools` holds those without an error, the file's shared defaults applied. */
export interface AblFile {
  kind: FileKind
  tools: ToolSpec[]
  diagnostics: Diagnostic[]
  /** Empty but for an agent's file. */
  agent: AgentDeclaration
  imports: { path: string; names?: string[] }[]
  defaults: ToolDefaults
}

export interface CheckOptions extends ReadOptions {
  /** Gives the text of imported files; without it imports are not followed, which is a warning. */
  read?: ReadText
  /** What the project declares; kinds left out are not looked up. */
  known?: KnownNames
}

/** A file and what it imports: the tools of both that have no error. */
export interface CheckedFile extends AblFile {
  /** Paths of the imported files, found or not, relative to the project: what a watcher must watch. */
  importedFiles: string[]
}

/** Reads a file: everything that can be told from its text alone. Never throws; every problem is a diagnostic. */
export function parseAbl(source: string, options: ReadOptions): AblFile {
  const file = readFile(source, options)
  return { ...describe(file), tools: goodTools(file, file.tools), diagnostics: diagnosticsOf(file.report) }
}

/** Reads a file and what it imports, and checks the meaning of all its tools against what the project declares. */
export function checkAbl(source: string, { read, known = {}, ...options }: CheckOptions): CheckedFile {
  const file = readFile(source, options)
  const imported = read ? resolveImports(file, read) : leaveImports(file)
  const files = [file, ...imported.files.values()]
  const declared = [...file.tools, ...imported.tools].map(({ spec }) => spec.name)
  for (const each of files) checkFile(each, { known, declared })
  const tools = files.flatMap(each =>
    goodTools(each, each === file ? file.tools : each.tools.filter(tool => imported.tools.includes(tool))),
  )
  const diagnostics = files.flatMap(each => diagnosticsOf(each.report))
  return { ...describe(file), tools, diagnostics, importedFiles: [...imported.paths] }
}

function describe({ kind, agent, imports, defaults }: ParsedFile): Omit<AblFile, 'tools' | 'diagnostics'> {
  const plain = imports.map(({ path, names }) => ({ path, ...(names ? { names: names.map(({ name }) => name) } : {}) }))
  return { kind, agent, imports: plain, defaults }
}

function goodTools({ report }: ParsedFile, tools: readonly ParsedTool[]): ToolSpec[] {
  const isBroken = errorFinder(report)
  return tools.filter(tool => !isBroken(tool.reach)).map(({ spec }) => spec)
}

function leaveImports(file: ParsedFile): ResolvedImports {
  for (const { pathSpan, path } of file.imports) {
    file.report.add({
      code: 'ABL3001',
      severity: 'warning',
      span: pathSpan,
      message: `\`${path}\` was not read.`,
      hint: 'pass `read` to follow imports',
    })
  }
  return { tools: [], files: new Map(), paths: [] }
}
