import { type Document, parseDocument, type YAMLParseError, type YAMLWarning } from 'yaml'
import { messageOf } from '../core/errors.ts'
import { type LineIndex, lineIndex } from './line-index.ts'
import type { Problem, Report, SourceNode } from './source-node.ts'
import { sourceFromYaml, unresolvedAlias } from './yaml-source.ts'

const MOST_ERRORS = 20

/**
 * YAML text as something to check; undefined when its structure is too broken to be judged. Every problem is reported,
 * with those that YAML itself doesn't mind: aliases that stand for nothing, and tags.
 */
export function parseActauth(text: string, report: Report): SourceNode | undefined {
  const lines = lineIndex(text)
  try {
    const document = parseDocument(text, {
      prettyErrors: false,
      uniqueKeys: false,
      resolveKnownTags: false,
      // With 'silent', a second document would go unnoticed.
      logLevel: 'error',
    })
    return read(document, text, lines, report)
  } catch (error) {
    report({ ...SYNTAX, message: `This is not YAML: ${messageOf(error)}.`, at: { path: '', range: lines.range(0, 0) } })
    return undefined
  }
}

const SYNTAX = { code: 'ACTAUTH_SYNTAX', hint: 'Check indentation, quotes and colons around this place.' }

function read(document: Document.Parsed, text: string, lines: LineIndex, report: Report): SourceNode | undefined {
  const errors = [...document.errors, ...document.warnings]
  const seen = new Set<number>()
  for (const error of errors.slice(0, MOST_ERRORS)) {
    const problem = toProblem(error, text, lines)
    const line = problem.at.range?.start.line ?? 0
    if (!seen.has(line)) report(problem)
    seen.add(line)
  }
  const source = sourceFromYaml(document, text, lines, report)
  return errors.every(({ code }) => HARMLESS.has(code)) ? source : undefined
}

/** After these the rest of the document still means what it says. */
const HARMLESS = new Set(['TAG_RESOLVE_FAILED', 'BAD_ALIAS'])

function toProblem(error: YAMLParseError | YAMLWarning, text: string, lines: LineIndex): Problem {
  const [start, end] = error.pos
  const at = { path: '', range: lines.range(start, onOneLine(text, start, end)) }
  const line = text.slice(text.lastIndexOf('\n', start - 1) + 1, end)
  if (error.code === 'TAB_AS_INDENT' || /^ *\t/.test(line)) return { ...TAB, at }
  if (error.code === 'BAD_ALIAS' && text[start] === '*') return unresolvedAlias(text.slice(start, end), at)
  if (error.code === 'MULTIPLE_DOCS') return { ...MULTI_DOCUMENT, at }
  if (error.code === 'TAG_RESOLVE_FAILED') return tag(text.slice(start, end), at)
  const message = error.message.replace(/;? please .*/s, '').split('\n')[0] ?? ''
  return { ...SYNTAX, message: `This is not valid YAML: ${message}.`, at }
}

const TAB = {
  code: 'ACTAUTH_TAB',
  message: 'A tab stands where YAML takes only blanks.',
  hint: 'Indent with blanks, two a step.',
}

const MULTI_DOCUMENT = {
  code: 'ACTAUTH_MULTI_DOCUMENT',
  message: 'A second document starts here, and only one is read.',
  hint: 'Remove the line `---` or `...` and what follows it, or join the two.',
}

function tag(written: string, at: Problem['at']): Problem {
  return {
    code: 'ACTAUTH_TAG',
    message: `The tag \`${written}\` means nothing here.`,
    at,
    hint: 'Remove it; quote the value if it should start with `!`.',
  }
}

function onOneLine(text: string, start: number, end: number): number {
  const rest = text.slice(start, end).search(/[\r\n]/)
  return rest < 0 ? Math.max(end, start + 1) : start + Math.max(rest, 1)
}
