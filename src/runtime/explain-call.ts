import { canonicalJson, isRecord } from '../core/json.ts'
import type { DecisionWord, PlacedRule } from '../core/rule.ts'
import { DEFAULT_TOOL_TIMEOUT_MS, type OutcomeKind, type ToolExplanation } from '../core/tool.ts'
import { callContext } from '../loop/call-context.ts'
import { judgeCall } from '../loop/call-demand.ts'
import { prepareCall } from '../loop/prepare-call.ts'
import type { ReadyCall, TurnOptions } from '../loop/turn.ts'
import { type CallToolOptions, turnOfCall } from './call-tool.ts'

/** One argument as the tool would get it. */
export interface ExplainedArgument {
  name: string
  value: unknown
  /** `given`, `default`, `config REGION`, … */
  source: string
}

/** What a call would do. Nothing was sent, asked or changed. */
export interface CallExplanation {
  agent: string
  tool: string
  arguments: ExplainedArgument[]
  /** Arguments that were given and that nothing uses. */
  ignored: string[]
  /** Absent when the arguments don't fit: then there is nothing to decide. */
  decision?: { decision: DecisionWord; rule: PlacedRule | null; reason: string; code?: string }
  stages: ToolExplanation['stages']
  request?: ToolExplanation['request']
  /** What ends the call before the gate. */
  ends?: OutcomeKind
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
    return { ...base, arguments: listed(call.input, () => 'given'), ignored: [], stages: [], ends: prepared.outcome }
  }
  const { input } = prepared.call
  const told = await explained(turn, prepared, call.input)
  const source = (name: string): string => told.origins[name] ?? sourceOf(name, call.input, input)
  return {
    ...base,
    arguments: listed(shown(prepared, input), source),
    ignored: Object.keys(call.input).filter(name => !Object.hasOwn(input, name)),
    decision: decide(turn, prepared),
    stages: told.stages,
    ...(told.request ? { request: told.request } : {}),
  }
}

function listed(input: Readonly<Record<string, unknown>>, source: (name: string) => string): ExplainedArgument[] {
  return Object.entries(input).map(([name, value]) => ({ name, value, source: source(name) }))
}

function sourceOf(
  name: string,
  given: Readonly<Record<string, unknown>>,
  input: Readonly<Record<string, unknown>>,
): string {
  if (!Object.hasOwn(given, name)) return 'default'
  return canonicalJson(given[name]) === canonicalJson(input[name]) ? 'given' : 'given, changed to fit its type'
}

/** Without the values that no trace may show. */
function shown({ tool }: ReadyCall, input: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const hidden = tool.definition.hiddenInTraces ?? []
  return Object.fromEntries(
    Object.entries(input).map(([name, value]) => [name, hidden.includes(name) ? '«hidden»' : value]),
  )
}

async function explained(
  turn: TurnOptions,
  ready: ReadyCall,
  given: Readonly<Record<string, unknown>>,
): Promise<ToolExplanation> {
  const { definition } = ready.tool
  if (!definition.explain) return plainStages(turn, ready)
  const { context, close } = callContext(turn, ready, [])
  try {
    return await definition.explain({ given, input: ready.call.input }, context)
  } finally {
    close()
  }
}

/** A tool whose stages are only those that all calls have. */
function plainStages({ agent }: TurnOptions, { tool }: ReadyCall): ToolExplanation {
  const limit = tool.definition.timeout ?? agent.limits.toolTimeout ?? DEFAULT_TOOL_TIMEOUT_MS
  const fields = isRecord(tool.definition.input_schema.properties) ? tool.definition.input_schema.properties : {}
  return {
    origins: {},
    stages: [
      { phase: 'prepare', stage: 'validate', detail: `arguments against input_schema (${Object.keys(fields).length})` },
      {
        phase: 'execute',
        stage: 'execute',
        detail: `${tool.file}, ${limit === false ? 'no limit' : `at most ${limit} ms`}`,
      },
    ],
  }
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
