import type { ParsedFile } from '../../abl/file/read-file.ts'
import { severityOf } from '../../abl/scan/report.ts'
import { positionOf } from '../../abl/scan/source.ts'
import type { ToolSpec } from '../../abl/spec.ts'

/** A tool without its place, and without properties that are undefined: what two readings are compared by. */
export function plain({ at: _at, ...spec }: ToolSpec): unknown {
  return JSON.parse(JSON.stringify(spec))
}

/** The tools of a file, in its order, to be compared. */
export function specsOf(file: ParsedFile): (Record<string, unknown> & { name: string })[] {
  return file.tools.map(({ spec }) => plain(spec) as Record<string, unknown> & { name: string })
}

export function problemsOf(file: ParsedFile): unknown[] {
  return file.report.problems.filter(problem => severityOf(problem) === 'error')
}

/** From 1; undefined when the file declares no readable tool of this name. */
export function lineOfTool(file: ParsedFile, name: string): number | undefined {
  const tool = file.tools.find(({ spec }) => spec.name === name)
  return tool && positionOf(file.report.source, tool.span.start).line
}
