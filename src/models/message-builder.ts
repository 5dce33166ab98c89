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
  const open = new Map<string, WrittenPart>()
  let ids: Set<string> | undefined

  /** Some providers send pieces of a part that they never began. */
  function grow(type: WrittenPart['type'], piece: WrittenPiece): ModelPart | undefined {
    const key = `${type} ${piece.id}`
    const known = piece.type.endsWith('-start') ? undefined : open.get(key)
    const part = known ?? { type, text: '' }
    if (known === undefined) parts.push(part)
    open.set(key, part)
    const text = 'delta' in piece ? piece.delta : ''
    part.text += text
    addMetadata(part, piece.providerMetadata)
    return text === '' ? undefined : { type: `${type}_delta`, text }
  }

  function addCall(piece: LanguageModelV3ToolCall): void {
    if (piece.providerExecuted === true) return
    ids ??= idsIn(earlier)
    const part: AssistantPart = { type: 'call', call: toCall(piece, ids) }
    addMetadata(part, piece.providerMetadata)
    parts.push(part)
  }

  return {
    /** Takes one part in; returns what to show at once, if anything. */
    add(part: LanguageModelV3StreamPart): ModelPart | undefined {
      switch (part.type) {
        case 'text-start':
        case 'text-delta':
        case 'text-end':
          return grow('text', part)
        case 'reasoning-start':
        case 'reasoning-delta':
        case 'reasoning-end':
          return grow('reasoning', part)
        case 'tool-call':
          addCall(part)
          return undefined
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

type WrittenPart = Exclude<AssistantPart, { type: 'call' }>
type WrittenPiece = Extract<LanguageModelV3StreamPart, { type: `${'text' | 'reasoning'}-${string}` }>

function idsIn(messages: readonly Message[]): Set<string> {
  return new Set(
    messages.flatMap(message => (message.role === 'assistant' ? callsOf(message).map(({ id }) => id) : [])),
  )
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
