/**
 * What a tool may say about itself beside its code, in the property names of ABL (docs/abl.md, "What every tool may
 * say"). Texts that ABL reads as expressions, templates or words are written the same: `'amount > 0'`, `'"failed"'`,
 * `'Order {{result.id}}'`, `'reask("How much?")'`. The stages around a call read them for tools of any kind.
 */
export interface ToolDeclaration {
  effect?: 'read_only' | 'state_write' | 'side_effect'
  /** When a person must agree, and to what. */
  confirmation?: ConfirmationDeclaration
  hints?: HintsDeclaration
  /** What history keeps of the result. */
  compaction?: CompactionDeclaration
  /** Which access to personal data the tool has; none when absent. */
  pii_access?: 'tools' | 'user' | 'logs' | 'llm'
  /** Session fields that only this tool, among those that provide any, may write. */
  provides?: readonly string[]
  context_access?: { read?: readonly string[]; write?: readonly string[] }
  /** What is computed and demanded around the call. */
  process?: { before?: BeforeDeclaration; after?: AfterDeclaration }
  /** What to set and do once the call went well. */
  on_result?: MappingDeclaration
  /** What to set and do once it failed. */
  on_error?: MappingDeclaration
  /** Keep the raw result in the session, as `last_<tool>_result`. @default false, for ABL tools true */
  store_result?: boolean
}

export interface ConfirmationDeclaration {
  require?: 'always' | 'never' | 'when_side_effects'
  /** Parameters that must not change between approval and execution. */
  immutable_params?: readonly string[]
  consent_required_in?: 'conversation' | 'explicit_prompt'
  consent_scope?: readonly string[]
  consent_action?: string
  consent_fallback?: 'explicit_prompt' | 'block'
}

export interface HintsDeclaration {
  cacheable?: boolean
  latency?: 'fast' | 'medium' | 'slow'
  side_effects?: boolean
  requires_auth?: boolean
  /** Milliseconds. */
  timeout?: number
}

export interface CompactionDeclaration {
  /** Dot paths, through arrays, kept word for word. */
  essential_fields?: readonly string[]
  /** Characters. */
  max_description_length?: number
  /** Milliseconds. */
  summary_timeout_ms?: number
}

export interface BeforeDeclaration {
  /** A transform of the project's settings. */
  use?: string
  /** Name to expression, laid over the arguments. */
  params?: Readonly<Record<string, string>>
  /** Expressions that must all hold. */
  require?: readonly string[]
  /** `block("…")`, `reask("…")`, `warn("…")`, `fallback("…")` or `use_original`. @default 'block("…")' */
  on_fail?: string
}

export interface AfterDeclaration {
  use?: string
  /** Name to expression: together the new result. */
  result?: Readonly<Record<string, string>>
  /** @default 'use_original' */
  on_fail?: string
}

export interface MappingDeclaration {
  /** Path into the session to expression. */
  set?: Readonly<Record<string, string>>
  do?: readonly ActionDeclaration[]
}

/** One entry of `do`: an action with what goes with it, or a branch. */
export interface ActionDeclaration {
  SET?: Readonly<Record<string, string>>
  CLEAR?: string | readonly string[]
  LOG?: string
  RESPOND?: string
  CALL?: string
  DELEGATE?: string
  /** Of CALL and DELEGATE: name to expression. */
  WITH?: Readonly<Record<string, string>>
  /** Of CALL and DELEGATE: where the result goes. */
  AS?: string
  GOTO?: string
  THEN?: string
  HANDOFF?: string
  RETURN?: string
  /** Of RESPOND: the same text for other channels. */
  FORMATS?: Readonly<Record<string, string>>
  COMPLETE?: boolean
  IF?: string
  WHEN?: string
  ELSE?: readonly ActionDeclaration[]
  /** The actions of an IF or WHEN. */
  DO?: readonly ActionDeclaration[]
}
