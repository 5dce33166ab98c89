import type { AssistantMessage } from '../core/message.ts'
import { callsOf } from '../core/message.ts'
import { type ModelPart, NO_USAGE, type Usage } from '../core/model.ts'

/** Streams a finished message as a model would: its texts word by word, then the whole. Stops when the signal aborts. */
export async function* playMessage(
  message: AssistantMessage,
  { signal, usage }: { signal: AbortSignal; usage?: Partial<Usage> },
): AsyncGenerator<ModelPart> {
  for (const part of message.parts) {
    if (part.type === 'call') continue
    const type = part.type === 'text' ? 'text_delta' : 'reasoning_delta'
    for (const text of part.text.match(/\s*\S+\s*$|\s*\S+/g) ?? []) {
      signal.throwIfAborted()
      yield { type, text }
    }
  }
  signal.throwIfAborted()
  const reason = callsOf(message).length > 0 ? 'calls' : 'stop'
  yield { type: 'finish', message, reason, usage: { ...NO_USAGE, ...usage } }
}
