import { type LineCursor, peekContent, skipDeeper } from './cursor.ts'
import { type Line, readLines } from './lines.ts'
import type { Value } from './node.ts'
import { closest, type Report, shown, suggestion } from './report.ts'
import type { Span } from './source.ts'
import { readValue } from './tree.ts'

/** `*.tools.abl` holds tools to share; every other file declares an agent. */
export type FileKind = 'tools' | 'agent'

/** A section whose content is read; the others are passed over. */
export interface Section {
  keyword: ReadKeyword
  keywordSpan: Span
  value: Value
}

const READ = ['AGENT', 'GOAL', 'PERSONA', 'EXECUTION', 'TOOLS'] as const
type ReadKeyword = (typeof READ)[number]

/** Words that are surely meant as a section when they are written in another case. */
const KNOWN = [
  ...READ,
  'SUPERVISOR',
  'FLOW',
  'GATHER',
  'HANDOFF',
  'DELEGATE',
  'MEMORY',
  'CONSTRAINTS',
  'GUARDRAILS',
  'ESCALATE',
]

export function kindOf(file: string): FileKind {
  return file.endsWith('.tools.abl') ? 'tools' : 'agent'
}

export function readSections(report: Report): Section[] {
  const cursor: LineCursor = { report, lines: readLines(report.source), next: 0 }
  const sections: Section[] = []
  for (let line = peekContent(cursor); line; line = peekContent(cursor)) {
    const section = line.column === 0 ? readSection(cursor, line, sections) : strayLine(cursor, line)
    if (section) sections.push(section)
  }
  return sections
}

/** A keyword at the beginning of its line. */
interface Head {
  line: Line
  word: string
  span: Span
}

function readSection(cursor: LineCursor, line: Line, before: readonly Section[]): Section | undefined {
  const { report } = cursor
  const [written = '', word = ''] = /^([A-Za-z_]\w*)[ \t]*:/.exec(report.source.text.slice(line.first, line.end)) ?? []
  const span = { start: line.first, end: line.first + word.length }
  const upper = word.toUpperCase()
  if (word === '' || (word !== upper && !KNOWN.includes(upper))) return strayContent(cursor, line, before)
  if (word !== upper) {
    report.add({
      code: 'ABL1008',
      span,
      message: `Section keywords are upper case: \`${word}:\`.`,
      hint: `write \`${upper}:\``,
    })
  }
  const head: Head = { line, word: upper, span }
  if (!isRead(upper)) return unreadSection(cursor, head)
  if (upper !== 'TOOLS' && kindOf(report.source.file) === 'tools') return foreignSection(cursor, head)
  if (before.some(section => section.keyword === upper)) {
    report.add({
      code: 'ABL2004',
      span,
      message: `The section \`${upper}:\` is there twice.`,
      hint: 'put both under one keyword',
    })
  }
  const depth = upper === 'TOOLS' ? -1 : 0
  return {
    keyword: upper,
    keywordSpan: span,
    value: readValue(cursor, line, { at: line.first + written.length, parent: 0, depth }),
  }
}

function isRead(word: string): word is ReadKeyword {
  return READ.some(known => known === word)
}

function unreadSection(cursor: LineCursor, head: Head): undefined {
  const { line, word, span } = head
  if (kindOf(cursor.report.source.file) === 'tools') return foreignSection(cursor, head)
  const near = KNOWN.includes(word) ? undefined : closest(word, READ)
  cursor.report.add({
    code: 'ABL1011',
    span,
    message: `The section \`${shown(word)}:\` is not read here.`,
    ...(near ? { severity: 'warning', hint: `did you mean \`${near}:\`?` } : {}),
  })
  pass(cursor, line)
}

function foreignSection(cursor: LineCursor, { line, word, span }: Head): undefined {
  cursor.report.add({
    code: 'ABL2014',
    span,
    message: `A file of tools holds \`TOOLS:\` only, not \`${shown(word)}:\`.`,
    hint: 'move it to the agent file',
  })
  pass(cursor, line)
}

function strayContent(cursor: LineCursor, line: Line, before: readonly Section[]): undefined {
  const text = cursor.report.source.text.slice(line.first, line.end)
  const word = /^\w+/.exec(text)?.[0] ?? ''
  const inTools = before.at(-1)?.keyword === 'TOOLS'
  cursor.report.add({
    code: 'ABL1009',
    span: { start: line.first, end: line.end },
    message: `\`${shown(text)}\` stands at column 0, where only section keywords may stand.`,
    hint: inTools
      ? 'indent it under TOOLS:'
      : (suggestion(word.toUpperCase(), READ) ?? 'begin with TOOLS: and indent what follows'),
  })
  pass(cursor, line)
}

function strayLine(cursor: LineCursor, line: Line): undefined {
  cursor.report.add({
    code: 'ABL1001',
    span: { start: line.first, end: line.end },
    message: `Indentation ${line.column} belongs to no section.`,
    hint: 'begin the section keyword at column 0',
  })
  pass(cursor, { ...line, column: 0 })
}

function pass(cursor: LineCursor, line: Line): void {
  cursor.next++
  skipDeeper(cursor, line.column)
}
