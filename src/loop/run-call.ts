import type { ToolCall, ToolOutcome } from '../core/tool.ts'
import { nestedCall } from './nested-call.ts'
import type { TurnOptions } from './turn.ts'

/** One call through prepare, gate and execution, without a model. What nobody is there to decide ends `denied`. */
export async function runCall(options: TurnOptions, call: ToolCall): Promise<ToolOutcome> {
  return nestedCall(options, { ...call, signal: options.signal }, 0)
}
