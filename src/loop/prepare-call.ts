import { LoopengineError } from '../core/errors.ts'
import { getOwn } from '../core/json.ts'
import { didYouMean } from '../core/nearest.ts'
import type { OutcomeKind, Prepared, ToolCall, ToolContext, ToolDefinition } from '../core/tool.ts'
import { callContext } from './call-context.ts'
import { cutShort, failureOf } from './failure.ts'
import type { ReadyCall, TurnOptions } from './turn.ts'

export type PreparedCall = ({ kind: 'ready' } & ReadyCall) | { kind: 'outcome'; outcome: OutcomeKind }

/** Finds the tool and makes the arguments final (phase "prepare"). Never throws: what is wrong becomes an outcome. */
export async function prepareCall(options: TurnOptions, call: ToolCall): Promise<PreparedCall> {
  const tool = getOwn(options.agent.tools, call.name)
  if (!tool) return failed('unknown_tool', unknownTool(call.name, Object.keys(options.agent.tools)))
  if (call.unparsed !== undefined) {
    return failed('validation_error', `The arguments are not a JSON object: ${call.unparsed.slice(0, 200)}`)
  }
  if (!tool.definition.prepare) return { kind: 'ready', call, tool }
  const input = options.privacy?.restored(call.name, call.input) ?? call.input
  const prepared = await runPrepare(options, { call: { ...call, input }, tool })
  if (prepared.kind === 'outcome') return prepared
  const ready: ReadyCall = { call: { ...call, input: prepared.input }, tool, given: call.input }
  return { kind: 'ready', ...(prepared.kind === 'conclude' ? concluding(ready, prepared.conclude) : ready) }
}

function concluding({ call, tool, given }: ReadyCall, conclude: (context: ToolContext) => Promise<unknown>): ReadyCall {
  const definition: ToolDefinition = { ...tool.definition, execute: (_input, context) => conclude(context) }
  return { call, tool: { ...tool, definition }, given, concludes: true }
}

/** Within the tool's time limit, and stopped with the turn. */
async function runPrepare(options: TurnOptions, ready: ReadyCall): Promise<Prepared> {
  const { context, clock, close } = callContext(options, ready, [])
  const { definition } = ready.tool
  const ended = clock.start()
  const preparing = prepare(definition, ready.call.input, context).catch(
    (error: unknown): Prepared => ({ kind: 'outcome', outcome: failureOf(error) }),
  )
  const prepared = await Promise.race([preparing, ended])
  clock.stop()
  close()
  if (typeof prepared !== 'string') return prepared
  return { kind: 'outcome', outcome: cutShort(prepared, { limit: clock.limit, effects: false }) }
}

async function prepare(definition: ToolDefinition, input: ToolCall['input'], context: ToolContext): Promise<Prepared> {
  const prepared = await definition.prepare?.(
    input,
    Object.assign(context, { ask: tooEarly, runAgent: tooEarly, call: tooEarly }),
  )
  if (prepared && KINDS.includes(prepared.kind)) return prepared
  throw new TypeError(
    `\`prepare\` of tool \`${definition.name}\` must return { kind: 'ready' }, { kind: 'outcome' } or { kind: 'conclude' }.`,
  )
}

const KINDS: readonly string[] = ['ready', 'outcome', 'conclude'] satisfies Prepared['kind'][]

/** Before the gate nothing may happen, and a call is started again with its answers in `execute` only. */
async function tooEarly(): Promise<never> {
  throw new LoopengineError(
    'asked_too_early',
    '`prepare` can neither ask a person nor run an agent or a tool; do so in `execute`.',
  )
}

function failed(code: string, message: string): PreparedCall {
  return { kind: 'outcome', outcome: { kind: 'failed', error: { code, type: 'invalid_input', message } } }
}

const SHOWN_NAME = 100

function unknownTool(name: string, known: string[]): string {
  const hint = name.length > SHOWN_NAME ? '' : didYouMean(name, known)
  return `There is no tool \`${name.slice(0, SHOWN_NAME)}\`.${hint ? ` ${hint}` : ''} Tools: ${known.join(', ') || 'none'}.`
}
