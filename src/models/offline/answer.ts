import { subjects } from '../../core/english.ts'
import { isRecord, parseJson } from '../../core/json.ts'
import type { ToolResult } from '../../core/message.ts'
import type { ModelTool } from '../../core/model.ts'
import type { ToolCall } from '../../core/tool.ts'
import { isReadingVerb, spoken, wordsOf } from '../../core/tool-words.ts'
import type { Parameter } from './choose.ts'

/** A result as data where it is JSON, else as its text. */
export const readResult = ({ text }: ToolResult): unknown => parseJson(text) ?? text

/** Why a call brought nothing, in the words of whoever said so; undefined when it succeeded. */
export function failureOf(result: ToolResult): string | undefined {
  const value = readResult(result)
  const error = (isRecord(value) && value.error) || undefined
  if (isRecord(error)) return String(error.message ?? error.reason ?? error.code ?? JSON.stringify(error))
  if (error !== undefined) return String(error)
  return result.kind === 'ok' ? undefined : result.text.replace(/^(?:Failed \([\w.-]+\):|Not \w+[.:]) /, '')
}

/** One call's outcome in plain sentences. */
export function tell(call: ToolCall, result: ToolResult, { reads, question }: { reads: boolean; question: string }) {
  const given = Object.values(call.input).filter(value => typeof value !== 'object' && String(value).length <= 32)
  const subject = given.length === 0 ? '' : `${reads && /\d/.test(String(given[0])) ? '' : ' for'} ${given.join(', ')}`
  const failure = failureOf(result)
  const could = result.kind === 'denied' ? 'was not allowed to' : 'could not'
  if (failure !== undefined) return sentence(`I ${could} ${spoken(call.name)}${subject}: ${failure}`)
  const value = readResult(result)
  const found = typeof value === 'string' ? extract(value, question) : inWords(value, new Set(given))
  if (!reads) return `Done: ${spoken(call.name)}${subject}.${found && ` ${sentence(found)}`}`
  const [verb = '', ...object] = wordsOf(call.name)
  const about = isReadingVerb(verb) && object.length > 0 ? object.join(' ') : spoken(call.name)
  return sentence(`${about}${subject}: ${found.replace(RegExp(`^${about}: `), '') || 'nothing found'}`)
}

const MOST_ITEMS = 12
const sentence = (text: string) => text.charAt(0).toUpperCase() + text.slice(1).replace(/\.?$/, '.')

/** `the status is shipped, the total is 42.5`: nested fields by their path, what the call itself said left out. */
function inWords(value: unknown, said: ReadonlySet<unknown>, path = ''): string {
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (Array.isArray(value)) {
    const shown = value.slice(0, MOST_ITEMS).map(item => inWords(item, new Set()))
    return shown.join('; ') + (value.length > MOST_ITEMS ? ` and ${value.length - MOST_ITEMS} more` : '')
  }
  if (!isRecord(value)) return String(value ?? '').replace(/\s+/g, ' ')
  const fields = Object.entries(value).filter(([, inner]) => !said.has(inner))
  const told = fields.slice(0, MOST_ITEMS).map(([key, inner]) => {
    const name = `${path}${spoken(key)}`
    if (isRecord(inner)) return inWords(inner, said, `${name} `)
    const words = inWords(inner, said) || 'none'
    if (typeof inner === 'boolean' || Array.isArray(inner)) return `${name}: ${words}`
    return `the ${name} ${/[^us]s$/.test(name) ? 'are' : 'is'} ${words}`
  })
  return told.join(', ')
}

function extract(text: string, question: string): string {
  const hits = text.split(/\n+/).filter(line => subjects(line).some(key => subjects(question).includes(key)))
  return text.length <= 600 ? text : (hits.join(' ') || text).slice(0, 600)
}

/** Asks for what a call still needs. It ends with a question mark: the next message is taken as the answer. */
export function askFor(tool: ModelTool, missing: Parameter[]): string {
  const needs = missing.map(({ name, schema: { enum: choices, examples } }) => {
    const hint = choices ? ` (one of ${choices.join(', ')})` : examples ? ` (for example ${examples[0]})` : ''
    return `the ${spoken(name)}${hint}`
  })
  return `To ${spoken(tool.name)} I need ${needs.join(' and ')}. What should I use?`
}

/** What the agent can do, one tool a line. */
export function abilities(tools: readonly ModelTool[]): string {
  const lines = tools.map(({ name, description }) => `- ${spoken(name)}: ${description.split(/\n|(?<=\.)\s/)[0]}`)
  return lines.length === 0 ? 'This agent has no tools, so there is nothing I can do.' : `I can:\n${lines.join('\n')}`
}
