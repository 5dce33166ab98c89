import { isRecord } from '../../core/json.ts'
import type { ToolResult } from '../../core/message.ts'
import type { ModelTool } from '../../core/model.ts'
import type { ToolCall } from '../../core/tool.ts'
import type { KnownTool, Parameter } from './known-tool.ts'
import { READING_VERBS, spoken, stem, subjects, wordsOf } from './words.ts'

export interface Done {
  call: ToolCall
  result: ToolResult
}

const MOST_FIELDS = 16
const MOST_ITEMS = 10
const LONGEST_TEXT = 600

/** A result as data where it is JSON, else as its text. */
export function readResult({ text }: ToolResult): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/** Why a call brought nothing, in the words of the one who said so; undefined when it succeeded. */
export function failureOf(result: ToolResult): string | undefined {
  const value = readResult(result)
  const error = isRecord(value)
    ? (value.error ?? (result.kind === 'ok' ? undefined : (value.reason ?? value.message)))
    : undefined
  if (isRecord(error)) return String(error.message ?? error.reason ?? error.code ?? JSON.stringify(error))
  if (error !== undefined && error !== null && error !== false) return String(error)
  return result.kind === 'ok' ? undefined : result.text
}

/** One call's outcome in plain sentences. */
export function tell({ call, result }: Done, question: string): string {
  const given = Object.values(call.input)
    .filter(value => typeof value !== 'object')
    .join(', ')
  const subject = given === '' ? '' : ` for ${given}`
  const failure = failureOf(result)?.replace(/\.$/, '')
  if (failure !== undefined && result.kind === 'denied')
    return `I was not allowed to ${spoken(call.name)}${subject}: ${failure}.`
  if (failure !== undefined) return `I could not ${spoken(call.name)}${subject}: ${failure}.`
  const [verb = '', ...object] = wordsOf(call.name)
  const reads = READING_VERBS.has(verb) && object.length > 0
  const heading = reads ? capital(object.join(' ')) : `Done, ${spoken(call.name)}`
  return `${heading}${subject}: ${describe(readResult(result), { question, said: new Set(Object.values(call.input)) })}`
}

function describe(value: unknown, about: { question: string; said: ReadonlySet<unknown> }): string {
  if (value === null || value === '' || value === undefined) return 'nothing found.'
  if (typeof value === 'string') return extract(value, about.question)
  if (typeof value !== 'object') return `${plain(value)}.`
  if (!Array.isArray(value)) return sentence(fieldsOf(value, about.said))
  if (value.length === 0) return 'nothing found.'
  const shown = value
    .slice(0, MOST_ITEMS)
    .map((item, index) => `${index + 1}. ${isRecord(item) ? fieldsOf(item, new Set()).join(', ') : plain(item)}`)
  const rest = value.length > MOST_ITEMS ? ` and ${value.length - MOST_ITEMS} more` : ''
  return `${value.length} found. ${shown.join('; ')}${rest}.`
}

function sentence(fields: string[]): string {
  if (fields.length === 0) return 'it worked.'
  const last = fields.at(-1) ?? ''
  return `${fields.length === 1 ? last : `${fields.slice(0, -1).join(', ')} and ${last}`}.`
}

/** `the status is shipped`, nested fields by their whole path. */
function fieldsOf(value: object, said: ReadonlySet<unknown>, path = ''): string[] {
  const fields = Object.entries(value).flatMap(([key, inner]): string[] => {
    const name = path === '' ? spoken(key) : `${path} ${spoken(key)}`
    if (isRecord(inner)) return fieldsOf(inner, said, name)
    if (Array.isArray(inner))
      return [
        `the ${name} are ${
          inner
            .slice(0, MOST_ITEMS)
            .map(item => (isRecord(item) ? `(${fieldsOf(item, new Set()).join(', ')})` : plain(item)))
            .join(', ') || 'none'
        }`,
      ]
    return said.has(inner) ? [] : [`the ${name} is ${plain(inner)}`]
  })
  return fields.slice(0, MOST_FIELDS)
}

function plain(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  return value === null
    ? 'unknown'
    : typeof value === 'object'
      ? JSON.stringify(value)
      : String(value).replace(/\s+/g, ' ')
}

/** A short text whole; of a long one the lines that speak of the question. */
function extract(text: string, question: string): string {
  if (text.length <= LONGEST_TEXT) return text
  const keys = subjects(question)
  const hits = (line: string) =>
    new Set(
      wordsOf(line)
        .map(stem)
        .filter(key => keys.includes(key)),
    ).size
  const lines = text.split(/\n+|(?<=[.!?])\s+/).map((line, at) => ({ line, at, hits: hits(line) }))
  const best = lines.sort((a, b) => b.hits - a.hits || a.at - b.at).slice(0, 4)
  return best
    .sort((a, b) => a.at - b.at)
    .map(({ line }) => line.trim())
    .join(' ')
    .slice(0, LONGEST_TEXT)
}

/** Asks for what a call still needs. Ends with a question mark: the next message is its answer. */
export function askFor({ tool }: KnownTool, missing: Parameter[]): string {
  const needs = missing.map(({ name, schema }) => {
    const choices = schema.enum
      ? `one of ${schema.enum.join(', ')}`
      : schema.examples?.[0] === undefined
        ? ''
        : `for example ${schema.examples[0]}`
    return `the ${spoken(name)}${choices === '' ? '' : ` (${choices})`}`
  })
  return `To ${spoken(tool.name)} I need ${needs.join(' and ')}. What should I use?`
}

/** What the agent can do, one tool a line. */
export function abilities(tools: readonly ModelTool[]): string {
  if (tools.length === 0) return 'This agent has no tools yet, so there is nothing I can do.'
  const lines = tools.map(
    ({ name, description }) => `- ${spoken(name)}: ${description.split(/\n|(?<=\.)\s/)[0]?.trim()}`,
  )
  return `I can:\n${lines.join('\n')}`
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
