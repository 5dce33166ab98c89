import { pointsBack } from '../../core/english.ts'
import { isRecord, type JsonRecord } from '../../core/json.ts'
import { wordsOf } from '../../core/tool-words.ts'
import type { KnownTool, Parameter } from './choose.ts'
import { clearValues, isFree, looseValues, toldText } from './values.ts'

/** `text`: `wish` and `replies` to our questions; `memory`: what was called, said and returned before, newest first. */
export type Talk = { text: string; wish: string; replies: readonly string[]; memory: readonly unknown[]; now: Date }

/** `inputs`: one for each thing that was named, none while something is missing. */
export type Filled = { known: KnownTool; inputs: JsonRecord[]; missing: Parameter[] }

const IS_NEW = /\b(?:another|different|other|new|an?)\b/i

/** The arguments of a call: from the message and, for what it leaves out, from the conversation. */
export function fill(known: KnownTool, talk: Talk): Filled {
  const { text, wish, now } = talk
  const input: JsonRecord = {}
  const others: JsonRecord[] = []
  const taken = () => Object.values(input).map(String)
  const put = ({ name, required }: Parameter, values: unknown[]) => {
    const [value, ...more] = values.filter(one => one !== undefined && one !== '' && !taken().includes(String(one)))
    if (value === undefined || name in input) return
    input[name] = value
    if (required && typeof value === 'string') others.push(...more.map(one => ({ [name]: one })))
  }
  for (const parameter of known.parameters) put(parameter, clearOrList(parameter, text, now))
  const open = known.parameters.filter(({ name, required }) => required && !(name in input))
  const told = toldText(text)
  for (const last of open.filter(isFree).slice(-1)) put(last, [told])
  const replies = talk.replies.filter(reply => !taken().some(value => reply.includes(value)))
  for (const parameter of open) {
    put(parameter, looseOrRemembered(parameter, known, talk))
    if (!isFree(parameter) || parameter.name in input) continue
    const reply = told.split(' ').slice(0, 6).join(' ') || replies.shift() || ''
    put(parameter, [reply.replace(/^(?:it'?s?(?: is)?|to|in|at|from|for)\s+/i, '')])
  }
  const optional = known.parameters.find(parameter => !parameter.required && isFree(parameter))
  if (optional && open.length === 0 && known.reads) put(optional, looseValues(optional, wish, known).slice(0, 1))
  const missing = open.filter(({ name, schema }) => !(name in input) && !('default' in schema))
  const more = others.filter(other => !taken().includes(String(Object.values(other)[0])))
  return { known, inputs: missing.length > 0 ? [] : [input, ...more.map(other => ({ ...input, ...other }))], missing }
}

function clearOrList(parameter: Parameter, text: string, now: Date): unknown[] {
  const { items } = parameter.schema
  const values = clearValues(isRecord(items) ? { ...parameter, schema: items } : parameter, text, now)
  return isRecord(items) && values.length > 0 ? [values] : values
}

/** A message that points back is completed before its own words are taken; what "and" joins is several things. */
function looseOrRemembered(parameter: Parameter, known: KnownTool, { text, wish, memory, now }: Talk): unknown[] {
  const loose = isFree(parameter) ? looseValues(parameter, wish, known) : []
  const recalled =
    known.reads || pointsBack(text) || !IS_NEW.test(text) ? recall(parameter, known, memory, now) : undefined
  if (recalled !== undefined && (pointsBack(text) || loose.length === 0)) return [recalled]
  const [first, ...more] = loose
  return [first, ...more.filter(value => text.includes(`${first} and ${value}`) || text.includes(`${first}, ${value}`))]
}

/** The newest value under the parameter's name, else one that bears its marks, else a name in what was said. */
function recall(parameter: Parameter, known: KnownTool, memory: readonly unknown[], now: Date): unknown {
  const wanted = wordsOf(parameter.name).join('')
  const byName = memory.flatMap(item => scalarsIn(item)).find(([key]) => wordsOf(key).join('') === wanted)
  if (byName) return byName[1]
  const texts = memory.map(item => scalarsIn(item).map(([, value]) => value))
  const clear = texts.flatMap(values => clearValues(parameter, values.join('\n'), now))
  const said = isFree(parameter) ? memory.filter(item => typeof item === 'string') : []
  return clear[0] ?? said.flatMap(text => looseValues(parameter, text, known))[0]
}

function scalarsIn(value: unknown, key = ''): [string, unknown][] {
  if (Array.isArray(value)) return value.flatMap(item => scalarsIn(item, key))
  if (isRecord(value)) return Object.entries(value).flatMap(([name, inner]) => scalarsIn(inner, name))
  return [[key, value ?? '']]
}
