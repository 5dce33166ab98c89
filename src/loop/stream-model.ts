import { LoopengineError } from '../core/errors.ts'
import { type AssistantMessage, callsOf, type Message } from '../core/message.ts'
import { type FinishReason, type ModelPart, type ModelTool, NO_USAGE, type Usage } from '../core/model.ts'
import type { TurnOptions } from './turn.ts'

export type ModelAnswer = { message: AssistantMessage; usage: Usage } & (
  | { kind: 'done'; reason: FinishReason }
  | { kind: 'aborted' }
  | { kind: 'failed'; error: unknown }
)

/** One model call: deltas go out as they come; what arrived before a stop or a failure is kept. */
export async function streamModel(options: TurnOptions): Promise<ModelAnswer> {
  const { agent, messages, signal } = options
  const partial: Partial = { text: '', reasoning: '' }
  try {
    const request = { system: agent.systemPrompt, messages, tools: modelTools(options), signal }
    for await (const part of agent.client.stream(request)) {
      if (part.type === 'finish') {
        const message = withUniqueIds(part.message, messages)
        return { kind: 'done', message, reason: part.reason, usage: part.usage }
      }
      if (signal.aborted) break
      relay(part, partial, options)
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

function modelTools({ agent }: TurnOptions): ModelTool[] {
  return Object.values(agent.tools).map(({ definition: { name, description, input_schema } }) => ({
    name,
    description,
    input_schema,
  }))
}

function relay(part: Exclude<ModelPart, { type: 'finish' }>, partial: Partial, { emit }: TurnOptions): void {
  if (part.type === 'text_delta') partial.text += part.text
  else partial.reasoning += part.text
  emit(part)
}

function interrupted({ text }: Partial): AssistantMessage {
  return { role: 'assistant', parts: text === '' ? [] : [{ type: 'text', text }], interrupted: true }
}

/** Some servers number calls anew in every answer; outcomes are paired by id, so a second use gets a suffix. */
function withUniqueIds(message: AssistantMessage, earlier: readonly Message[]): AssistantMessage {
  if (callsOf(message).length === 0) return message
  const taken = new Set<string>()
  for (const one of earlier) if (one.role === 'assistant') for (const call of callsOf(one)) taken.add(call.id)
  const unique = (id: string): string => {
    let candidate = id === '' ? 'call' : id
    for (let copy = 2; taken.has(candidate); copy++) candidate = `${id}_${copy}`
    taken.add(candidate)
    return candidate
  }
  const parts = message.parts.map(part =>
    part.type === 'call' ? { ...part, call: { ...part.call, id: unique(part.call.id) } } : part,
  )
  return { ...message, parts }
}
