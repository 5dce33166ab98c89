import type {
  LanguageModelV3FunctionTool,
  LanguageModelV3Message,
  LanguageModelV3Prompt,
  LanguageModelV3ToolResultPart,
  SharedV3ProviderOptions,
} from '@ai-sdk/provider'
import type { AssistantPart, Message, ProviderMetadata, ToolResult } from '../core/message.ts'
import type { ModelRequest, ModelTool } from '../core/model.ts'

export interface PromptOptions {
  /** Marks where the provider may cache: set on the system prompt and on the last message. */
  cacheMark?: SharedV3ProviderOptions
  /** Whether a tool result may hold images; otherwise they follow in a user message. */
  imagesInResults: boolean
}

/** The conversation in the provider interface's form. */
export function toPrompt({ system, messages }: ModelRequest, options: PromptOptions): LanguageModelV3Prompt {
  const prompt: LanguageModelV3Prompt = system === '' ? [] : [{ role: 'system', content: system }]
  for (const message of messages) prompt.push(...toMessages(message, options))
  const { cacheMark } = options
  if (cacheMark === undefined) return prompt
  const marked = new Set([prompt[0]?.role === 'system' ? 0 : -1, prompt.length - 1])
  return prompt.map((message, index) => (marked.has(index) ? { ...message, providerOptions: cacheMark } : message))
}

function toMessages(message: Message, options: PromptOptions): LanguageModelV3Message[] {
  switch (message.role) {
    case 'user':
      return [{ role: 'user', content: [{ type: 'text', text: message.text }] }]
    case 'assistant': {
      const content = message.parts.filter(carriesSomething).map(toPart)
      return content.length === 0 ? [] : [{ role: 'assistant', content }]
    }
    case 'tool':
      return toResults(message.results, options)
  }
}

/** Providers refuse an empty text; reasoning without text may still carry a signature. */
function carriesSomething(part: AssistantPart): boolean {
  return part.type === 'call' || part.text !== '' || part.metadata !== undefined
}

type AssistantContent = Extract<LanguageModelV3Message, { role: 'assistant' }>['content'][number]

function toPart(part: AssistantPart): AssistantContent {
  const kept = providerOptions(part.metadata)
  if (part.type !== 'call') return { type: part.type, text: part.text, ...kept }
  const { id, name, input } = part.call
  return { type: 'tool-call', toolCallId: id, toolName: name, input, ...kept }
}

function providerOptions(metadata: ProviderMetadata | undefined): { providerOptions?: SharedV3ProviderOptions } {
  return metadata === undefined ? {} : { providerOptions: metadata as SharedV3ProviderOptions }
}

function toResults(results: readonly ToolResult[], { imagesInResults }: PromptOptions): LanguageModelV3Message[] {
  const content = results.map(result => toResult(result, imagesInResults))
  const shown = imagesInResults ? [] : results.filter(({ images }) => images !== undefined && images.length > 0)
  const images = shown.map(
    (result): LanguageModelV3Message => ({
      role: 'user',
      content: [
        { type: 'text', text: `The image that ${result.name} returned:` },
        ...(result.images ?? []).map(({ mediaType, data }) => ({ type: 'file' as const, mediaType, data })),
      ],
    }),
  )
  return [{ role: 'tool', content }, ...images]
}

function toResult(result: ToolResult, imagesInResults: boolean): LanguageModelV3ToolResultPart {
  const about = { type: 'tool-result' as const, toolCallId: result.callId, toolName: result.name }
  const images = imagesInResults ? (result.images ?? []) : []
  if (images.length === 0)
    return { ...about, output: { type: result.kind === 'ok' ? 'text' : 'error-text', value: result.text } }
  const shown = images.map(({ mediaType, data }) => ({ type: 'image-data' as const, mediaType, data }))
  return { ...about, output: { type: 'content', value: [{ type: 'text', text: result.text }, ...shown] } }
}

export function toTools(tools: readonly ModelTool[]): LanguageModelV3FunctionTool[] {
  return tools.map(({ name, description, input_schema }) => ({
    type: 'function',
    name,
    description,
    inputSchema: input_schema as LanguageModelV3FunctionTool['inputSchema'],
  }))
}
