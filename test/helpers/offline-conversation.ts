import type { Message } from '../../src/core/message.ts'
import { callsOf, textOf } from '../../src/core/message.ts'
import type { Model } from '../../src/core/model.ts'
import type { ToolCall, ToolDefinition } from '../../src/core/tool.ts'
import { offlineModel } from '../../src/models/offline/offline-model.ts'

export type SmallTool = Pick<ToolDefinition, 'name' | 'description' | 'input_schema'> & {
  run?: (input: Record<string, unknown>) => unknown
}

export interface Turn {
  /** The calls of each model step. */
  steps: ToolCall[][]
  calls: ToolCall[]
  text: string
}

export const CLOCK = () => new Date('2026-05-04T10:00:00Z')

/** A conversation with the offline model over small tools, each turn played to its end. */
export function converse(tools: SmallTool[], options: { system?: string; model?: Model } = {}) {
  const messages: Message[] = []
  const model = options.model ?? offlineModel({ now: CLOCK })
  async function step() {
    const signal = new AbortController().signal
    for await (const part of model.stream({ system: options.system ?? '', messages, tools, signal })) {
      if (part.type === 'finish') return part.message
    }
    throw new Error('no finish')
  }
  async function say(text: string): Promise<Turn> {
    messages.push({ role: 'user', text })
    const steps: ToolCall[][] = []
    for (let count = 0; count < 12; count++) {
      const message = await step()
      messages.push(message)
      const calls = callsOf(message)
      if (calls.length === 0) return { steps, calls: steps.flat(), text: textOf(message) }
      steps.push(calls)
      messages.push({ role: 'tool', results: calls.map(call => resultOf(call, tools)) })
    }
    throw new Error('the turn does not end')
  }
  return { say, messages }
}

function resultOf(call: ToolCall, tools: SmallTool[]) {
  const about = { callId: call.id, name: call.name }
  try {
    const value = tools.find(({ name }) => name === call.name)?.run?.(call.input) ?? { ok: true }
    if (value instanceof Denied) return { ...about, kind: 'denied' as const, text: value.reason }
    return { ...about, kind: 'ok' as const, text: typeof value === 'string' ? value : JSON.stringify(value) }
  } catch (error) {
    return { ...about, kind: 'failed' as const, text: (error as Error).message }
  }
}

export class Denied {
  readonly reason: string
  constructor(reason: string) {
    this.reason = reason
  }
}
