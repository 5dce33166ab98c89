import type { AssistantMessage, AssistantPart } from '../core/message.ts'
import type { Model, ModelRequest, Usage } from '../core/model.ts'
import { playMessage } from './play-message.ts'

/** What the model does in one call: say a text, call tools, both, or fail. */
export type ScriptedStep =
  | string
  | Error
  | ScriptedMessage
  | ((request: ModelRequest) => ScriptedStep | Promise<ScriptedStep>)

export interface ScriptedMessage {
  text?: string
  reasoning?: string
  calls?: ScriptedCall[]
  usage?: Partial<Usage>
}

export interface ScriptedCall {
  name: string
  input?: Record<string, unknown>
  /** @default `call_1`, `call_2`, … through the whole script */
  id?: string
  /** Arguments that are no JSON object, as a model may write them. */
  unparsed?: string
}

export interface ScriptedModel extends Model {
  /** Every request so far, as the model saw it at that moment. */
  readonly requests: readonly ModelRequest[]
}

/** A model for tests: plays the steps in order, one a call, and fails loudly when they run out. */
export function scriptedModel(steps: readonly ScriptedStep[], options: { id?: string } = {}): ScriptedModel {
  const requests: ModelRequest[] = []
  let calls = 0
  return {
    id: options.id ?? 'scripted/model',
    requests,
    async *stream(request) {
      request.signal.throwIfAborted()
      const step = steps[requests.length]
      requests.push({ ...request, messages: structuredClone([...request.messages]), tools: [...request.tools] })
      if (step === undefined)
        throw new Error(`The script has ${steps.length} steps; the model was called ${requests.length} times.`)
      const settled = await settle(step, request)
      if (settled instanceof Error) throw settled
      const scripted = typeof settled === 'string' ? { text: settled } : settled
      const message = messageOf(scripted, () => `call_${++calls}`)
      yield* playMessage(message, { signal: request.signal, usage: scripted.usage })
    },
  }
}

type PlainStep = Exclude<ScriptedStep, (request: ModelRequest) => unknown>

async function settle(step: ScriptedStep, request: ModelRequest): Promise<PlainStep> {
  let current = step
  while (typeof current === 'function') current = await current(request)
  return current
}

function messageOf({ text = '', reasoning = '', calls = [] }: ScriptedMessage, nextId: () => string): AssistantMessage {
  const parts: AssistantPart[] = []
  if (reasoning !== '') parts.push({ type: 'reasoning', text: reasoning })
  if (text !== '') parts.push({ type: 'text', text })
  for (const { name, input = {}, id = nextId(), unparsed } of calls) {
    parts.push({ type: 'call', call: { id, name, input, ...(unparsed === undefined ? {} : { unparsed }) } })
  }
  return { role: 'assistant', parts }
}
