import { asksTheSame, isStopWord, pointsBack, stem, subjects } from '../../core/english.ts'
import type { JsonSchema } from '../../core/json.ts'
import type { ModelTool } from '../../core/model.ts'
import { isReadingVerb, LIGHT_VERBS, soundsReadOnly, wordsOf } from '../../core/tool-words.ts'

/** `about`: the stems of its name without `id` and its like, so what the value is of. */
export type Parameter = { name: string; schema: JsonSchema; required: boolean; about: string[] }

/** A tool with what its words say about when to use it: `objects` stems of the name, `weights` how much each stem says. */
export interface KnownTool extends ModelTool {
  reads: boolean
  objects: string[]
  parameters: Parameter[]
  weights: Map<string, number>
}

/** A tool as it is; the one that loads skills once for each skill that the system prompt lists. */
export function knowTool(tool: ModelTool, system: string): KnownTool[] {
  const skills = tool.name === 'Skill' ? [...system.matchAll(/^- ([\w/-]+): (.+)$/gm)] : []
  const { properties = {} } = tool.input_schema
  const [name = ''] = Object.keys(properties)
  const each = skills.map(([, id, description = '']) => {
    const input_schema = { properties: { ...properties, [name]: { const: id } }, required: [name] }
    return know({ name: `${tool.name}_${id}`, description, input_schema }, tool.name)
  })
  return skills.length > 0 ? each : [know(tool, tool.name)]
}

function know(tool: ModelTool, name: string): KnownTool {
  const [verb = '', ...others] = wordsOf(tool.name)
  const weights = new Map<string, number>()
  const add = (weight: number, ...texts: unknown[]) => {
    for (const key of subjects(texts.join(' '))) weights.set(key, Math.max(weight, weights.get(key) ?? 0))
  }
  add(3, ...others)
  add(isReadingVerb(verb) ? 0.5 : 3, verb)
  add(1, tool.description)
  const required = new Set(tool.input_schema.required)
  const parameters = Object.entries(tool.input_schema.properties ?? {}).map(([key, { type = 'string', ...schema }]) => {
    add(1.2, key, ...(schema.enum ?? []))
    add(0.6, schema.description, ...(schema.examples ?? []).filter(example => !/[\d/]/.test(String(example))))
    const about = subjects(key).filter(word => !/^(?:id|no|numb|cod|key|ref|nam)$/.test(word))
    return { name: key, schema: { ...schema, type: [type].flat()[0] }, required: required.has(key), about }
  })
  parameters.sort((a, b) => Number(b.required) - Number(a.required))
  const reads = tool.name !== name || soundsReadOnly(tool)
  return { ...tool, name, reads, objects: subjects(others.join(' ')), parameters, weights }
}

/** The tools that explain a clause best, at most one that acts; what one explains is no reason for another. */
export function chooseTools(tools: KnownTool[], clause: string, isReady: (known: KnownTool) => boolean): KnownTool[] {
  const keys = subjects(clause)
  const usable = tools.filter(known => known.reads || asksFor(clause, known))
  const bonus = (known: KnownTool) => (known.reads ? 0 : 5) + (isReady(known) ? 1 : 0)
  const ranked = usable.map(known => ({ known, rank: pullOf(known, keys, usable) + bonus(known) }))
  const chosen: KnownTool[] = []
  for (const { known } of ranked.sort((a, b) => b.rank - a.rank)) {
    const left = keys.filter(key => !chosen.some(({ weights }) => weights.has(key)))
    const explains = left.some(key => (known.weights.get(key) ?? 0) >= 1)
    if (known.reads ? explains : chosen.every(({ reads }) => reads)) chosen.push(known)
  }
  return chosen
}

/** What many tools share counts less, a name said in full counts more. */
function pullOf({ weights, objects }: KnownTool, keys: string[], all: KnownTool[]): number {
  const shares = (key: string) => Math.sqrt(all.filter(other => other.weights.has(key)).length)
  const sum = keys.reduce((total, key) => total + (weights.get(key) ?? 0) / Math.max(1, shares(key)), 0)
  return sum + objects.filter(object => keys.includes(object)).length / Math.max(1, objects.length)
}

const POLITE =
  /^(?:(?:please|ok|okay|yes|yeah|sure|hi|hey|hello|so|now|then|also|just|kindly|go ahead|try to|to|(?:can|could|would|will) (?:you|we)|let'?s|let us|i(?: would|'d)? (?:want|need|have|wish|must|like)(?: you)?(?: to)?|you (?:should|must|can|may))[\s,]+)*/i
const QUESTION = /^(?:how|what|why|when|where|who|which|did|do|does|was|were|is|are|has|have|had)\b/i
const STATEMENT = /\b(?:is|are|was|were|has|had|does|did)(?:n't)?\b/i
const WISH = /\b(?:want|need|like|please|should|must)\b/i
const WISHED_NOUN =
  /\b(?:want|need|like|get|give|make|request|have|issue|start|do|place|send|submit|create|ask|let|tell)\s+(?:(?:me|us|you|to)\s+)*(?:(?:a|an|the|my|another|some)\s+(?:\S+\s+)?)?$/i
const NEGATION = /\b(?:not|never|no longer|don'?t|can(?:no|')t|without|stop)\b/i

/** The clauses that speak for the person: nothing quoted, no reasons, nothing that is to be passed on. */
export function clausesOf(text: string): string[] {
  const unquoted = text.replace(/"[^"]*"|“[^”]*”/g, ' " ').replace(/:\s.*/gs, ' ')
  const own = unquoted.replace(/\b(?:that|saying|because|since)\s\S+\s.*?(?=[.;!?\n]|$)/gi, ' ')
  const clauses = own.split(/(?<=\?)|[.;!\n,](?=\s|$)|\b(?:and|then|but)\b/i)
  return clauses.map(clause => clause.trim()).filter(Boolean)
}

/** Whether a clause asks for this tool by its verb, or by its noun where the verb is a general one. */
export function asksFor(clause: string, { name, objects, weights }: KnownTool): boolean {
  const start = POLITE.exec(clause)?.[0].length ?? 0
  if (start === 0 && QUESTION.test(clause)) return false
  const [verb = ''] = wordsOf(name)
  const light = LIGHT_VERBS.has(verb) && objects.length > 0
  const isVague = light && !pointsBack(clause) && !subjects(clause).some(key => objects.includes(key))
  for (const { 0: word, index } of clause.matchAll(/[\p{L}\p{N}'-]+/gu)) {
    const before = clause.slice(0, index)
    const leads = index === start && !(start === 0 && clause.endsWith('?'))
    if (NEGATION.test(before)) return false
    const isVerb = !isVague && asksTheSame(word, verb)
    const isNoun = /(?:ing|ment|ation)$/.test(word)
    if (isVerb && (WISHED_NOUN.test(before) || (!isNoun && (leads || WISH.test(before))))) return true
    if (!light || !objects.includes(stem(word)) || !hasObject(clause.slice(index + word.length), weights)) continue
    if (WISHED_NOUN.test(before) || (leads && !STATEMENT.test(clause))) return true
  }
  return false
}

/** Whether a noun is used as a verb: its object follows (`refund order 7`), not another noun (`refund policy`). */
function hasObject(after: string, weights: KnownTool['weights']): boolean {
  const [next = ''] = after.trim().split(/\s+/)
  const [word = ''] = wordsOf(next)
  return word === '' || isStopWord(word) || /[\d@"]|^\p{Lu}/u.test(next) || weights.has(stem(word))
}
