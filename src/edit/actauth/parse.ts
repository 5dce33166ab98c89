import {
  type Document,
  isAlias,
  isMap,
  isScalar,
  isSeq,
  parseAllDocuments,
  type Scalar,
  visit,
  type YAMLMap,
  type YAMLSeq,
} from 'yaml'
import { isRecord, type JsonRecord } from '../../core/json.ts'
import type { Refusal } from '../edit-result.ts'
import { lineNumber } from '../text.ts'

/** An `actauth.yml` that may be edited; `root` is undefined for a file without any key. */
export interface ParsedActauth {
  document: Document | undefined
  root: YAMLMap | undefined
  /** The whole file as plain data. */
  data: JsonRecord
}

/** The document of the file, or why it must not be touched. */
export function parseActauth(text: string): ParsedActauth | Refusal {
  const conflict = /^<{7}(?: .*)?$[\s\S]*^>{7}(?: .*)?$/m.exec(text)
  if (conflict)
    return refuse(text, conflict.index, 'MERGE_CONFLICT', 'The file holds the markers of an unfinished merge.')
  const parsed = parseAllDocuments(text, { keepSourceTokens: true, merge: true, logLevel: 'silent' })
  const documents = 'empty' in parsed ? [] : parsed
  const [first, second] = documents
  const broken = documents.flatMap(document => document.errors)[0]
  if (broken) {
    const code = broken.code === 'DUPLICATE_KEY' ? 'DUPLICATE_KEY' : 'SYNTAX_ERROR'
    return refuse(text, broken.pos[0], code, `The file does not parse: ${broken.message.split('\n')[0]}`)
  }
  if (second)
    return refuse(text, markerAt(text, first, second), 'MULTI_DOCUMENT', 'The file holds more than one YAML document.')
  return first ? parsedDocument(text, first) : { document: undefined, root: undefined, data: {} }
}

function parsedDocument(text: string, document: Document): ParsedActauth | Refusal {
  const alias = unresolvedAlias(document)
  if (alias !== undefined) {
    const word = /^\*\S*/.exec(text.slice(alias))?.[0] ?? '*'
    return refuse(text, alias, 'ALIAS', `\`${word}\` is read as a YAML alias that nothing defines.`)
  }
  const { contents } = document
  if (isMap(contents)) {
    const data = dataOf(document)
    if (isRecord(data)) return { document, root: contents, data }
    return refuse(text, 0, 'ALIAS', 'The aliases of the file expand without end.')
  }
  if (contents === null || (isScalar(contents) && contents.source === ''))
    return { document, root: undefined, data: {} }
  const start = contents.range?.[0] ?? 0
  return refuse(text, start, isAlias(contents) ? 'ALIAS' : 'ROOT_NOT_MAP', 'The file is not a mapping with `rules`.')
}

/** The document as plain data; undefined when its aliases multiply beyond reason. */
function dataOf(document: Document): unknown {
  try {
    return document.toJS() as unknown
  } catch {
    return undefined
  }
}

/** Where an alias stands that no anchor defines: unquoted globs such as `scope: *` + `/*` read as one. */
function unresolvedAlias(document: Document): number | undefined {
  let found: number | undefined
  visit(document, {
    Alias(_key, node) {
      if (node.resolve(document)) return undefined
      found = node.range?.[0]
      return visit.BREAK
    },
  })
  return found
}

/** The line of the `---` that starts the second document. */
function markerAt(text: string, first: Document | undefined, second: Document): number {
  const from = first?.contents?.range?.[1] ?? 0
  const start = second.contents?.range?.[0] ?? text.length
  const marker = [...text.slice(from, start).matchAll(/^---/gm)].at(-1)
  return marker ? from + marker.index : start
}

const HINTS: Record<string, string> = {
  MERGE_CONFLICT: 'Resolve the conflict first.',
  DUPLICATE_KEY: 'Join the two into one.',
  SYNTAX_ERROR: 'Mend the YAML first; indent with spaces.',
  MULTI_DOCUMENT: 'Keep one document: delete the `---` and what follows it.',
  ALIAS: 'If a glob is meant, quote it: `"*/*"`. If an alias is meant, write its content out.',
  ROOT_NOT_MAP: 'Start the file with `default_decision: deny` and `rules:`.',
  RULES_NOT_A_LIST: 'Write `rules:` as a list, one `- name: …` a rule.',
  NAME_TAKEN: 'Choose another name, or change the rule that is there.',
  REFERENCED_ELSEWHERE: 'Write the anchor’s content out where it is used, then try again.',
  UNPLACED: 'Change the file by hand.',
}

export function refuse(text: string, at: number, code: string, message: string): Refusal {
  return { outcome: 'refuse', code, line: lineNumber(text, at), message, hint: HINTS[code] ?? '' }
}

export type RulesPair =
  | { kind: 'list'; keyAt: number; keyEnd: number; list: YAMLSeq }
  /** The key with no value, or `null`. */
  | { kind: 'nothing'; keyAt: number; keyEnd: number; value: Scalar | null }

/** The value of the root's `rules` key with the place of its key, or what stands in the way of reading it as a list. */
export function rulesOf(text: string, root: YAMLMap): { kind: 'absent' } | RulesPair | Refusal {
  const pair = root.items.find(({ key }) => isScalar(key) && key.value === 'rules')
  if (!pair || !isScalar(pair.key)) return { kind: 'absent' }
  const keyAt = pair.key.range?.[0] ?? 0
  const { value } = pair
  if (isSeq(value)) return { kind: 'list', keyAt, keyEnd: pair.key.range?.[1] ?? keyAt, list: value }
  if (value === null || (isScalar(value) && value.value === null)) {
    return { kind: 'nothing', keyAt, keyEnd: pair.key.range?.[1] ?? keyAt, value }
  }
  if (isAlias(value)) return refuse(text, value.range?.[0] ?? keyAt, 'ALIAS', '`rules` is an alias.')
  return refuse(text, keyAt, 'RULES_NOT_A_LIST', '`rules` is not a list.')
}
