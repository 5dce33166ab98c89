import { isRecord, type JsonSchema } from '../../core/json.ts'
import type { ModelTool } from '../../core/model.ts'
import { isStopWord, LIGHT_VERBS, READING_VERBS, sameVerbs, stem, subjects, wordsOf } from './words.ts'

export interface Parameter {
  name: string
  schema: JsonSchema
  required: boolean
  /** The stems of its name, `id` and its like left out: what the value is of. */
  about: string[]
}

/** A tool with what its name, description and schema say about when to use it. */
export interface KnownTool {
  tool: ModelTool
  reads: boolean
  parameters: Parameter[]
  /** The stems of the name without its leading verb. */
  objects: string[]
  /** How strongly each stem points to this tool. */
  weights: Map<string, number>
}

export function knowTool(tool: ModelTool): KnownTool {
  const [first = '', ...others] = wordsOf(tool.name)
  const parameters = parametersOf(tool.input_schema)
  const weights = new Map<string, number>()
  const add = (text: string, weight: number) => {
    for (const key of subjects(text)) weights.set(key, Math.max(weights.get(key) ?? 0, weight))
  }
  add(tool.description, 1)
  for (const { name, schema } of parameters) {
    add(name, 1.2)
    add(schema.description ?? '', 0.6)
    for (const example of [...(schema.enum ?? []), ...(schema.examples ?? [])]) add(String(example), 2)
  }
  add(first, READING_VERBS.has(first) ? 0.5 : 3)
  add(others.join(' '), 3)
  return { tool, reads: reads(tool, first, others[0]), parameters, objects: subjects(others.join(' ')), weights }
}

export function parametersOf(schema: JsonSchema): Parameter[] {
  const required = new Set(schema.required ?? [])
  const all = Object.entries(schema.properties ?? {}).map(([name, property]) => ({
    name,
    schema: isRecord(property) ? property : {},
    required: required.has(name),
    about: wordsOf(name)
      .filter(word => !/^(id|ids|no|number|code|key|ref|name)$/.test(word))
      .map(stem),
  }))
  return all.sort((a, b) => Number(b.required) - Number(a.required))
}

function reads(tool: ModelTool, first: string, second: string | undefined): boolean {
  if (READING_VERBS.has(first)) return !(first === 'check' && /^(in|out|off)$/.test(second ?? ''))
  if (LIGHT_VERBS.has(first)) return false
  const [verb = '', next = ''] = wordsOf(tool.description)
  if (stem(verb) === stem(first)) return false
  const plain = verb.replace(/(?<=[sx]|ch|sh)es$|(?<!s)s$/, '')
  if (/^(return|give|provide|report|tell)$/.test(plain)) return true
  return READING_VERBS.has(plain) ? !(plain === 'check' && /^(in|out|off)$/.test(next)) : isStopWord(verb)
}

const POLITE =
  /^(?:(?:please|ok|okay|yes|yeah|sure|hi|hey|hello|so|now|then|also|just|kindly|go ahead|(?:can|could|would|will) (?:you|i|we)|may i|let'?s|let us|i (?:want|need|have|wish|must|would like)(?: you)?(?: to)?|i'd like(?: you)?(?: to)?|you (?:should|must|can|may)|to|and|get|try to)\s+)*/i
const QUESTION = /^(?:how|what|why|when|where|who|which|did|do|does|was|were|is|are|has|have|had)\b/i
const STATEMENT = /\b(?:is|are|was|were|has|had|does|did|isn't|wasn't|hasn't)\b/i
const WISH = /\b(?:want|need|like|please|should|must)\b/i
const WISHED_NOUN =
  /\b(?:want|need|like|get|give|make|request|have|issue|start|do|place|send|submit|create)\s+(?:(?:me|us|you|to)\s+)*(?:(?:a|an|the|my|another|some)\s+(?:\S+\s+)?)?$/i
const NEGATION = /\b(?:not|never|no longer|don't|dont|cannot|can't|without|stop)\b/i

/** Whether the message asks for this tool by its verb; what only reads needs no asking. */
export function isAskedFor(known: KnownTool, text: string): boolean {
  const [first = ''] = wordsOf(known.tool.name)
  const named = new Set(subjects(text))
  const light = LIGHT_VERBS.has(first)
  const hasObject = known.objects.length === 0 || known.objects.some(object => named.has(object))
  const verbs = !light || hasObject ? sameVerbs(first) : new Set<string>()
  const nouns = new Set(light ? known.objects : [])
  return clausesOf(text).some(clause => asksBy(clause, { known, verbs, nouns }))
}

/** The parts of a message that can ask for something: no quoted text, no reasons, nothing that is to be passed on. */
function clausesOf(text: string): string[] {
  const own = text.replace(/"[^"]*"|“[^”]*”/g, ' ').replace(/\b(?:that|saying|because|since)\s.*?(?=[.;!?\n]|$)/gi, ' ')
  return own
    .split(/(?<=[?])|[.;!\n,](?=\s|$)|\b(?:and|then|but)\b/i)
    .map(clause => clause.trim())
    .filter(Boolean)
}

function asksBy(clause: string, { known, verbs, nouns }: { known: KnownTool; verbs: Set<string>; nouns: Set<string> }) {
  const start = POLITE.exec(clause)?.[0].length ?? 0
  if (start === 0 && QUESTION.test(clause)) return false
  for (const match of clause.matchAll(/[\p{L}\p{N}'-]+/gu)) {
    const before = clause.slice(0, match.index)
    const key = stem(match[0])
    if (NEGATION.test(before)) return false
    if (verbs.has(key) && (match.index === start || WISH.test(before))) return true
    if (!nouns.has(key) || !leadsOn(clause.slice(match.index + match[0].length), known)) continue
    if (WISHED_NOUN.test(before)) return true
    if (match.index === start && !STATEMENT.test(clause) && !(start === 0 && clause.endsWith('?'))) return true
  }
  return false
}

/** Whether a noun is used as the verb: what follows is its object (`refund order 7`), not its head (`refund policy`). */
function leadsOn(after: string, known: KnownTool): boolean {
  const next = /^\s*(\S+)/.exec(after)?.[1] ?? ''
  const word = wordsOf(next)[0] ?? ''
  return word === '' || isStopWord(word) || /[\d@"“]|^\p{Lu}/u.test(next) || known.weights.has(stem(word))
}

/** The tools that together explain the message best: what one of them explains is no reason for another. */
export function chooseTools(tools: KnownTool[], text: string, isFillable: (tool: KnownTool) => boolean): KnownTool[] {
  const asked = new Set(tools.filter(known => !known.reads && isAskedFor(known, text)))
  const usable = tools.filter(known => known.reads || asked.has(known))
  const bonus = new Map(usable.map(known => [known, (asked.has(known) ? 5 : 0) + (isFillable(known) ? 0.4 : 0)]))
  const chosen: KnownTool[] = []
  let left = subjects(text)
  for (;;) {
    const rivals = usable.filter(
      known => !chosen.includes(known) && (asked.has(known) || pull(known, left, usable) >= 1),
    )
    const rank = (known: KnownTool) => pull(known, left, usable) + fit(known, left) + (bonus.get(known) ?? 0)
    const best = rivals.sort((a, b) => rank(b) - rank(a))[0]
    if (best === undefined) return chosen
    chosen.push(best)
    left = left.filter(key => !best.weights.has(key))
  }
}

/** How strongly the stems point to a tool; what many tools have in common counts less. */
function pull(known: KnownTool, keys: string[], all: KnownTool[]): number {
  let sum = 0
  for (const key of keys) {
    const weight = known.weights.get(key)
    if (weight !== undefined) sum += weight / Math.sqrt(all.filter(other => other.weights.has(key)).length)
  }
  return sum
}

/** How much of the tool's name was said. */
function fit(known: KnownTool, keys: string[]): number {
  return known.objects.length === 0 ? 0 : known.objects.filter(key => keys.includes(key)).length / known.objects.length
}
