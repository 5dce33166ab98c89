import type { AssistantPart } from '../core/message.ts'
import { type Model, type ModelPart, type ModelRequest, NO_USAGE, type Usage } from '../core/model.ts'

/** What the model does in one call: say a text, call tools, both, or fail. */
export type ScriptedStep =
  | string
  | Error
  | { text?: string; reasoning?: string; calls?: ScriptedCall[]; usage?: Partial<Usage> }
  | ((request: ModelRequest) => ScriptedStep | Promise<ScriptedStep>)

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
      yield* play(await settle(step, request), request, () => `call_${++calls}`)
    },
  }
}

type PlainStep = Exclude<ScriptedStep, (request: ModelRequest) => unknown>

async function settle(step: ScriptedStep, request: ModelRequest): Promise<PlainStep> {
  let current = step
  while (typeof current === 'function') current = await current(request)
  return current
}

async function* play(step: PlainStep, { signal }: ModelRequest, nextId: () => string): AsyncGenerator<ModelPart> {
  if (step instanceof Error) throw step
  const { text = '', reasoning = '', calls = [], usage } = typeof step === 'string' ? { text: step } : step
  const parts: AssistantPart[] = []
  if (reasoning !== '') parts.push({ type: 'reasoning', text: reasoning })
  if (reasoning !== '') yield { type: 'reasoning_delta', text: reasoning }
  if (text !== '') parts.push({ type: 'text', text })
  for (const word of text.match(/\s*\S+\s*$|\s*\S+/g) ?? []) {
    signal.throwIfAborted()
    yield { type: 'text_delta', text: word }
  }
  signal.throwIfAborted()
  for (const { name, input = {}, id = nextId(), unparsed } of calls) {
    parts.push({ type: 'call', call: { id, name, input, ...(unparsed === undefined ? {} : { unparsed }) } })
  }
  const reason = calls.length > 0 ? 'calls' : 'stop'
  yield { type: 'finish', message: { role: 'assistant', parts }, reason, usage: { ...NO_USAGE, ...usage } }
}
