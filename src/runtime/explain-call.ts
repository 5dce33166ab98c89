import { canonicalJson } from '../core/json.ts'
import type { DecisionWord, PlacedRule } from '../core/rule.ts'
import type { OutcomeKind, ToolError } from '../core/tool.ts'
import { callContext } from '../loop/call-context.ts'
import { judgeCall } from '../loop/call-demand.ts'
import { prepareCall } from '../loop/prepare-call.ts'
import type { ReadyCall, TurnOptions } from '../loop/turn.ts'
import type { ExplainedRequest } from '../tools/bindings/binding.ts'
import type { ExplainedCall } from '../tools/stages/explain.ts'
import { type CallToolOptions, turnOfCall } from './call-tool.ts'

/** One argument as the tool would get it. */
export interface ExplainedArgument {
  name: string
  /** `«hidden»` or `***` where it must not be seen. */
  value: unknown
  /** `given`, `default`, `config.REGION`, `process.before` … */
  source: string
}

/** What a call would do. Nothing was sent, asked or changed. */
export interface CallExplanation {
  agent: string
  tool: string
  arguments: ExplainedArgument[]
  /** Names of arguments that were given and that nothing uses. */
  ignored: string[]
  /** Absent when the call ends before the gate: then there is nothing to decide. */
  decision?: { decision: DecisionWord; rule: PlacedRule | null; reason: string; code?: string }
  /** `prepare: arguments`, `gate: rules` … in order. */
  stages: string[]
  request?: ExplainedRequest
  /** Why nothing would go out. */
  requestProblem?: ToolError
  /** What ends the call before the gate. */
  ends?: OutcomeKind
  /** What preparing it told. */
  trace: { stage: string; message: string }[]
}

/** Prepares and decides a call, and says what would follow. Never runs the tool. */
export async function explainCall(options: CallToolOptions): Promise<CallExplanation> {
  const { agent, call } = options
  const trace: CallExplanation['trace'] = []
  const turn = turnOfCall({
    ...options,
    emit: event => {
      if (event.type === 'trace') trace.push({ stage: event.stage, message: event.message })
    },
  })
  const base = { agent: agent.name, tool: call.name, trace }
  const prepared = await prepareCall(turn, call)
  if (prepared.kind === 'outcome') {
    const given = Object.entries(call.input).map(([name, value]) => ({ name, value, source: 'given' }))
    return { ...base, arguments: given, ignored: [], stages: [], ends: prepared.outcome }
  }
  const told = await explained(turn, prepared, call.input)
  if (told.problem) return { ...base, ...ended(told, { kind: 'failed', error: told.problem }) }
  if (told.answer !== undefined) return { ...base, ...ended(told, { kind: 'ok', value: told.answer }) }
  const { stages, request, requestProblem } = told
  return {
    ...base,
    arguments: argumentsOf(told, call.input),
    ignored: Object.keys(call.input).filter(name => !Object.hasOwn(prepared.call.input, name)),
    decision: decide(turn, prepared),
    stages,
    ...(request ? { request } : {}),
    ...(requestProblem ? { requestProblem } : {}),
  }
}

function ended({ stages }: ExplainedCall, ends: OutcomeKind): Omit<CallExplanation, 'agent' | 'tool' | 'trace'> {
  return { arguments: [], ignored: [], stages, ends }
}

async function explained(turn: TurnOptions, ready: ReadyCall, given: Record<string, unknown>): Promise<ExplainedCall> {
  const { explainCall: explainTool } = await import('../tools/stages/explain.ts')
  const { context, close } = callContext(turn, ready, [])
  try {
    const { definition } = turn.agent.tools[ready.call.name] ?? ready.tool
    return await explainTool(definition, { ...given }, context)
  } finally {
    close()
  }
}

function argumentsOf(told: ExplainedCall, given: Readonly<Record<string, unknown>>): ExplainedArgument[] {
  return (told.arguments ?? []).map(({ name, value, from }) => {
    if (from !== 'model') return { name, value, source: from }
    const fitted = Object.hasOwn(given, name) && canonicalJson(given[name]) !== canonicalJson(value)
    return { name, value, source: fitted ? 'given, changed to fit its type' : 'given' }
  })
}

function decide(turn: TurnOptions, ready: ReadyCall): CallExplanation['decision'] {
  const byRules = turn.agent.gate.decide(ready.call, turn.scope)
  const judged = judgeCall(turn, ready)
  switch (judged.kind) {
    case 'run':
      return { decision: 'allow', rule: byRules.rule, reason: byRules.reason }
    case 'refused': {
      const code = judged.code === undefined ? {} : { code: judged.code }
      return {
        decision: 'deny',
        rule: byRules.decision === 'deny' ? byRules.rule : null,
        reason: judged.reason,
        ...code,
      }
    }
    case 'ask':
      return { decision: 'ask', rule: judged.decision.rule, reason: judged.decision.reason }
  }
}
