import { type AssistantPart, answeredCalls, type Message, textOf } from '../../core/message.ts'
import type { Model, ModelRequest, ModelTool } from '../../core/model.ts'
import { isReadingVerb, wordsOf } from '../../core/tool-words.ts'
import { playMessage } from '../play-message.ts'
import { abilities, askFor, failureOf, readResult, tell } from './answer.ts'
import { asksFor, chooseTools, clausesOf, type KnownTool, knowTool } from './choose.ts'
import { type Filled, fill, type Talk } from './fill.ts'
import { clearValues } from './values.ts'
import { isStopWord, subjects } from './words.ts'

/**
 * The model that needs no key and no network: it picks tools by their words, fills arguments by schema and tells the
 * results. The same request always gives the same answer. Good enough to try tools and rules; no language model.
 */
export function offlineModel({ now = () => new Date() }: { now?: () => Date } = {}): Model {
  return {
    id: 'offline',
    stream: request => playMessage({ role: 'assistant', parts: decide(request, now()) }, request),
  }
}

function decide({ messages, tools }: ModelRequest, now: Date): AssistantPart[] {
  const known = tools.map(knowTool)
  const start = messages.findLastIndex(({ role }) => role === 'user')
  const { text, replies } = wishOf(messages.slice(0, start + 1), known)
  if (/^(?:no|never ?mind|nothing|stop|forget it)\b/i.test(replies.at(-1) ?? '')) return say('All right, I leave it.')
  const done = answeredCalls(messages.slice(start + 1))
  const called = new Set(done.map(({ call }) => call.name))
  const fitting = wanted(known, { text, replies, memory: memoryOf(messages, start), now })
  const open = fitting.filter(({ known }) => !called.has(known.name))
  const failed = done.some(({ result }) => failureOf(result) !== undefined)
  const ready = open.filter(({ inputs }) => inputs.length > 0)
  const reading = ready.filter(({ known }) => known.reads)
  const next = reading.length > 0 || failed ? reading : ready
  if (next.length > 0) return numbered(next, messages)
  const told = done.map(({ call, result }) => tell(call, result, text))
  for (const { known, missing } of failed ? [] : open.slice(0, 1)) told.push(askFor(known, missing))
  return say(told.join('\n') || smallTalk(text, tools))
}

const say = (text: string): AssistantPart[] => [{ type: 'text', text }]

function numbered(calls: Filled[], { length }: readonly Message[]): AssistantPart[] {
  const flat = calls.flatMap(({ known, inputs }) => inputs.map(input => ({ name: known.name, input })))
  return flat.map((call, index) => ({ type: 'call', call: { id: `offline_${length}_${index + 1}`, ...call } }))
}

/** What the person wants: the last message, joined to the request that it completes when we had asked. */
function wishOf(messages: readonly Message[], tools: KnownTool[]): { text: string; replies: string[] } {
  const [before, last] = [messages.at(-2), messages.at(-1)]
  const text = last?.role === 'user' ? last.text : ''
  const asked = before?.role === 'assistant' && textOf(before).endsWith('?')
  const actsAnew = tools.some(known => !known.reads && clausesOf(text).some(clause => asksFor(clause, known)))
  if (!asked || actsAnew || text.trim().endsWith('?') || isReadingVerb(wordsOf(text)[0] ?? ''))
    return { text, replies: [] }
  const start = messages.slice(0, -2).findLastIndex(({ role }) => role === 'user')
  const wish = wishOf(messages.slice(0, start + 1), tools)
  return { text: `${wish.text}\n${text}`, replies: [...wish.replies, text.trim()] }
}

/** The conversation newest first; in each turn what was called and said before what came back. */
function memoryOf(messages: readonly Message[], start: number): unknown[] {
  const starts = messages.flatMap(({ role }, index) => (role === 'user' ? [index] : [])).reverse()
  return starts.flatMap((index, at) => {
    const [first, ...rest] = messages.slice(index, starts[at - 1])
    const done = answeredCalls(rest)
    const said = first?.role === 'user' && index !== start ? [first.text] : []
    const returned = done
      .filter(({ result }) => failureOf(result) === undefined)
      .map(({ result }) => readResult(result))
    return [...done.map(({ call }) => call.input), ...said, ...returned]
  })
}

/** The tools that fit, filled. Where no word fits, a value that only some look-ups take is reason enough. */
function wanted(tools: KnownTool[], talk: Talk): Filled[] {
  const filled = new Map(tools.map(known => [known, fill(known, talk)]))
  const isReady = (known: KnownTool) => filled.get(known)?.missing.length === 0
  const byWords = clausesOf(talk.text).flatMap(clause => chooseTools(tools, clause, isReady))
  const chosen = byWords.length > 0 ? byWords : tools.filter(known => known.reads && takesValueOf(known, talk))
  const said = subjects(talk.text)
  const meant = chosen.filter(
    known => isReady(known) || !known.reads || known.objects.some(object => said.includes(object)),
  )
  return [...new Set(meant)].flatMap(known => filled.get(known) ?? [])
}

function takesValueOf({ parameters }: KnownTool, { text, now }: Talk): boolean {
  const marked = parameters.filter(({ schema }) => schema.pattern ?? schema.examples ?? schema.format)
  return marked.some(parameter => clearValues(parameter, text, now).length > 0)
}

function smallTalk(text: string, tools: readonly ModelTool[]): string {
  if (/\b(?:thanks|thank you)\b/i.test(text)) return 'You are welcome.'
  const met = wordsOf(text).every(isStopWord)
  const first = met
    ? 'I am the offline stand-in, not a language model: I match words with tools.'
    : 'No tool fits this.'
  return `${first} ${abilities(tools)}`
}
