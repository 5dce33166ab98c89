import type { Message } from '../../src/core/message.ts'
import type { Model, ModelPart, ModelRequest, ModelTool } from '../../src/core/model.ts'
import { openModel } from '../../src/models/open-model.ts'
import type { WireName } from './wire-formats.ts'

export const KEY = 'sk-test-0123456789abcdef'

const ADDRESSES: Record<WireName, string> = {
  anthropic: 'ANTHROPIC_BASE_URL',
  openai: 'OPENAI_BASE_URL',
  'openai-chat': 'OPENAI_BASE_URL',
  google: 'GOOGLE_GENERATIVE_AI_BASE_URL',
  deepseek: 'DEEPSEEK_BASE_URL',
  'openai-compatible': 'LOOPENGINE_BASE_URL',
}

const KEYS = {
  ANTHROPIC_API_KEY: KEY,
  OPENAI_API_KEY: KEY,
  GOOGLE_GENERATIVE_AI_API_KEY: KEY,
  DEEPSEEK_API_KEY: KEY,
  LOOPENGINE_API_KEY: KEY,
}

export interface WireModelOptions {
  env?: Record<string, string>
  idleTimeoutMs?: number
  /** @default the one of the sources */
  open?: typeof openModel
}

/** A model of this provider that talks to `url` instead of the real one. */
export function openWireModel(name: WireName, url: string, options: WireModelOptions = {}): Promise<Model> {
  const env = { ...KEYS, [ADDRESSES[name]]: `${url}/v1`, ...options.env }
  const open = options.open ?? openModel
  return open(`${name}/m`, { env, idleTimeoutMs: options.idleTimeoutMs })
}

export const LOOKUP: ModelTool = {
  name: 'get_tide',
  description: 'The tide at a port',
  input_schema: { type: 'object', properties: { port: { type: 'string' } }, required: ['port'] },
}

export function requestOf(
  messages: Message[] = [{ role: 'user', text: 'Hi' }],
  more: Partial<ModelRequest> = {},
): ModelRequest {
  return { system: 'Be brief.', messages, tools: [LOOKUP], signal: new AbortController().signal, ...more }
}

export async function partsOf(model: Model, request = requestOf()): Promise<ModelPart[]> {
  const parts: ModelPart[] = []
  for await (const part of model.stream(request)) parts.push(part)
  return parts
}

/** The finish part of one answer. */
export async function finishOf(model: Model, request = requestOf()): Promise<Extract<ModelPart, { type: 'finish' }>> {
  const last = (await partsOf(model, request)).at(-1)
  if (last?.type !== 'finish') throw new Error('the model did not finish')
  return last
}
