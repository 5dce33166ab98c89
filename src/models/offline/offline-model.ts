import { isStopWord, subjects } from '../../core/english.ts'
import { type AssistantPart, answeredCalls, type Message, textOf } from '../../core/message.ts'
import type { Model, ModelRequest, ModelTool } from '../../core/model.ts'
import { isReadingVerb, wordsOf } from '../../core/tool-words.ts'
import { playMessage } from '../play-message.ts'
import { abilities, askFor, failureOf, readResult, tell } from './answer.ts'
import { asksFor, chooseTools, clausesOf, type KnownTool, knowTool, type Parameter } from './choose.ts'
import { type Filled, fill, type Talk } from './fill.ts'
import { clearValues } from './values.ts'

/**
 * The model that needs no key and no network: it picks tools by their words, fills arguments by schema and tells the
 * results. The same request always gives the same answer. Good enough to try tools and rules; no language model.
 */
export function offlineModel({ now = () => new Date() }: { now?: () => Date } = {}): Model {
  const stream: Model['stream'] = request => playMessage({ role: 'assistant', parts: decide(request, now()) }, request)
  return { id: 'offline', stream }
}

function decide({ messages, tools, system }: ModelRequest, now: Date): AssistantPart[] {
  const known = tools.flatMap(tool => knowTool(tool, system))
  const start = messages.findLastIndex(({ role }) => role === 'user')
  const { wish, replies, before } = wishOf(messages.slice(0, start + 1), known)
  const text = [wish, ...replies].join('\n')
  if (/^(?:no|never ?mind|nothing|stop|forget it)\b/i.test(replies.at(-1) ?? '')) return say('All right, I leave it.')
  const done = answeredCalls(messages.slice(start + 1))
  const talk = { text, wish, replies, memory: memoryOf(messages, start), now }
  const anew = wanted(known, talk)
  const isElliptic = anew.length === 0 && /^(?:and|what about|how about)\b/i.test(text)
  const fitting = isElliptic ? wanted(known, { ...talk, text: `${text}\n${before}`, wish: `${text}\n${before}` }) : anew
  const open = fitting.filter(({ known }) => !done.some(({ call }) => call.name === known.name))
  const failed = done.some(({ result }) => failureOf(result) !== undefined)
  const ready = open.filter(({ inputs }) => inputs.length > 0)
  const reading = ready.filter(({ known }) => known.reads)
  const next = reading.length > 0 || failed ? reading : ready
  if (next.length > 0) return callsOf(next, messages.length)
  const readers = new Set(known.filter(({ reads }) => reads).map(({ name }) => name))
  const told = done.map(({ call, result }) => tell(call, result, { reads: readers.has(call.name), question: text }))
  for (const { known, missing } of failed ? [] : open.slice(0, 1)) told.push(askFor(known, missing))
  return say(told.join('\n') || smallTalk(text, tools))
}

const say = (text: string): AssistantPart[] => [{ type: 'text', text }]

function callsOf(filled: Filled[], step: number): AssistantPart[] {
  const calls = filled.flatMap(({ known, inputs }) => inputs.map(input => ({ name: known.name, input })))
  return calls.map((call, index) => ({ type: 'call', call: { id: `offline_${step}_${index + 1}`, ...call } }))
}

/** What the person wants: the last message, or the request that it completes when we had asked. */
function wishOf(messages: readonly Message[], tools: KnownTool[]): { wish: string; replies: string[]; before: string } {
  const last = messages.at(-1)
  const text = last?.role === 'user' ? last.text.trim() : ''
  const start = messages.slice(0, -1).findLastIndex(({ role }) => role === 'user')
  if (start < 0) return { wish: text, replies: [], before: '' }
  const earlier = wishOf(messages.slice(0, start + 1), tools)
  const spoke = messages.at(-2)
  const asked = spoke?.role === 'assistant' && textOf(spoke).endsWith('?') && !text.endsWith('?')
  const actsAnew = tools.some(known => !known.reads && clausesOf(text).some(clause => asksFor(clause, known)))
  const isReply = asked && !actsAnew && !isReadingVerb(wordsOf(text)[0] ?? '')
  return isReply
    ? { ...earlier, replies: [...earlier.replies, text] }
    : { wish: text, replies: [], before: earlier.wish }
}

/** The conversation newest first; in each turn what was called and said before what came back. */
function memoryOf(messages: readonly Message[], start: number): unknown[] {
  const starts = messages.flatMap(({ role }, index) => (role === 'user' ? [index] : [])).reverse()
  return starts.flatMap((index, at) => {
    const [first, ...rest] = messages.slice(index, starts[at - 1])
    const done = answeredCalls(rest)
    const said = first?.role === 'user' && index !== start ? [first.text] : []
    const useful = done.filter(({ result }) => failureOf(result) === undefined)
    return [...done.map(({ call }) => call.input), ...said, ...useful.map(({ result }) => readResult(result))]
  })
}

/** The tools that fit, filled: by words; else by a value that they take; else, for a question, those that search. */
function wanted(tools: KnownTool[], talk: Talk): Filled[] {
  const filled = new Map(tools.map(known => [known, fill(known, talk)]))
  const isReady = (known: KnownTool) => filled.get(known)?.missing.length === 0
  const marked = ({ schema }: Parameter) => (schema.pattern ?? schema.examples ?? schema.format) !== undefined
  const isTold = (parameter: Parameter) => marked(parameter) && clearValues(parameter, talk.text, talk.now).length > 0
  const byWords = clausesOf(talk.text).flatMap(clause => chooseTools(tools, clause, isReady))
  const byValue = tools.filter(({ reads, parameters }) => reads && parameters.some(isTold))
  const searches = tools.filter(({ reads, parameters: [first] }) => reads && /^(?:q|query)$/.test(first?.name ?? ''))
  const said = subjects(talk.text)
  const isNamed = ({ reads, objects }: KnownTool) => !reads || objects.some(object => said.includes(object))
  const meant = (list: KnownTool[]) => list.filter(known => isReady(known) || isNamed(known))
  const chosen = [byWords, byValue, talk.text.endsWith('?') ? searches : []].map(meant).find(list => list.length > 0)
  return [...new Set(chosen)].flatMap(known => filled.get(known) ?? [])
}

function smallTalk(text: string, tools: readonly ModelTool[]): string {
  if (/\b(?:thanks|thank you)\b/i.test(text)) return 'You are welcome.'
  const first = wordsOf(text).every(isStopWord)
    ? 'I match words with tools; I am no language model.'
    : 'No tool fits this.'
  return `${first} ${abilities(tools)}`
}
