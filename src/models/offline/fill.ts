import type { JsonRecord } from '../../core/json.ts'
import { type KnownTool, type Parameter, parametersOf } from './known-tool.ts'
import { clearValues, isFree, looseValues, type Source, scalarsIn, toldText } from './values.ts'
import { wordsOf } from './words.ts'

/** One thing of the conversation that can hold a value. */
export type Remembered = { kind: 'text'; text: string } | { kind: 'json'; json: unknown }

export interface Talk {
  /** What the person wants, in their words. */
  text: string
  /** Their answer to our question, when the last message was one. */
  reply?: string
  /** The conversation before, newest first. */
  memory: readonly Remembered[]
  now: Date
}

export interface Filled {
  known: KnownTool
  /** One for each thing that was named; empty when something is missing. */
  inputs: JsonRecord[]
  missing: Parameter[]
}

const POINTS_BACK = /\b(?:it|its|that|this|these|those|one|ones|them|they|there|same|he|she|his|her)\b/i
const IS_NEW = /\b(?:another|different|other|new|an?)\b/i

/** The arguments for a call, from the message and, for what it leaves out, from the conversation. */
export function fill(known: KnownTool, talk: Talk): Filled {
  const taken = new Set<string>()
  const source: Source = { text: talk.text, known, taken, now: talk.now }
  const input: JsonRecord = {}
  const more = fillClear(known.parameters, { source, taken, input })
  fillRest(known, { talk, source, taken, input, more })
  const missing = known.parameters.filter(
    ({ name, required, schema }) => required && !(name in input) && !('default' in schema),
  )
  if (missing.length > 0) return { known, inputs: [], missing }
  const [name, values] = [...more][0] ?? ['', []]
  const others = values.filter(value => !taken.has(String(value)) && [...more].length === 1)
  return { known, inputs: [input, ...others.map(value => ({ ...input, [name]: value }))], missing }
}

interface Filling {
  source: Source
  taken: Set<string>
  input: JsonRecord
}

/** Takes what is clear; returns what else was named for a required text, since that means one call more. */
function fillClear(parameters: Parameter[], { source, taken, input }: Filling): Map<string, unknown[]> {
  const more = new Map<string, unknown[]>()
  for (const parameter of parameters) {
    const [value, ...others] = structured(parameter, source) ?? clearValues(parameter, source)
    if (value === undefined) continue
    input[parameter.name] = value
    taken.add(String(value))
    if (parameter.required && typeof value === 'string') more.set(parameter.name, others)
  }
  return more
}

/** Lists take everything that is named; records are filled field by field. */
function structured({ name, schema, about, required }: Parameter, source: Source): unknown[] | undefined {
  if (schema.type === 'array' && schema.items && !Array.isArray(schema.items)) {
    const item: Parameter = { name, about, required, schema: schema.items }
    const found = clearValues(item, source)
    const all =
      found.length > 0 || !required
        ? found
        : looseValues(item, source)
            .slice(0, 1)
            .flatMap(text => text.split(/\s*,\s*|\s+and\s+/))
    return all.length > 0 ? [all] : []
  }
  if (schema.type !== 'object') return undefined
  const input: JsonRecord = {}
  fillClear(parametersOf(schema), { source, taken: new Set(), input })
  return Object.keys(input).length > 0 ? [input] : []
}

function fillRest(known: KnownTool, filling: Filling & { talk: Talk; more: Map<string, unknown[]> }): void {
  const { talk, source, taken, input, more } = filling
  const open = known.parameters.filter(({ name, required }) => required && !(name in input))
  const free = open.filter(isFree)
  const told = toldText(talk.text)
  const pointsBack = POINTS_BACK.test(talk.text)
  const put = (name: string, value: unknown) => {
    if (value === undefined || value === '') return
    input[name] = value
    taken.add(String(value))
  }
  if (told !== '') put(free.at(-1)?.name ?? '', told)
  for (const parameter of open) {
    if (parameter.name in input) continue
    const loose = () => (isFree(parameter) ? looseValues(parameter, source) : [])
    const remembered = () =>
      known.reads || pointsBack || !IS_NEW.test(talk.text) ? recall(parameter, talk, known) : undefined
    const found = pointsBack ? [remembered() ?? loose()[0]] : loose().length > 0 ? loose() : [remembered()]
    put(parameter.name, found[0] ?? (told === '' ? reply(parameter, talk) : told.split(' ').slice(0, 6).join(' ')))
    const joined = found
      .slice(1)
      .filter(value => talk.text.includes(`${found[0]} and ${value}`) || talk.text.includes(`${found[0]}, ${value}`))
    if (joined.length > 0) more.set(parameter.name, joined)
  }
  const optional = known.parameters.find(
    parameter => !parameter.required && isFree(parameter) && !(parameter.name in input),
  )
  if (optional && free.length === 0 && open.length === 0 && known.reads)
    put(optional.name, looseValues(optional, source)[0])
  delete input['']
}

/** A plain answer to our question is the value itself. */
function reply(parameter: Parameter, { reply }: Talk): string | undefined {
  return reply !== undefined && parameter.schema.type === 'string' && isFree(parameter)
    ? reply.trim().replace(/\.$/, '')
    : undefined
}

/** The newest fitting value of the conversation: under the parameter's name, or of its pattern, or in a text. */
function recall(parameter: Parameter, { memory, now }: Talk, known: KnownTool): unknown {
  const wanted = wordsOf(parameter.name).join('')
  const clearIn = (text: string) =>
    clearValues({ ...parameter, about: parameter.about }, { text, known, taken: new Set(), now })[0]
  for (const item of memory) {
    if (item.kind === 'text') {
      const value = clearIn(item.text)
      if (value !== undefined) return value
      continue
    }
    const scalars = scalarsIn(item.json)
    const byName = scalars.find(([key]) => wordsOf(key).join('') === wanted)?.[1]
    if (byName !== undefined) return byName
    const typed = parameter.schema.pattern ?? parameter.schema.examples ?? parameter.schema.format
    const byForm = typed === undefined ? undefined : clearIn(scalars.map(([, value]) => String(value)).join('\n'))
    if (byForm !== undefined) return byForm
  }
  if (!isFree(parameter)) return undefined
  const texts = memory.flatMap(item => (item.kind === 'text' ? [item.text] : []))
  return texts.flatMap(text => looseValues(parameter, { text, known, taken: new Set(), now }).slice(0, 1))[0]
}
