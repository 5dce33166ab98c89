import type { Json, JsonSchema } from './json.ts'

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
  | { do: 'respond'; text: string }
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
  | { kind: 'denied'; reason: string }
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
   * decides by its own rules, and never does what they deny. Rejects with what stopped it.
   */
  runAgent(agent: string, request: string): Promise<string>
  /** A short note about how far the work is, shown beside the call. */
  progress(note: string): void
}

export type Prepared = { kind: 'ready'; input: Record<string, unknown> } | { kind: 'outcome'; outcome: OutcomeKind }

/**
 * A tool, of any of the four kinds (loopengine tools page, "Types of tools"). `execute` gets arguments that fit
 * `input_schema` and returns anything that JSON can carry; what it throws becomes a `failed` outcome.
 */
export interface ToolDefinition {
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
  /** Reads only: no side effects, no shared mutable state. Consecutive safe calls run side by side. @default false */
  safe?: boolean
  /** Milliseconds before the call fails with `tool_timeout`; `false` for no limit. @default 30000 */
  timeout?: number | false
}

/** A call that the model sees as `[A-Za-z_][A-Za-z0-9_]{0,63}`: what every model API accepts. */
export const TOOL_NAME = /^[A-Za-z_][A-Za-z0-9_]{0,63}$/

export const DEFAULT_TOOL_TIMEOUT_MS = 30_000
