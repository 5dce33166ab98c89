import type { Range } from '../core/diagnostic.ts'
import type { BindingSpec } from './bindings/spec.ts'
import type { NamedValue, ParameterSpec, TypeSpec } from './types.ts'

/**
 * One declared tool, as data: what `tools/` makes executable. Expressions and templates are kept as their text; compile
 * them with `compileExpression` and `compileTemplate`.
 */
export interface ToolSpec {
  name: string
  /** Empty when the file gives none. */
  description: string
  parameters: ParameterSpec[]
  /** Undefined without `->`: nothing is promised about the result. */
  returns?: TypeSpec
  /** Undefined without `type:`: bound to a tool of the same name elsewhere in the project. */
  binding?: BindingSpec
  hints: Hints
  confirmation?: Confirmation
  effect?: Effect
  /** Session fields that only this tool, among those that provide any, may write. */
  provides: string[]
  process?: ProcessSpec
  compaction?: Compaction
  onResult?: ResultMapping
  onError?: ResultMapping
  piiAccess?: PiiAccess
  contextAccess?: ContextAccess
  /** Keep the raw result in the session. */
  storeResult: boolean
  at: { file: string; range: Range }
}

export interface Hints {
  cacheable?: boolean
  latency?: 'fast' | 'medium' | 'slow'
  sideEffects?: boolean
  requiresAuth?: boolean
  /** Milliseconds. */
  timeout?: number
}

export interface Confirmation {
  require?: 'always' | 'never' | 'when_side_effects'
  /** Parameters that must not change between approval and execution. */
  immutableParams: string[]
  consentRequiredIn?: 'conversation' | 'explicit_prompt'
  consentScope: string[]
  consentAction?: string
  consentFallback?: 'explicit_prompt' | 'block'
}

export type Effect = 'read_only' | 'state_write' | 'side_effect'
export type PiiAccess = 'tools' | 'user' | 'logs' | 'llm'

export interface Compaction {
  /** Dot paths, through arrays, kept word for word. */
  essentialFields: string[]
  /** Characters. */
  maxDescriptionLength?: number
  /** Milliseconds. */
  summaryTimeoutMs?: number
}

export interface ContextAccess {
  read: string[]
  write: string[]
}

/** What becomes of a `process` stage that does not hold. */
export type OnFail = { kind: 'block' | 'reask' | 'warn' | 'fallback'; message: string } | { kind: 'use_original' }

export interface ProcessSpec {
  before?: {
    /** A named transform, run first. */
    use?: string
    /** Expressions laid over the arguments. */
    params: NamedValue[]
    /** Expressions that must all hold. */
    require: string[]
    onFail?: OnFail
  }
  after?: {
    use?: string
    /** Expressions whose values replace the result. */
    result: NamedValue[]
    onFail?: OnFail
  }
}

/** A value written by an action: an expression, or quoted text with `{{…}}` in it. */
export type AssignedValue = { kind: 'expression' | 'template'; text: string }

export interface Assignment {
  /** Dot path into the session's variables. */
  path: string
  value: AssignedValue
}

/** `on_result` and `on_error`: assignments first, then the actions in order. */
export interface ResultMapping {
  set: Assignment[]
  actions: Action[]
}

export type Action =
  | { do: 'set'; assignments: Assignment[] }
  | { do: 'clear'; paths: string[] }
  | { do: 'log'; template: string }
  | { do: 'respond'; template: string; formats: NamedValue[] }
  | { do: 'formats'; formats: NamedValue[] }
  /** `as`: where the result goes. */
  | { do: 'call'; tool: string; with: Assignment[]; as?: string }
  | { do: 'delegate'; agent: string; with: Assignment[]; as?: string }
  | { do: 'handoff'; agent: string }
  | { do: 'goto' | 'then'; step: string }
  | { do: 'return'; value: AssignedValue }
  | { do: 'complete'; value: boolean }
  /** The first branch whose condition holds; one without `when` is the ELSE. */
  | { do: 'branch'; branches: Branch[] }

export interface Branch {
  when?: string
  actions: Action[]
}
