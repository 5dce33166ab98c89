import type { Json, JsonSchema } from './json.ts'
import type { ToolDeclaration } from './tool-declaration.ts'

/** What the model asks for: one tool, by name, with arguments. `id` pairs the call with its outcome. */
export interface ToolCall {
  id: string
  name: string
  input: Record<string, unknown>
  /** The arguments as the model wrote them, when they were not a JSON object; `input` is then empty. */
  unparsed?: string
}

/** Why a call failed, in words for the model and for people. `code` is stable (`validation_error`, `tool_timeout`, …). */
export interface ToolError {
  code: string
  type: string
  message: string
  /** Of an HTTP response. */
  status?: number
  /** What came back with the failure, capped. */
  details?: Json
  /** For `validation_error`: each argument that did not fit. */
  problems?: ArgumentProblem[]
}

export interface ArgumentProblem {
  /** Dot path into the arguments; empty for the whole. */
  path: string
  expected: string
  received: string
}

/** What a tool's stages want done after the call (ABL `on_result`, section "result mapping"). */
export type Directive =
  /** Said to the person, word for word. `formats`: the same for other channels, by name. */
  | { do: 'respond'; text: string; formats?: Record<string, string> }
  | { do: 'handoff'; agent: string }
  | { do: 'step'; name: string }
  | { do: 'end_turn' }

/**
 * How one call ended. A tool that is missing, refused or throws is an outcome that the model is told about, never an
 * exception. `ms` is the time it ran, without waiting for people.
 */
export type ToolOutcome = { call: ToolCall; ms: number; directives?: Directive[] } & OutcomeKind

export type OutcomeKind =
  | { kind: 'ok'; value: unknown }
  | { kind: 'failed'; error: ToolError }
  /** `code`: when the tool's own declaration refused (`confirmation_denied`, `consent_denied`, `immutable_param_changed` …). */
  | { kind: 'denied'; reason: string; code?: string }
  | { kind: 'skipped'; reason: string }
  | { kind: 'pending'; id: string; until?: string }

/** The person, or the system acting for one, that is signed in. */
export interface User {
  id: string
  claims?: Record<string, unknown>
}

export interface Question {
  text: string
  /** Given choices make a menu; a free answer stays possible. */
  choices?: string[]
}

/** What a tool may use while it runs. Waiting in `ask` never counts against the tool's timeout. */
export interface ToolContext {
  agent: { name: string; directory: string }
  session: { id: string }
  callId: string
  tenant: string
  environment: string
  user?: User
  /** What the person said last in this conversation. */
  userText?: string
  /** The session's variables; a tool may read and write them, they are saved with the session. */
  variables: Record<string, Json>
  signal: AbortSignal
  /**
   * Asks the person in this conversation. Rejects when nobody can answer; let that rejection pass: the call is parked,
   * starts again from the top after the answer, and the same question is then answered at once.
   */
  ask(question: string | Question): Promise<string>
  /**
   * Runs another agent on a request and returns its final text: a subagent of this one, or an agent of the project. It
   * decides by its own rules, and never does what they deny. Rejects with what stopped it. `park: false` is for a tool
   * that has done its work already: where the agent would wait for a person, it rejects and the call goes on.
   */
  runAgent(agent: string, request: string, options?: { park?: boolean }): Promise<string>
  /** A short note about how far the work is, shown beside the call. */
  progress(note: string): void
  /**
   * The value of a variable that the project's settings declare under `config:`; undefined for any other name, and for
   * one without a value.
   */
  config(name: string): string | undefined
  /**
   * Calls another tool of this agent, through the same stages and the same gate. Never rejects; what a person would
   * have to approve and cannot ends `denied`.
   */
  call(tool: string, input: Record<string, unknown>): Promise<ToolOutcome>
  /** A line of the call's trace: what a stage did and why. Never a secret, never personal data. */
  emit(event: TraceEvent): void
}

/** What a stage of a call did, for people who look closely (`run --json`, `call --explain`). */
export interface TraceEvent {
  type: 'trace'
  /** `source`, `process.before`, `cache`, `breaker`, `retry`, `on_result` … */
  stage: string
  message: string
}

/** Why a call must be asked about, or refused, whatever the rules allow (ABL "confirmation"). */
export type Demand =
  | { kind: 'confirmation'; reason: string }
  /** `remember`: a grant once given holds for the session. `scopes`: only those not granted yet. */
  | { kind: 'consent'; reason: string; scopes: string[]; action?: string; remember: boolean }
  | { kind: 'refuse'; code: string; reason: string }

/** What a tool may look at when it says what it demands. */
export interface DemandFacts {
  /** Whether the person granted this consent scope earlier in the session. */
  granted(scope: string): boolean
  /** Whether they said no to it before the conversation began. */
  refused(scope: string): boolean
  variables: Readonly<Record<string, Json>>
}

export type Prepared =
  | { kind: 'ready'; input: Record<string, unknown> }
  | { kind: 'outcome'; outcome: OutcomeKind }
  /**
   * The tool will not run. `conclude` runs in its place, in its lane and without asking anybody (a denied tool does not
   * even conclude), and ends the call as `execute` would: for what a tool declares to do when its preparation fails.
   */
  | { kind: 'conclude'; input: Record<string, unknown>; conclude(context: ToolContext): Promise<unknown> }

/**
 * A tool, of any of the four kinds (loopengine tools page, "Types of tools"). `execute` gets arguments that fit
 * `input_schema` and returns anything that JSON can carry; what it throws becomes a `failed` outcome.
 */
export interface ToolDefinition extends ToolDeclaration {
  /** What the model calls it: `[A-Za-z_][A-Za-z0-9_]*`, at most 64 characters. */
  name: string
  /** Told to the model: what it does, when to use it, what comes back. */
  description: string
  input_schema: JsonSchema
  /** Shown to people and to search, not to the model. */
  output_schema?: JsonSchema
  // A method signature: a tool may narrow the type of its input.
  // biome-ignore lint/suspicious/noExplicitAny: arguments are checked against input_schema before execute sees them
  execute(input: any, context: ToolContext): Promise<unknown> | unknown
  /** Replaces the check of arguments against `input_schema` (phase "prepare": before the gate, in the order asked). */
  prepare?(input: Record<string, unknown>, context: ToolContext): Promise<Prepared>
  /** What the tool itself demands before it runs, on the final arguments; the stricter of this and the rules wins. Pure. */
  demand?(input: Record<string, unknown>, facts: DemandFacts): Demand | undefined
  /** A consent that is asked for before the first turn, so that no call has to stop for it. */
  preflight?: { scope: string; reason: string }
  /** Arguments that nobody may change once the call has been shown for approval. */
  immutableParams?: readonly string[]
  /** Arguments whose values no trace may show. */
  hiddenInTraces?: readonly string[]
  /** How this tool's result stands in the history from the next turn on; absent: as it is. May ask `summarise`. */
  compact?(text: string, tools: CompactTools): Promise<string> | string
  /** Reads only: no side effects, no shared mutable state. Consecutive safe calls run side by side. @default false */
  safe?: boolean
  /** Milliseconds before the call fails with `tool_timeout`; `false` for no limit. @default 30000 */
  timeout?: number | false
}

/** What `compact` may use. */
export interface CompactTools {
  /** The agent's model, asked for a short version; undefined when it has none, fails or takes longer than `ms`. */
  summarise(text: string, ms: number): Promise<string | undefined>
}

/** A call that the model sees as `[A-Za-z_][A-Za-z0-9_]{0,63}`: what every model API accepts. */
export const TOOL_NAME = /^[A-Za-z_][A-Za-z0-9_]{0,63}$/

export const DEFAULT_TOOL_TIMEOUT_MS = 30_000
