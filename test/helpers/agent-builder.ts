import type { Agent, AgentConfig, RunnableAgent } from '../../src/core/agent.ts'
import type { Approver } from '../../src/core/approval.ts'
import type { LoopEvent } from '../../src/core/event.ts'
import type { Message } from '../../src/core/message.ts'
import { callsOf } from '../../src/core/message.ts'
import type { Model } from '../../src/core/model.ts'
import type { DecisionWord, Gate } from '../../src/core/rule.ts'
import type { ToolCall, ToolDefinition, ToolOutcome } from '../../src/core/tool.ts'
import { runTurn } from '../../src/loop/run-turn.ts'
import type { OpenBatch, TurnOptions, TurnRecord, TurnResult, TurnSession } from '../../src/loop/turn.ts'
import { type ScriptedStep, scriptedModel } from '../../src/models/scripted.ts'
import { mergeTools } from '../../src/tools/merge-tools.ts'
import { schemaCompiler } from '../../src/tools/validate-input.ts'

/** A tool that takes any arguments and, unless told otherwise, returns `done`. */
export function tool(name: string, parts: Partial<ToolDefinition> = {}): ToolDefinition {
  return {
    name,
    description: `The tool ${name}.`,
    input_schema: { type: 'object', properties: {} },
    execute: () => 'done',
    ...parts,
  }
}

/** Decides by the tool's name. */
export function gateOf(decisions: Record<string, DecisionWord> = {}, otherwise: DecisionWord = 'allow'): Gate {
  return {
    decide: ({ name }) => {
      const decision = Object.hasOwn(decisions, name) ? (decisions[name] ?? otherwise) : otherwise
      return { decision, rule: null, reason: `The test says ${decision}.` }
    },
  }
}

export interface AgentParts {
  name?: string
  tools?: ToolDefinition[]
  gate?: Gate
  isSafe?: (call: ToolCall) => boolean
  maxTurns?: number
  toolTimeout?: number | false
  /** Only where a whole conversation is played. */
  steps?: AgentConfig['steps']
}

/** One for all: a compiler of its own for each of thousands of agents would take most of the tests' time. */
const compiler = schemaCompiler()

/** An assembled agent without files. Its tools went through the merge, so their arguments are checked. */
export function buildAgent(parts: AgentParts = {}): Agent {
  const { tools, diagnostics } = mergeTools(
    (parts.tools ?? []).map(definition => ({ definition, kind: 'local', file: 'tools/index.ts' })),
    compiler,
  )
  if (diagnostics.length > 0) throw new Error(`The tools of the test are wrong: ${JSON.stringify(diagnostics)}`)
  return {
    name: parts.name ?? 'tester',
    directory: '/project/agents/tester',
    systemPrompt: 'You are tested.',
    model: undefined,
    tools,
    skills: [],
    subagents: {},
    gate: parts.gate ?? gateOf(),
    isSafe: parts.isSafe ?? (({ name }) => tools[name]?.definition.safe === true),
    limits: { maxTurns: parts.maxTurns ?? 25, toolTimeout: parts.toolTimeout ?? 30_000 },
    config: { name: 'tester', systemPrompt: 'You are tested.' },
    diagnostics: [],
  }
}

export interface PlayOptions extends Omit<AgentParts, 'steps'> {
  /** Built before; the parts of an agent are then left out. */
  agent?: Agent
  /** What the model does, one step a call; or a model. */
  steps: readonly ScriptedStep[] | Model
  text?: string
  /** Goes on with these; the text is then left out. */
  messages?: Message[]
  approver?: Approver
  signal?: AbortSignal
  session?: Partial<TurnSession>
  batch?: OpenBatch
  /** Sees every event as it comes. */
  onEvent?: (event: LoopEvent) => void
  onRecord?: (record: TurnRecord) => Promise<void> | void
  user?: TurnOptions['user']
  runAgent?: TurnOptions['runAgent']
  takeOver?: TurnOptions['takeOver']
}

export interface Played {
  result: TurnResult
  events: LoopEvent[]
  records: TurnRecord[]
  /** The conversation after the turn. */
  messages: Message[]
  outcomes: ToolOutcome[]
  session: TurnSession
  /** `call_start get_order`, `call_end get_order`, … : what tests of order look at. */
  trace: string[]
}

/** One turn of an agent made on the spot. */
export async function play(options: PlayOptions): Promise<Played> {
  const model = Array.isArray(options.steps) ? scriptedModel(options.steps) : (options.steps as Model)
  const agent: RunnableAgent = { ...(options.agent ?? buildAgent({ ...options, steps: undefined })), client: model }
  const messages: Message[] = options.messages ?? [{ role: 'user', text: options.text ?? 'go' }]
  const session: TurnSession = { id: 'test', variables: {}, grants: new Set(), requests: 0, ...options.session }
  const events: LoopEvent[] = []
  const records: TurnRecord[] = []
  const result = await runTurn({
    agent,
    session,
    messages,
    scope: { tenant: 'default', environment: 'test' },
    approver: options.approver,
    signal: options.signal ?? new AbortController().signal,
    emit: event => {
      events.push(event)
      options.onEvent?.(event)
    },
    record: async record => {
      await options.onRecord?.(record)
      records.push(record)
    },
    batch: options.batch,
    user: options.user,
    runAgent: options.runAgent,
    takeOver: options.takeOver,
  })
  const outcomes = events.flatMap(event => (event.type === 'call_end' ? [event.outcome] : []))
  return { result, events, records, messages, outcomes, session, trace: events.flatMap(traced) }
}

function traced(event: LoopEvent): string[] {
  if (event.type === 'call_start') return [`call_start ${event.call.name}`]
  if (event.type === 'call_end') return [`call_end ${event.outcome.call.name}`]
  return []
}

/** The calls of a conversation that no result answers, or that more than one does: empty when the history is valid. */
export function unanswered(messages: readonly Message[]): string[] {
  return messages.flatMap((message, index) => {
    if (message.role !== 'assistant') return []
    const asked = callsOf(message).map(({ id }) => id)
    if (asked.length === 0) return []
    const next = messages[index + 1]
    const told = next?.role === 'tool' ? next.results.map(({ callId }) => callId) : []
    return JSON.stringify(asked) === JSON.stringify(told) ? [] : [`asked ${asked.join()}, told ${told.join()}`]
  })
}

/** A promise and the means to settle it from outside. */
export interface Door {
  opened: Promise<void>
  open(): void
}

export function door(): Door {
  let open = (): void => {}
  const opened = new Promise<void>(resolve => {
    open = resolve
  })
  return { opened, open }
}

/** Resolves after everything that could go on at once has done so. */
export async function settled(): Promise<void> {
  for (let turn = 0; turn < 20; turn++) await new Promise(resolve => setImmediate(resolve))
}
