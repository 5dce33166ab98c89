import type { Diagnostic, Severity } from '../../core/diagnostic.ts'
import { nearest } from '../../core/nearest.ts'
import { type AblCode, CODES } from '../codes.ts'
import { rangeOf, type Source, type Span } from './source.ts'

/** A problem before it has a line and a column. */
export interface Problem {
  code: AblCode
  span: Span
  message: string
  hint?: string
  /** Only where it differs from the code's usual one. */
  severity?: Severity
}

/** Collects the problems of one file. */
export interface Report {
  readonly source: Source
  /** Unknown properties are errors. */
  readonly strict: boolean
  readonly problems: readonly Problem[]
  add(problem: Problem): void
}

export function createReport(source: Source, strict = false): Report {
  const problems: Problem[] = []
  return { source, strict, problems, add: problem => void problems.push(problem) }
}

export function severityOf(problem: Problem): Severity {
  return problem.severity ?? CODES[problem.code].severity
}

/** In the order of the file. */
export function diagnosticsOf(report: Report): Diagnostic[] {
  const ordered = [...report.problems].sort((a, b) => a.span.start - b.span.start)
  return ordered.map(problem => ({
    code: problem.code,
    severity: severityOf(problem),
    message: problem.message,
    file: report.source.file,
    range: rangeOf(report.source, problem.span),
    ...(problem.hint ? { hint: problem.hint } : {}),
  }))
}

/** Tells whether an error stands inside a span; built once for a file, logarithmic for each question. */
export function errorFinder(report: Report): (span: Span) => boolean {
  const errors = report.problems.filter(problem => severityOf(problem) === 'error')
  const offsets = errors.map(problem => problem.span.start).sort((a, b) => a - b)
  return span => {
    let low = 0
    let high = offsets.length
    while (low < high) {
      const middle = (low + high) >> 1
      if ((offsets[middle] ?? 0) < span.start) low = middle + 1
      else high = middle
    }
    return (offsets[low] ?? Number.POSITIVE_INFINITY) <= span.end
  }
}

const LONGEST_SHOWN = 60

/** A value as a message shows it: on one line, not too long. */
export function shown(text: string): string {
  const line = text.replace(/\s+/g, ' ')
  return line.length > LONGEST_SHOWN ? `${line.slice(0, LONGEST_SHOWN)}…` : line
}

/** The closest of some names; names too long to be a slip of the hand are not compared. */
export function closest(name: string, candidates: Iterable<string>): string | undefined {
  return name.length > 64 ? undefined : nearest(name, candidates)
}

/** "did you mean `x`?" or undefined. */
export function suggestion(name: string, candidates: Iterable<string>): string | undefined {
  const found = closest(name, candidates)
  return found === undefined ? undefined : `did you mean \`${found}\`?`
}
