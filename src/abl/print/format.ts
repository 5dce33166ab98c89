import type { Diagnostic } from '../../core/diagnostic.ts'
import { type ParsedFile, type ReadOptions, readFile } from '../file/read-file.ts'
import { type Line, readLines } from '../scan/lines.ts'
import { diagnosticsOf, severityOf } from '../scan/report.ts'
import { shapeLines } from './shape-lines.ts'

export interface Formatted {
  /** The source itself when it cannot be formatted. */
  text: string
  diagnostics: Diagnostic[]
}

/**
 * A file with its white space in order: two spaces a level, one space after a colon, at most one blank line in a row.
 * Comments, order, quotes and the text of pipe blocks stay; sections that are not read stay as they are. A file whose
 * structure is broken is returned unchanged.
 */
export function formatAbl(source: string, options: ReadOptions): Formatted {
  const file = readFile(source, options)
  const diagnostics = diagnosticsOf(file.report)
  const isBroken = file.report.problems.some(
    problem => problem.code.startsWith('ABL1') && severityOf(problem) === 'error',
  )
  return { text: isBroken ? source : layOut(file), diagnostics }
}

interface WrittenLine {
  text: string
  /** Its blank lines belong to a text or to a section that is not read. */
  kept: boolean
}

function layOut(file: ParsedFile): string {
  const { source } = file.report
  const lines = readLines(source)
  const shaped = shapeLines(file.sections, source)
  const following = contentAfter(lines, shaped)
  const above: Placed[] = []
  const written: WrittenLine[] = []
  let isUnread = false
  for (const [index, line] of lines.entries()) {
    const own = shaped.get(index)
    if (line.kind === 'content' && line.column === 0) isUnread = own === undefined
    if (own === 'dropped') continue
    if (own !== undefined) {
      written.push({ text: own.text, kept: own.inPipe === true })
      if (line.kind === 'content' && !own.inPipe) remember(above, { column: line.column, indent: own.indent })
    } else if (isUnread) written.push({ text: source.text.slice(line.start, line.end), kept: true })
    else written.push({ text: looseLine(line, source.text, { next: following[index], above }), kept: false })
  }
  return tidy(written)
}

/** Where a line with content stood, and where it goes. */
interface Placed {
  column: number
  indent: number
}

/** For each line, the next one below it that has content and is shaped. */
function contentAfter(lines: readonly Line[], shaped: ReturnType<typeof shapeLines>): (Placed | undefined)[] {
  const after: (Placed | undefined)[] = []
  let next: Placed | undefined
  for (let index = lines.length - 1; index >= 0; index--) {
    after[index] = next
    const line = lines[index]
    const own = shaped.get(index)
    if (line?.kind === 'content')
      next = own && own !== 'dropped' ? { column: line.column, indent: own.indent } : undefined
  }
  return after
}

/** Keeps the lines that still enclose what comes: each deeper than the one before it. */
function remember(above: Placed[], placed: Placed): void {
  while ((above.at(-1)?.column ?? -1) >= placed.column) above.pop()
  above.push(placed)
}

/** A comment takes the indentation of what follows it, or of the block it was written in. */
function looseLine(
  line: Line,
  text: string,
  { next, above }: { next: Placed | undefined; above: readonly Placed[] },
): string {
  if (line.kind !== 'comment') return ''
  const enclosing = next && next.column >= line.column ? next : above.findLast(placed => placed.column <= line.column)
  return ' '.repeat(enclosing?.indent ?? line.column) + text.slice(line.first, line.end).trimEnd()
}

/** No blank line at either end, none after a section keyword, never two in a row. */
function tidy(written: readonly WrittenLine[]): string {
  const lines = written.flatMap(({ text, kept }, index) => {
    const before = written[index - 1]?.text
    const isNeeded = text !== '' || kept || !(before === undefined || before === '' || before === 'TOOLS:')
    return isNeeded ? [text] : []
  })
  while (lines.at(-1)?.trim() === '') lines.pop()
  return lines.length === 0 ? '' : `${lines.join('\n')}\n`
}
