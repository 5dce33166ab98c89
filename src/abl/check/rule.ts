import type { ParsedTool } from '../file/read-tool.ts'
import { closest, type Problem } from '../scan/report.ts'
import type { Span } from '../scan/source.ts'
import type { KnownNames } from './known.ts'

/** One family of checks on the meaning of a tool. Contract: pure but for the problems it reports; never throws. */
export type Rule = (tool: ParsedTool, facts: CheckFacts) => void

export interface CheckFacts {
  known: KnownNames
  /** The tools that the file itself declares or imports. */
  declared: readonly string[]
}

/** Where a property stands, or the nearest one around it, or the tool's name. */
export function placeOf(tool: ParsedTool, path: string): Span {
  for (let at = path; at !== ''; at = at.slice(0, Math.max(0, at.lastIndexOf('.')))) {
    const place = tool.context.places.get(at)
    if (place) return place
  }
  return tool.nameSpan
}

/** Reports a problem at a property of the tool. */
export function report(tool: ParsedTool, path: string, problem: Omit<Problem, 'span'>): void {
  tool.context.report.add({ ...problem, span: placeOf(tool, path) })
}

/** Where `text` stands inside a property, or the whole property. */
export function placeInside(tool: ParsedTool, path: string, text: string): Span {
  const span = placeOf(tool, path)
  const at = tool.context.report.source.text.indexOf(text, span.start)
  return at < 0 || at + text.length > span.end ? span : { start: at, end: at + text.length }
}

/** "did you mean …", or the names there are. */
export function amongst(name: string, names: readonly string[], what: string): string {
  const near = closest(name, names)
  if (near !== undefined) return `did you mean \`${near}\`?`
  return names.length === 0 ? `there are no ${what}` : `${what}: ${names.slice(0, 20).join(', ')}`
}
