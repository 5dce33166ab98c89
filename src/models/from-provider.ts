import type {
  LanguageModelV3,
  LanguageModelV3FinishReason,
  LanguageModelV3StreamPart,
  LanguageModelV3Usage,
  SharedV3ProviderOptions,
} from '@ai-sdk/provider'
import { callsOf } from '../core/message.ts'
import type { FinishReason, Model, ModelPart, ModelRequest, Usage } from '../core/model.ts'
import { messageBuilder } from './message-builder.ts'
import { ModelError } from './model-error.ts'
import { type ModelSource, providerError } from './provider-error.ts'
import { type PromptOptions, toPrompt, toTools } from './provider-prompt.ts'

export interface ProviderModelOptions extends PromptOptions {
  source: ModelSource
  /** Tokens of one answer at most; undefined: as the provider's package thinks fit. */
  maxOutputTokens?: number
  /** Sent with every request, in the provider's own words. */
  providerOptions?: SharedV3ProviderOptions
}

/** A `Model` over the provider interface: our messages there, its stream back, its errors as `ModelError`. */
export function fromProvider(model: LanguageModelV3, options: ProviderModelOptions): Model {
  return {
    id: options.source.id,
    async *stream(request) {
      try {
        yield* streamFrom(model, request, options)
      } catch (error) {
        request.signal.throwIfAborted()
        throw providerError(error, options.source)
      }
    },
  }
}

async function* streamFrom(
  model: LanguageModelV3,
  request: ModelRequest,
  options: ProviderModelOptions,
): AsyncGenerator<ModelPart> {
  const { stream } = await model.doStream({
    prompt: toPrompt(request, options),
    ...(request.tools.length > 0 ? { tools: toTools(request.tools) } : {}),
    abortSignal: request.signal,
    ...(options.maxOutputTokens ? { maxOutputTokens: options.maxOutputTokens } : {}),
    ...(options.providerOptions ? { providerOptions: options.providerOptions } : {}),
  })
  const builder = messageBuilder(request.messages)
  const reader = stream.getReader()
  let finished = false
  try {
    for (;;) {
      const { done, value: part } = await reader.read()
      if (done || (part.type === 'finish' && isCutOff(part.finishReason))) break
      if (part.type === 'error') throw part.error
      finished = part.type === 'finish'
      if (part.type === 'finish') return yield finish(builder.message(), part)
      const shown = builder.add(part)
      if (shown !== undefined) yield shown
    }
  } finally {
    leave(reader, finished).catch(() => {})
  }
  throw new ModelError('model_network', `${options.source.id}: the answer ended before it was complete`)
}

/** A stream that has said all is read to its end, so that its connection can be used again. */
async function leave(reader: ReadableStreamDefaultReader<LanguageModelV3StreamPart>, finished: boolean): Promise<void> {
  while (finished && !(await reader.read()).done);
  await reader.cancel()
}

/** The packages close a stream that just ends with `other`, and without a reason of the provider's own. */
function isCutOff({ unified, raw }: LanguageModelV3FinishReason): boolean {
  return unified === 'other' && raw === undefined
}

function finish(
  message: ReturnType<ReturnType<typeof messageBuilder>['message']>,
  { finishReason, usage }: { finishReason: LanguageModelV3FinishReason; usage: LanguageModelV3Usage },
): ModelPart {
  const reason = callsOf(message).length > 0 ? 'calls' : REASONS[finishReason.unified]
  return { type: 'finish', message, reason, usage: toUsage(usage) }
}

const REASONS: Record<LanguageModelV3FinishReason['unified'], FinishReason> = {
  stop: 'stop',
  'tool-calls': 'calls',
  length: 'length',
  'content-filter': 'filtered',
  error: 'other',
  other: 'other',
}

function toUsage({ inputTokens, outputTokens }: LanguageModelV3Usage): Usage {
  const usage: Usage = { inputTokens: inputTokens.total ?? 0, outputTokens: outputTokens.total ?? 0 }
  if (inputTokens.cacheRead) usage.cachedInputTokens = inputTokens.cacheRead
  if (outputTokens.reasoning) usage.reasoningTokens = outputTokens.reasoning
  return usage
}
