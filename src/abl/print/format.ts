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
  const written: WrittenLine[] = []
  let isUnread = false
  for (const [index, line] of lines.entries()) {
    const own = shaped.get(index)
    if (line.kind === 'content' && line.column === 0) isUnread = own === undefined
    if (own === 'dropped') continue
    if (own !== undefined) written.push({ text: own.text, kept: own.inPipe === true })
    else if (isUnread) written.push({ text: source.text.slice(line.start, line.end), kept: true })
    else written.push({ text: looseLine(index, { lines, shaped, text: source.text }), kept: false })
  }
  return tidy(written)
}

type Shaped = ReturnType<typeof shapeLines>

/** A comment takes the indentation of what follows it, or of the block it was written in; other lines stay. */
function looseLine(
  index: number,
  { lines, shaped, text }: { lines: readonly Line[]; shaped: Shaped; text: string },
): string {
  const line = lines[index]
  if (line?.kind !== 'comment') return ''
  const next = indentOf(lines, shaped, { from: index + 1, step: 1, fits: other => other.column >= line.column })
  const above = indentOf(lines, shaped, { from: index - 1, step: -1, fits: other => other.column <= line.column })
  return ' '.repeat(next ?? above ?? line.column) + text.slice(line.first, line.end).trimEnd()
}

/** The new indentation of the nearest line with content, if it stands at a column that fits. */
function indentOf(
  lines: readonly Line[],
  shaped: Shaped,
  { from, step, fits }: { from: number; step: 1 | -1; fits: (line: Line) => boolean },
): number | undefined {
  for (let index = from; index >= 0 && index < lines.length; index += step) {
    const line = lines[index]
    const own = shaped.get(index)
    if (line?.kind !== 'content') continue
    if (own === undefined || own === 'dropped') return undefined
    if (fits(line)) return own.indent
    if (step === 1) return undefined
  }
  return undefined
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
