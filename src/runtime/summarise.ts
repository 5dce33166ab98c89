import { textOf } from '../core/message.ts'
import type { Model } from '../core/model.ts'

const INSTRUCTIONS =
  'Shorten the result of a tool call so that a later reader can still act on it. Keep every name, number, identifier and date as it is. Answer with the short version only.'

/** A short version of a tool's result, by the model; undefined when it has none, fails, or takes longer than `ms`. */
export async function summarise(model: Model, text: string, ms: number): Promise<string | undefined> {
  if (model.id === 'offline') return undefined
  const signal = AbortSignal.timeout(Math.max(1, ms))
  const ended = new Promise<undefined>(resolve => signal.addEventListener('abort', () => resolve(undefined)))
  return Promise.race([ask(model, text, signal).catch(() => undefined), ended])
}

async function ask(model: Model, text: string, signal: AbortSignal): Promise<string | undefined> {
  const request = { system: INSTRUCTIONS, messages: [{ role: 'user' as const, text }], tools: [], signal }
  for await (const part of model.stream(request)) {
    if (part.type === 'finish') return textOf(part.message).trim() || undefined
  }
  return undefined
}
