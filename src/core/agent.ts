import type { Diagnostic } from './diagnostic.ts'
import type { Model } from './model.ts'
import type { DecisionWord, Gate, Rule } from './rule.ts'
import type { Skill } from './skill.ts'
import type { ToolCall, ToolDefinition, User } from './tool.ts'
import type { CompactionDeclaration } from './tool-declaration.ts'

/**
 * The object of the model provider interface (`LanguageModelV3` of `@ai-sdk/provider`), as far as we must know it to
 * tell one version from another. `models/` turns it into a `Model`.
 */
export interface LanguageModel {
  readonly specificationVersion: string
  readonly provider: string
  readonly modelId: string
}

/** What `agents/<name>/index.ts` exports as `config`. */
export interface AgentConfig {
  /** Equals the folder's name; `-`, `_` and case aside. */
  name: string
  /** The persona and the task, told to the model before every conversation. */
  systemPrompt: string
  /** `provider/model`, `offline`, or a model object of the provider interface. `--model` beats it; it beats `LOOPENGINE_MODEL`. */
  model?: string | LanguageModel
  /** Replaces `tools/index.ts`, and nothing else. */
  tools?: ToolDefinition[]
  /** Replaces `actauth.yml`; both present is an error. */
  rules?: Rule[]
  /** Goes with `rules`. @default 'ask' */
  defaultDecision?: DecisionWord
  /** Beats every tool's own `safe`. */
  isSafeTool?(call: ToolCall): boolean
  /** Model calls in one turn. @default 25 */
  maxTurns?: number
  /** More folders of skills, relative to the project. */
  skillsDirs?: string[]
  /** Tokens of conversation the model is shown at most. */
  contextBudgetTokens?: number
  /** Required when this agent is a tool of another one. */
  toolDescription?: string
  /** For tools that say nothing of these themselves. */
  execution?: { toolTimeout?: number | false; compaction?: CompactionDeclaration }
  /** Parts of a conversation, by name: a tool's declaration goes to them (ABL `GOTO`, `THEN`). */
  steps?: Record<string, AgentStep>
  /** The session that a request belongs to. */
  sessionIdFor?(headers: Headers): string | undefined
  tenantFor?(headers: Headers): string
  userFor?(headers: Headers): User | undefined
  variablesFor?(headers: Headers): Record<string, unknown>
}

/** A part of a conversation: what holds in it beside the agent's own prompt. */
export interface AgentStep {
  instructions: string
  /** The tools that are there in this step; absent: all of them. */
  tools?: string[]
}

export type ToolKind = 'local' | 'abl' | 'system' | 'gateway' | 'agent'

/** A tool with what assembly learned about it. */
export interface AgentTool {
  definition: ToolDefinition
  kind: ToolKind
  /** Where it is declared, relative to the project root. */
  file: string
  line?: number
  binding?: string
}

/**
 * An agent ready to run: assembled once, never changed; a turn keeps the one it began with. `model` is opened when a
 * turn needs it, so that listing agents loads no provider.
 */
export interface Agent {
  name: string
  /** Absolute. */
  directory: string
  /** As the model is told it: the config's, and the index of the skills. */
  systemPrompt: string
  /** As configured; undefined when the agent names none. */
  model: string | LanguageModel | undefined
  /** By name; look up with `getOwn`. */
  tools: Readonly<Record<string, AgentTool>>
  /** Its own subagents, by the name their tool runs them with. */
  subagents: Readonly<Record<string, Agent>>
  /** In the order the prompt lists them, each with an id of its own. */
  skills: readonly Skill[]
  gate: Gate
  isSafe(call: ToolCall): boolean
  limits: { maxTurns: number; toolTimeout: number | false; contextBudget?: number }
  config: AgentConfig
  /** The value of a variable that the project's settings declare; absent where there is no project. */
  projectConfig?(name: string): string | undefined
  /** Every secret that the settings name and that has a value now: shown and kept nowhere. */
  projectSecrets?(): readonly string[]
  diagnostics: readonly Diagnostic[]
}

/** What a turn runs: an agent and the model that was chosen for it. */
export interface RunnableAgent extends Agent {
  client: Model
}
