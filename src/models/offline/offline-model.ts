import { type AssistantPart, callsOf, type Message, textOf } from '../../core/message.ts'
import { type Model, type ModelPart, type ModelRequest, type ModelTool, NO_USAGE } from '../../core/model.ts'
import type { ToolCall } from '../../core/tool.ts'
import { abilities, askFor, type Done, failureOf, readResult, tell } from './answer.ts'
import { type Filled, fill, type Remembered, type Talk } from './fill.ts'
import { chooseTools, isAskedFor, type KnownTool, knowTool } from './known-tool.ts'
import { clearValues } from './values.ts'
import { isStopWord, READING_VERBS, subjects, wordsOf } from './words.ts'

type Step = { kind: 'calls'; calls: { name: string; input: Record<string, unknown> }[] } | { kind: 'say'; text: string }

/**
 * The model that needs no key and no network: it picks tools by their words, fills arguments by schema and tells the
 * results. The same request always gives the same answer. Good enough to try tools and rules; no language model.
 */
export function offlineModel(options: { now?: () => Date } = {}): Model {
  const now = options.now ?? (() => new Date())
  return {
    id: 'offline',
    async *stream(request) {
      request.signal.throwIfAborted()
      yield* play(decide(request, now()), request)
    },
  }
}

async function* play(step: Step, { messages, signal }: ModelRequest): AsyncGenerator<ModelPart> {
  const parts: AssistantPart[] =
    step.kind === 'say' ? [{ type: 'text', text: step.text }] : numbered(step.calls, messages)
  for (const text of step.kind === 'say' ? (step.text.match(/\s*\S+/g) ?? []) : []) {
    signal.throwIfAborted()
    yield { type: 'text_delta', text }
  }
  const reason = step.kind === 'say' ? 'stop' : 'calls'
  yield { type: 'finish', message: { role: 'assistant', parts }, reason, usage: NO_USAGE }
}

/** Ids that no earlier call of the conversation has. */
function numbered(calls: Omit<ToolCall, 'id'>[], messages: readonly Message[]): AssistantPart[] {
  const used = new Set(
    messages.flatMap(message => (message.role === 'assistant' ? callsOf(message).map(({ id }) => id) : [])),
  )
  let number = used.size
  return calls.map(call => {
    do number++
    while (used.has(`offline_${number}`))
    return { type: 'call', call: { id: `offline_${number}`, ...call } }
  })
}

function decide({ messages, tools }: ModelRequest, now: Date): Step {
  const known = tools.map(knowTool)
  const start = messages.findLastIndex(({ role }) => role === 'user')
  const { text, reply } = wishOf(messages.slice(0, start + 1), known)
  const done = doneIn(messages.slice(start + 1))
  if (reply !== undefined && /^(?:no|never ?mind|nothing|stop|forget it)\b/i.test(reply))
    return say('All right, I leave it at that.')
  const talk: Talk = { text, memory: remember(messages, start), now, ...(reply === undefined ? {} : { reply }) }
  const called = new Set(done.map(({ call }) => call.name))
  const open = wanted(known, talk).filter(({ known }) => !called.has(known.tool.name))
  const failed = done.some(({ result }) => failureOf(result) !== undefined)
  const ready = (reads: boolean) => open.filter(({ known, inputs }) => known.reads === reads && inputs.length > 0)
  const next = ready(true).length > 0 ? ready(true) : failed ? [] : ready(false)
  if (next.length > 0)
    return {
      kind: 'calls',
      calls: next.flatMap(({ known, inputs }) => inputs.map(input => ({ name: known.tool.name, input }))),
    }
  const lacking = failed ? undefined : open.find(({ missing }) => missing.length > 0)
  const told = done.map(item => tell(item, text))
  if (lacking) told.push(askFor(lacking.known, lacking.missing))
  return say(told.length > 0 ? told.join('\n') : smallTalk(text, tools))
}

const say = (text: string): Step => ({ kind: 'say', text })

/** What the person wants: the last message, together with the request that it completes when we had asked. */
function wishOf(messages: readonly Message[], tools: KnownTool[]): { text: string; reply?: string } {
  const last = messages.at(-1)
  const text = last?.role === 'user' ? last.text : ''
  const before = messages.at(-2)
  const asked = before?.role === 'assistant' && textOf(before).trimEnd().endsWith('?')
  if (!asked || standsAlone(text, tools)) return { text }
  const start = messages.slice(0, -2).findLastIndex(({ role }) => role === 'user')
  return { text: `${wishOf(messages.slice(0, start + 1), tools).text}\n${text}`, reply: text }
}

function standsAlone(text: string, tools: KnownTool[]): boolean {
  const first = wordsOf(text)[0] ?? ''
  return (
    text.trim().endsWith('?') ||
    READING_VERBS.has(first) ||
    tools.some(known => !known.reads && isAskedFor(known, text))
  )
}

function doneIn(messages: readonly Message[]): Done[] {
  const calls = new Map(
    messages.flatMap(message =>
      message.role === 'assistant' ? callsOf(message).map(call => [call.id, call] as const) : [],
    ),
  )
  return messages.flatMap(message =>
    message.role !== 'tool'
      ? []
      : message.results.flatMap(result => {
          const call = calls.get(result.callId)
          return call ? [{ call, result }] : []
        }),
  )
}

/** The conversation newest first; in each turn what was asked and called before what came back. */
function remember(messages: readonly Message[], start: number): Remembered[] {
  const turns: Message[][] = []
  for (const message of messages) {
    if (message.role === 'user' || turns.length === 0) turns.unshift([message])
    else turns[0]?.push(message)
  }
  return turns.flatMap((turn, index) => {
    const own = turn.flatMap((message): Remembered[] => {
      if (message.role === 'user') return index === 0 && start >= 0 ? [] : [{ kind: 'text', text: message.text }]
      if (message.role === 'assistant') return callsOf(message).map(({ input }) => ({ kind: 'json', json: input }))
      return []
    })
    const results = turn.flatMap((message): Remembered[] =>
      message.role === 'tool'
        ? message.results
            .filter(result => result.kind === 'ok')
            .map(result => ({ kind: 'json', json: readResult(result) }))
        : [],
    )
    return [...own.reverse(), ...results]
  })
}

/** The tools that fit, filled. Without a fitting word, a value that only some look-ups take is reason enough. */
function wanted(tools: KnownTool[], talk: Talk): Filled[] {
  const filled = new Map(tools.map(known => [known, fill(known, talk)]))
  const chosen = chooseTools(tools, talk.text, known => (filled.get(known)?.missing.length ?? 1) === 0)
  const speaking =
    chosen.length > 0 ? chosen : tools.filter(known => known.reads && takesValueOf(known, talk)).slice(0, 3)
  const said = new Set(subjects(talk.text))
  return speaking.flatMap(known => {
    const one = filled.get(known)
    const meant = one && (one.missing.length === 0 || !known.reads || known.objects.some(object => said.has(object)))
    return meant ? [one] : []
  })
}

function takesValueOf(known: KnownTool, { text, now }: Talk): boolean {
  const source = { text, known, taken: new Set<string>(), now }
  return known.parameters.some(
    parameter =>
      (parameter.schema.pattern ?? parameter.schema.examples) !== undefined &&
      clearValues(parameter, source).length > 0,
  )
}

function smallTalk(text: string, tools: readonly ModelTool[]): string {
  const can = abilities(tools)
  if (/\b(?:thanks|thank you)\b/i.test(text)) return 'You are welcome.'
  if (/\b(?:bye|goodbye)\b/i.test(text)) return 'Goodbye.'
  if (wordsOf(text).every(isStopWord))
    return `I am the offline stand-in, not a language model: I match your words with tools. ${can}`
  return `I found no tool that fits this. ${can}`
}
