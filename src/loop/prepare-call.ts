import { messageOf } from '../core/errors.ts'
import { getOwn } from '../core/json.ts'
import { didYouMean } from '../core/nearest.ts'
import type { OutcomeKind, ToolCall } from '../core/tool.ts'
import { callContext } from './call-context.ts'
import type { ReadyCall, TurnOptions } from './turn.ts'

export type PreparedCall = ({ kind: 'ready' } & ReadyCall) | { kind: 'outcome'; outcome: OutcomeKind }

/** Finds the tool and makes the arguments final (phase "prepare"). Never throws: what is wrong becomes an outcome. */
export async function prepareCall(options: TurnOptions, call: ToolCall): Promise<PreparedCall> {
  const tool = getOwn(options.agent.tools, call.name)
  if (!tool) return failed('unknown_tool', unknownTool(call.name, Object.keys(options.agent.tools)))
  if (call.unparsed !== undefined) {
    return failed('validation_error', `The arguments are not a JSON object: ${call.unparsed.slice(0, 200)}`)
  }
  const { prepare } = tool.definition
  if (!prepare) return { kind: 'ready', call, tool }
  try {
    const { context } = callContext(options, { call, tool }, [])
    const prepared = await prepare.call(tool.definition, call.input, context)
    if (prepared.kind === 'outcome') return prepared
    return { kind: 'ready', call: { ...call, input: prepared.input }, tool }
  } catch (error) {
    return failed('tool_error', messageOf(error))
  }
}

function failed(code: string, message: string): PreparedCall {
  return { kind: 'outcome', outcome: { kind: 'failed', error: { code, type: 'invalid_input', message } } }
}

function unknownTool(name: string, known: string[]): string {
  const hint = didYouMean(name, known)
  return `There is no tool \`${name}\`.${hint ? ` ${hint}` : ''} Tools: ${known.join(', ') || 'none'}.`
}
