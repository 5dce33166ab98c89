import type { LanguageModelV3StreamPart, LanguageModelV3ToolCall } from '@ai-sdk/provider'
import { isRecord, parseJson } from '../core/json.ts'
import {
  type AssistantMessage,
  type AssistantPart,
  callsOf,
  type Message,
  type ProviderMetadata,
} from '../core/message.ts'
import type { ModelPart } from '../core/model.ts'
import type { ToolCall } from '../core/tool.ts'

/** Builds the assistant message out of a provider's stream, part by part in the order the parts began. */
export function messageBuilder(earlier: readonly Message[]) {
  const parts: AssistantPart[] = []
  const open = new Map<string, Exclude<AssistantPart, { type: 'call' }>>()
  let ids: Set<string> | undefined

  /** Collected when the first call comes: most answers of a long conversation have none. */
  function usedIds(): Set<string> {
    ids ??= new Set(
      earlier.flatMap(message => (message.role === 'assistant' ? callsOf(message).map(({ id }) => id) : [])),
    )
    return ids
  }

  function begin(type: 'text' | 'reasoning', id: string) {
    const part = { type, text: '' }
    parts.push(part)
    open.set(`${type} ${id}`, part)
    return part
  }

  function grow(type: 'text' | 'reasoning', id: string, part: { delta?: string; providerMetadata?: unknown }) {
    const growing = open.get(`${type} ${id}`) ?? begin(type, id)
    growing.text += part.delta ?? ''
    addMetadata(growing, part.providerMetadata)
  }

  return {
    /** Takes one part in; returns what to show at once, if anything. */
    add(part: LanguageModelV3StreamPart): ModelPart | undefined {
      switch (part.type) {
        case 'text-start':
        case 'reasoning-start': {
          const type = part.type === 'text-start' ? 'text' : 'reasoning'
          addMetadata(begin(type, part.id), part.providerMetadata)
          return undefined
        }
        case 'text-delta':
          grow('text', part.id, part)
          return part.delta === '' ? undefined : { type: 'text_delta', text: part.delta }
        case 'reasoning-delta':
          grow('reasoning', part.id, part)
          return part.delta === '' ? undefined : { type: 'reasoning_delta', text: part.delta }
        case 'text-end':
          grow('text', part.id, { providerMetadata: part.providerMetadata })
          return undefined
        case 'reasoning-end':
          grow('reasoning', part.id, { providerMetadata: part.providerMetadata })
          return undefined
        case 'tool-call': {
          const call: AssistantPart = { type: 'call', call: toCall(part, usedIds()) }
          addMetadata(call, part.providerMetadata)
          if (part.providerExecuted !== true) parts.push(call)
          return undefined
        }
        default:
          return undefined
      }
    },
    message(): AssistantMessage {
      return {
        role: 'assistant',
        parts: parts.filter(part => part.type === 'call' || part.text !== '' || part.metadata),
      }
    },
  }
}

/** Metadata of one part may come in pieces (a signature at the end): per provider, later pieces are added. */
function addMetadata(part: AssistantPart, metadata: unknown): void {
  if (!isRecord(metadata)) return
  const merged: ProviderMetadata = { ...part.metadata }
  for (const [provider, piece] of Object.entries(metadata as ProviderMetadata)) {
    const before = merged[provider]
    merged[provider] = isRecord(before) && isRecord(piece) ? { ...before, ...piece } : piece
  }
  part.metadata = merged
}

function toCall({ toolCallId, toolName, input }: LanguageModelV3ToolCall, used: Set<string>): ToolCall {
  const id = uniqueId(toolCallId, used)
  const parsed = input.trim() === '' ? {} : parseJson(input)
  return { id, name: toolName, ...(isRecord(parsed) ? { input: parsed } : { input: {}, unparsed: input }) }
}

/** Some servers repeat or leave out ids; a result finds its call only by one that no other call has. */
function uniqueId(id: string, used: Set<string>): string {
  const base = id === '' ? 'call' : id
  let unique = base
  for (let count = 2; unique === 'call' || used.has(unique); count++) unique = `${base}_${count}`
  used.add(unique)
  return unique
}
