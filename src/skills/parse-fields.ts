import { type Document, isAlias, isMap, isNode, isScalar, parseDocument, type YAMLError } from 'yaml'
import { messageOf } from '../core/errors.ts'
import { isRecord } from '../core/json.ts'
import type { Problem, Report } from './problem.ts'

/** One key of the front matter, with its place in the whole file. */
export interface Field {
  value: unknown
  /** A text, number or other single value as it was written; undefined for lists and maps. */
  source?: string
  at: readonly [start: number, end: number]
}

export type Fields = ReadonlyMap<string, Field>

/**
 * The front matter `text`, which begins at `offset` of its file, as fields. Undefined when it is no map at all. YAML that
 * is wrong is reported and then read as well as it goes.
 */
export function parseFields(text: string, offset: number, report: Report): Fields | undefined {
  const document = parse(text)
  const problem = problemOf(document, text)
  if (problem) report({ ...problem, at: [problem.at[0] + offset, problem.at[1] + offset] })
  const usable = problem ? parse(quoteValues(text)) : document
  const record = toRecord(usable)
  if (record) return fieldsOf(record, document, offset)
  if (!problem)
    report({ ...NOT_A_MAP, at: [offset + text.length - text.trimStart().length, offset + text.trimEnd().length] })
  return undefined
}

const NOT_A_MAP = {
  code: 'SKILL_YAML',
  message: 'The front matter is not a list of `key: value` lines.',
  hint: 'Write at least `name: …` and `description: …`, each on its own line.',
} as const

/** YAML 1.2 with the few tags of old that the reference reader still knows (dates, merge keys); a lone CR ends a line. */
function parse(front: string): Document.Parsed {
  const text = front.replaceAll(/\r(?!\n)/g, '\n')
  const customTags = ['timestamp', 'merge', 'binary', 'omap', 'pairs', 'set'] as const
  return parseDocument(text, { prettyErrors: false, logLevel: 'error', merge: true, customTags: [...customTags] })
}

function problemOf(document: Document.Parsed, text: string): Problem | undefined {
  const [error] = [...document.errors, ...document.warnings]
  if (error) return yamlProblem(error)
  const control = UNPRINTABLE.exec(text)
  if (control) return { ...CONTROL, at: [control.index, control.index + control[0].length] }
  try {
    document.toJS()
    return undefined
  } catch (failure) {
    return { ...ALIAS, message: `This is not valid YAML: ${messageOf(failure)}.`, at: aliasAt(document) }
  }
}

/** What YAML calls not printable. */
const UNPRINTABLE = /[^\P{Cc}\t\n\r\u0085]|[\ufffe\uffff]|\p{Surrogate}/u

const CONTROL = {
  code: 'SKILL_YAML',
  message: 'An invisible control character stands here.',
  hint: 'Remove it, or type the line anew.',
} as const

const ALIAS = {
  code: 'SKILL_YAML',
  hint: 'A value that begins with * or & must stand in quotes.',
} as const

const HINTS: Partial<Record<YAMLError['code'], string>> = {
  BLOCK_AS_IMPLICIT_KEY: 'Put a value that holds a colon and a blank in quotes.',
  DUPLICATE_KEY: 'Keep one of the two lines.',
  TAB_AS_INDENT: 'Indent with blanks, not with tabs.',
}

function yamlProblem({ code, message, pos }: YAMLError): Problem {
  const hint = HINTS[code] ?? 'Put the value in quotes, or mend indentation and colons around this place.'
  return { code: 'SKILL_YAML', message: `This is not valid YAML: ${message.split('\n')[0]}.`, at: pos, hint }
}

function aliasAt(document: Document.Parsed): readonly [number, number] {
  const pairs = isMap(document.contents) ? document.contents.items : []
  const alias = pairs.map(({ value }) => value).find(isAlias)
  const [start = 0, end = start + 1] = alias?.range ?? []
  return [start, end]
}

function toRecord(document: Document.Parsed): Record<string, unknown> | undefined {
  try {
    const value: unknown = document.contents === null ? {} : document.toJS()
    return isRecord(value) ? value : undefined
  } catch {
    return undefined
  }
}

/** Many skills hold `description: Use it when: …`, which YAML refuses: simple lines are quoted before the second try. */
function quoteValues(text: string): string {
  return text.replaceAll(
    /^([A-Za-z][\w-]*):[ \t]+(?!["'|>[{])(\S.*)$/gm,
    (_line, key: string, value: string) => `${key}: ${JSON.stringify(value.trimEnd())}`,
  )
}

function fieldsOf(record: Record<string, unknown>, document: Document.Parsed, offset: number): Fields {
  const pairs = isMap(document.contents) ? document.contents.items : []
  const fields = new Map<string, Field>()
  for (const [key, value] of Object.entries(record)) {
    const pair = pairs.find(one => isScalar(one.key) && String(one.key.value) === key)
    const node = pair?.value
    const [start = 0] = isNode(pair?.key) ? (pair.key.range ?? []) : []
    const end = (isNode(node) ? node.range?.[1] : undefined) ?? start + key.length
    const source = isScalar(node) && typeof value !== 'string' ? node.source : undefined
    fields.set(key, { value, at: [offset + start, offset + end], ...(source === undefined ? {} : { source }) })
  }
  return fields
}
