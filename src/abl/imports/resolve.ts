import { posix } from 'node:path'
import { type ParsedFile, readFile } from '../file/read-file.ts'
import type { ToolImport } from '../file/read-import.ts'
import type { ParsedTool } from '../file/read-tool.ts'
import { type Problem, shown, suggestion } from '../scan/report.ts'
import type { FoundText, ReadText } from './read-project.ts'

/** The tools that a file's imports bring in, and the files they come from. */
export interface ResolvedImports {
  tools: ParsedTool[]
  /** Parsed, by path relative to the project; each once. */
  files: ReadonlyMap<string, ParsedFile>
  /** Every path that was looked for: what a watcher must watch. */
  paths: readonly string[]
}

interface Resolving {
  importer: ParsedFile
  read: ReadText
  files: Map<string, ParsedFile>
  paths: Set<string>
  tools: Map<string, ParsedTool>
}

/** Follows the `file:` entries of an agent file. Problems go into its report, those of an imported file into its own. */
export function resolveImports(importer: ParsedFile, read: ReadText): ResolvedImports {
  const resolving: Resolving = { importer, read, files: new Map(), paths: new Set(), tools: new Map() }
  for (const entry of importer.imports) takeImport(resolving, entry)
  reportClashes(resolving)
  return { tools: [...resolving.tools.values()], files: resolving.files, paths: [...resolving.paths] }
}

function takeImport(resolving: Resolving, entry: ToolImport): void {
  const path = targetOf(resolving, entry)
  const file = path === undefined ? undefined : open(resolving, path, entry)
  if (!file) return
  const names = entry.names ?? file.tools.map(({ spec, nameSpan }) => ({ name: spec.name, span: nameSpan }))
  const seen = new Set<string>()
  for (const { name, span } of names) {
    const place = entry.names ? span : entry.pathSpan
    if (seen.has(name) && entry.names)
      report(resolving, { code: 'ABL2004', span: place, message: `\`${name}\` is imported twice.` })
    else takeTool(resolving, file, { name, span: place })
    seen.add(name)
  }
}

function takeTool(
  resolving: Resolving,
  file: ParsedFile,
  { name, span }: { name: string; span: Problem['span'] },
): void {
  const tool = file.tools.find(({ spec }) => spec.name === name)
  const earlier = resolving.tools.get(name)
  if (!tool) {
    if (file.broken.includes(name)) return
    const names = file.tools.map(({ spec }) => spec.name)
    const hint =
      suggestion(name, names) ?? (names.length > 0 ? `tools there: ${names.join(', ')}` : 'the file declares no tool')
    report(resolving, {
      code: 'ABL3002',
      span,
      message: `\`${file.report.source.file}\` declares no tool \`${shown(name)}\`.`,
      hint,
    })
  } else if (earlier && earlier !== tool) {
    const message = `\`${name}\` is already imported from \`${earlier.spec.at.file}\`.`
    report(resolving, { code: 'ABL2004', span, message, hint: 'import it from one file only' })
  } else resolving.tools.set(name, tool)
}

/** The path of an import relative to the project, or undefined (reported). */
function targetOf(resolving: Resolving, { path, pathSpan }: ToolImport): string | undefined {
  const target = posix.normalize(posix.join(posix.dirname(resolving.importer.report.source.file), path))
  const leaves = posix.isAbsolute(path) || /^[A-Za-z]:|\\/.test(path) || target === '..' || target.startsWith('../')
  if (leaves) return refuseOutside(resolving, path, pathSpan)
  if (target.endsWith('.tools.abl')) return target
  const message = `\`${shown(path)}\` is no file of tools: its name must end in .tools.abl.`
  report(resolving, { code: 'ABL3001', span: pathSpan, message, hint: 'rename the file, or import another one' })
  return undefined
}

function open(resolving: Resolving, path: string, { pathSpan, path: written }: ToolImport): ParsedFile | undefined {
  const known = resolving.files.get(path)
  if (known) return known
  resolving.paths.add(path)
  const found: FoundText = resolving.read(path)
  if (found.kind === 'outside') return refuseOutside(resolving, written, pathSpan)
  if (found.kind !== 'text') {
    const why = found.kind === 'missing' ? 'There is no file' : `${found.reason}: cannot read`
    report(resolving, {
      code: 'ABL3001',
      span: pathSpan,
      message: `${why} \`${path}\`.`,
      hint: 'paths are relative to the file that imports',
    })
    return undefined
  }
  const file = readFile(found.text, { file: path, strict: resolving.importer.report.strict })
  resolving.files.set(path, file)
  return file
}

function refuseOutside(resolving: Resolving, path: string, span: Problem['span']): undefined {
  report(resolving, {
    code: 'ABL3003',
    span,
    message: `\`${shown(path)}\` leads out of the project.`,
    hint: 'copy the file into the project',
  })
}

function reportClashes({ importer, tools }: Resolving): void {
  for (const { spec, nameSpan } of importer.tools) {
    const imported = tools.get(spec.name)
    if (!imported) continue
    const message = `\`${spec.name}\` is declared here and imported from \`${imported.spec.at.file}\`.`
    importer.report.add({ code: 'ABL2004', span: nameSpan, message, hint: 'rename it, or leave it out of the import' })
  }
}

function report({ importer }: Resolving, problem: Problem): void {
  importer.report.add(problem)
}
