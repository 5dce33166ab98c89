import type { Json } from './json.ts'
import type { ToolCall } from './tool.ts'

/** Kept beside a part for the provider that made it (signatures of reasoning, cache marks), never read by us. */
export type ProviderMetadata = Record<string, Json>

export type AssistantPart =
  | { type: 'text'; text: string; metadata?: ProviderMetadata }
  | { type: 'reasoning'; text: string; metadata?: ProviderMetadata }
  | { type: 'call'; call: ToolCall; metadata?: ProviderMetadata }

export interface UserMessage {
  role: 'user'
  text: string
}

export interface AssistantMessage {
  role: 'assistant'
  parts: AssistantPart[]
  /** The turn was stopped while this message was still arriving. */
  interrupted?: true
}

/** An image inside a tool result, base64. */
export interface ImageContent {
  mediaType: string
  data: string
}

/** How one call's outcome is told to the model. */
export interface ToolResult {
  callId: string
  name: string
  kind: 'ok' | 'failed' | 'denied' | 'skipped'
  text: string
  images?: ImageContent[]
}

/** The results of one assistant message's calls, in the order asked. */
export interface ToolMessage {
  role: 'tool'
  results: ToolResult[]
}

/** The conversation as the model sees it. */
export type Message = UserMessage | AssistantMessage | ToolMessage

export function textOf(message: AssistantMessage): string {
  let text = ''
  for (const part of message.parts) if (part.type === 'text') text += part.text
  return text
}

export function callsOf(message: AssistantMessage): ToolCall[] {
  const calls: ToolCall[] = []
  for (const part of message.parts) if (part.type === 'call') calls.push(part.call)
  return calls
}

/** Each result together with the call that it answers, in the order of the results. */
export function answeredCalls(messages: readonly Message[]): { call: ToolCall; result: ToolResult }[] {
  const calls = new Map<string, ToolCall>()
  return messages.flatMap(message => {
    if (message.role === 'assistant') for (const call of callsOf(message)) calls.set(call.id, call)
    const results = message.role === 'tool' ? message.results : []
    return results.flatMap(result => {
      const call = calls.get(result.callId)
      return call ? [{ call, result }] : []
    })
  })
}
