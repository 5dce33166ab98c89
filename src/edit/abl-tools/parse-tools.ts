import { type ParsedFile, readFile } from '../../abl/file/read-file.ts'
import { severityOf } from '../../abl/scan/report.ts'
import type { Section } from '../../abl/scan/sections.ts'
import { positionOf } from '../../abl/scan/source.ts'
import type { Refusal } from '../edit-result.ts'
import { type Decoded, decode } from '../text.ts'

/** An ABL file that may be edited: its text without the byte order mark, and what it declares. */
export interface EditableAbl extends Decoded {
  file: ParsedFile
  /** The one TOOLS section; undefined in an empty file. */
  section: Section | undefined
}

/** What can be said about where the tools of a file stand, or why it must not be touched. */
export function parseTools(bytes: Uint8Array, path: string): EditableAbl | Refusal {
  const decoded = decode(bytes)
  if ('outcome' in decoded) return decoded
  const { text } = decoded
  const conflict = /^<{7}(?: .*)?$[\s\S]*^>{7}(?: .*)?$/m.exec(text)
  if (conflict) {
    const line = text.slice(0, conflict.index).split('\n').length
    return refuse('MERGE_CONFLICT', line, 'The file holds the markers of an unfinished merge.')
  }
  const file = readFile(text, { file: path })
  const broken = file.report.problems.find(problem => breaksStructure(problem.code) && severityOf(problem) === 'error')
  if (broken) {
    const { line } = positionOf(file.report.source, broken.span.start)
    return refuse('SYNTAX_ERROR', line, `${broken.code}: ${broken.message}`)
  }
  const sections = file.sections.filter(({ keyword }) => keyword === 'TOOLS')
  const [section, second] = sections
  if (second) return refuse('SYNTAX_ERROR', lineAt(file, second), 'The file holds `TOOLS:` twice.')
  if (!section && text.trim() !== '') return refuse('NO_TOOLS', undefined, 'The file has no section `TOOLS:`.')
  return { ...decoded, file, section }
}

/** Lines that can't be told apart for certain: what stands around a tool might be part of it. */
function breaksStructure(code: string): boolean {
  return code.startsWith('ABL1')
}

export function lineAt({ report }: ParsedFile, { keywordSpan }: Section): number {
  return positionOf(report.source, keywordSpan.start).line
}

export function refuse(code: string, line: number | undefined, message: string): Refusal {
  const hint = HINTS[code] ?? 'Change the file by hand.'
  return { outcome: 'refuse', code, message, hint, ...(line === undefined ? {} : { line }) }
}

const HINTS: Readonly<Record<string, string>> = {
  MERGE_CONFLICT: 'Finish the merge, then try again.',
  SYNTAX_ERROR: 'Mend that line, then try again.',
  NO_TOOLS: 'Write `TOOLS:` on a line of its own, then try again.',
  NAME_TAKEN: 'Choose another name, or change that tool.',
}
