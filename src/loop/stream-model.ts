import { LoopengineError } from '../core/errors.ts'
import { type AssistantMessage, callsOf, type Message } from '../core/message.ts'
import { type FinishReason, type ModelPart, type ModelTool, NO_USAGE, type Usage } from '../core/model.ts'
import type { Privacy, TurnOptions } from './turn.ts'

export type ModelAnswer = { message: AssistantMessage; usage: Usage } & (
  | { kind: 'done'; reason: FinishReason }
  | { kind: 'aborted' }
  | { kind: 'failed'; error: unknown }
)

/** What a model call says beside the agent's own words, and the ids that the turn's calls have taken. */
export interface ModelCall {
  tools: ModelTool[]
  takenIds: Set<string>
  /** The conversation as it is shown: whole, or cut. */
  messages: readonly Message[]
}

export type ModelTalk = Omit<ModelCall, 'messages'>

export function modelTalk({ agent, messages }: TurnOptions): ModelTalk {
  const tools = Object.values(agent.tools).map(({ definition: { name, description, input_schema } }) => ({
    name,
    description,
    input_schema,
  }))
  return { tools, takenIds: new Set(messages.flatMap(callIds)) }
}

/** One model call: deltas go out as they come; what arrived before a stop or a failure is kept. */
export async function streamModel(
  options: TurnOptions,
  { tools, takenIds, messages }: ModelCall,
): Promise<ModelAnswer> {
  const { agent, signal } = options
  const partial: Partial = { text: '', reasoning: '' }
  const shown = options.privacy?.shown(messages) ?? messages
  const told = options.privacy?.told()
  try {
    for await (const part of agent.client.stream({ system: agent.systemPrompt, messages: shown, tools, signal })) {
      if (part.type === 'finish') {
        emitText(options, told?.end())
        const message = withUniqueIds(part.message, takenIds)
        return { kind: 'done', message, reason: part.reason, usage: part.usage }
      }
      if (signal.aborted) break
      relay(part, partial, { options, told })
    }
  } catch (error) {
    if (!signal.aborted) return { kind: 'failed', error, message: interrupted(partial), usage: NO_USAGE }
  }
  if (signal.aborted) return { kind: 'aborted', message: interrupted(partial), usage: NO_USAGE }
  const error = new LoopengineError(
    'model_bad_response',
    `Model ${agent.client.id} ended its stream without finishing.`,
  )
  return { kind: 'failed', error, message: interrupted(partial), usage: NO_USAGE }
}

interface Partial {
  text: string
  reasoning: string
}

function relay(
  part: Exclude<ModelPart, { type: 'finish' }>,
  partial: Partial,
  { options, told }: { options: TurnOptions; told: ReturnType<Privacy['told']> | undefined },
): void {
  if (part.type === 'text_delta') {
    partial.text += part.text
    emitText(options, told ? told.push(part.text) : part.text)
  } else {
    partial.reasoning += part.text
    options.emit(part)
  }
}

function emitText({ emit }: TurnOptions, text: string | undefined): void {
  if (text) emit({ type: 'text_delta', text })
}

function interrupted({ text }: Partial): AssistantMessage {
  return { role: 'assistant', parts: text === '' ? [] : [{ type: 'text', text }], interrupted: true }
}

/** Some servers number calls anew in every answer; outcomes are paired by id, so a second use gets a suffix. */
function withUniqueIds(message: AssistantMessage, taken: Set<string>): AssistantMessage {
  const ids = callIds(message)
  if (ids.every(id => id !== '' && !taken.has(id)) && new Set(ids).size === ids.length) {
    for (const id of ids) taken.add(id)
    return message
  }
  const parts = message.parts.map(part =>
    part.type === 'call' ? { ...part, call: { ...part.call, id: takeUnique(part.call.id, taken) } } : part,
  )
  return { ...message, parts }
}

function takeUnique(id: string, taken: Set<string>): string {
  let candidate = id === '' ? 'call' : id
  for (let copy = 2; taken.has(candidate); copy++) candidate = `${id === '' ? 'call' : id}_${copy}`
  taken.add(candidate)
  return candidate
}

function callIds(message: Message): string[] {
  return message.role === 'assistant' ? callsOf(message).map(({ id }) => id) : []
}
