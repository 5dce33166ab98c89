import type { JsonSchema } from './json.ts'
import type { AssistantMessage, Message } from './message.ts'

/** A tool as the model is told of it: nothing but these three. */
export interface ModelTool {
  name: string
  description: string
  input_schema: JsonSchema
}

export interface ModelRequest {
  system: string
  messages: readonly Message[]
  tools: readonly ModelTool[]
  signal: AbortSignal
}

/** Tokens, as the provider counted them; 0 where it said nothing. */
export interface Usage {
  inputTokens: number
  outputTokens: number
  cachedInputTokens?: number
  reasoningTokens?: number
}

export type FinishReason = 'stop' | 'calls' | 'length' | 'filtered' | 'other'

/** What a model sends while it answers. `finish` comes exactly once, last, with the whole message. */
export type ModelPart =
  | { type: 'text_delta'; text: string }
  | { type: 'reasoning_delta'; text: string }
  | { type: 'finish'; message: AssistantMessage; reason: FinishReason; usage: Usage }

/**
 * One model client. Contract: `stream` ends with `finish` or throws; it stops soon after `signal` aborts; it keeps no
 * state of the conversation. An error that a person can mend is a `LoopengineError` (key, address, name of the model).
 */
export interface Model {
  /** `provider/model`, as `--model` takes it. */
  id: string
  stream(request: ModelRequest): AsyncIterable<ModelPart>
}

export const NO_USAGE: Usage = { inputTokens: 0, outputTokens: 0 }

export function addUsage(a: Usage, b: Usage): Usage {
  const sum: Usage = { inputTokens: a.inputTokens + b.inputTokens, outputTokens: a.outputTokens + b.outputTokens }
  const cached = (a.cachedInputTokens ?? 0) + (b.cachedInputTokens ?? 0)
  const reasoning = (a.reasoningTokens ?? 0) + (b.reasoningTokens ?? 0)
  if (cached > 0) sum.cachedInputTokens = cached
  if (reasoning > 0) sum.reasoningTokens = reasoning
  return sum
}
