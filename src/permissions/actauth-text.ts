import { lineIndex } from './line-index.ts'
import type { Problem } from './source-node.ts'

export type TextReading = { kind: 'text'; text: string } | { kind: 'problem'; problem: Problem }

const LARGEST = 1_048_576

const CONFLICT = /^(?:<{7}|>{7}|\|{7})(?= |$)/m

/** The text of a permission file, without its byte order mark; what no YAML parser should see is a problem. */
export function readActauthText(content: string | Uint8Array): TextReading {
  const text = (typeof content === 'string' ? content : new TextDecoder('utf-8').decode(content)).replace(/^\ufeff/, '')
  const problem = tooLarge(text) ?? notUtf8(text) ?? conflict(text)
  return problem ? { kind: 'problem', problem } : { kind: 'text', text }
}

function tooLarge(text: string): Problem | undefined {
  if (text.length <= LARGEST) return undefined
  return {
    code: 'ACTAUTH_TOO_LARGE',
    message: `The file has ${text.length} characters, and ${LARGEST} is the most that is read.`,
    at: { path: '', range: { start: { line: 1, column: 1 }, end: { line: 1, column: 1 } } },
    hint: 'Use globs such as `github_*` instead of a rule for every tool.',
  }
}

/** Bytes that aren't UTF-8 arrive as U+FFFD, which nobody writes into a permission file. */
function notUtf8(text: string): Problem | undefined {
  const at = text.indexOf('\ufffd')
  if (at < 0) return undefined
  return {
    code: 'ACTAUTH_NOT_UTF8',
    message: 'The file is not UTF-8 here.',
    at: { path: '', range: lineIndex(text).range(at, at + 1) },
    hint: 'Save the file as UTF-8.',
  }
}

function conflict(text: string): Problem | undefined {
  const found = CONFLICT.exec(text)
  if (!found) return undefined
  return {
    code: 'ACTAUTH_MERGE_CONFLICT',
    message: `A merge conflict starts here (\`${found[0]}\`).`,
    at: { path: '', range: lineIndex(text).range(found.index, found.index + found[0].length) },
    hint: 'Keep one side and remove the lines with the markers.',
  }
}
