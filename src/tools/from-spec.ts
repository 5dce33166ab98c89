import type { BindingType, Compaction, ToolSpec } from '../abl/index.ts'
import type { Diagnostic } from '../core/diagnostic.ts'
import type { Binding, ToolProject } from './bindings/binding.ts'
import type { ToolSource } from './merge-tools.ts'

/** The executors there are, by the word after `type:`. */
export type BindingTable = { readonly [T in BindingType]?: Binding<never> }

/** What an agent says for all its tools (`EXECUTION:` of its file, `AgentConfig.execution`). */
export interface AgentExecution {
  /** Milliseconds; `false` for no limit. */
  toolTimeout?: number | false
  compaction?: Compaction
}

export interface SpecToolsInput {
  /** The agent's declarations, parsed and checked. */
  specs: readonly ToolSpec[]
  /**
   * The agent's other tools: local ones, its subagents, those of gateways. A declaration without `type:` becomes one
   * tool with that of its name; what carries ABL properties of its own goes through the same stages.
   */
  others: readonly ToolSource[]
  project: ToolProject
  execution?: AgentExecution
  /** A result that is not what the declaration says fails the call. @default false */
  strict?: boolean
  /** @default those of `bindings/index.ts` */
  bindings?: BindingTable
}

export interface SpecTools {
  /** Every tool of both lists, ready for `mergeTools`; those of `others` without ABL properties as they were. */
  sources: ToolSource[]
  diagnostics: Diagnostic[]
}

/**
 * Makes the declarations of one agent executable and leads its other tools that carry ABL properties through the same
 * stages (docs/abl.md, "What happens in a call"). Expressions and templates are compiled here, once: what is wrong with
 * them is a diagnostic and its tool is left out. Never throws for what the user wrote.
 */
export async function toolsFromSpecs({ specs, others }: SpecToolsInput): Promise<SpecTools> {
  const unbound = new Set(specs.filter(spec => !spec.binding).map(spec => spec.name))
  return { sources: others.filter(({ definition }) => !unbound.has(nameOf(definition))), diagnostics: [] }
}

function nameOf(definition: unknown): string {
  const name = typeof definition === 'object' && definition !== null && 'name' in definition ? definition.name : ''
  return typeof name === 'string' ? name : ''
}
