import type { Compaction, KnownNames, ToolSpec } from '../abl/index.ts'
import type { Diagnostic } from '../core/diagnostic.ts'
import { type PolicyStore, processPolicies } from '../policies/policy-store.ts'
import type { ToolProject } from './bindings/binding.ts'
import type { BindingTable } from './bindings/index.ts'
import type { ToolSource } from './merge-tools.ts'
import { authorityOf } from './stages/authority.ts'
import { agentToolsIn, type SourceTool, sourceTool } from './stages/source-tool.ts'
import { stageCodeTool } from './stages/stage-code-tool.ts'
import { stageSpec } from './stages/stage-spec.ts'
import type { Staging } from './stages/staging.ts'

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
  /** What the project declares, for the properties of tools in code; kinds left out are not looked up. */
  known?: KnownNames
  /** @default those of `bindings/index.ts` */
  bindings?: BindingTable
  /** Breakers, limiters and caches. @default those of the process */
  policies?: PolicyStore
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
export async function toolsFromSpecs(input: SpecToolsInput): Promise<SpecTools> {
  const { specs, project, execution = {}, strict = false, bindings, policies = processPolicies } = input
  const diagnostics: Diagnostic[] = []
  const known = withDeclared(input.known, specs)
  const others = input.others.map(source => sourceTool(source, known))
  for (const other of others) diagnostics.push(...other.diagnostics)
  const joined = new Map<ToolSpec, SourceTool>()
  for (const spec of specs) {
    const other = spec.binding ? undefined : others.find(({ name, executes }) => executes && name === spec.name)
    if (other) joined.set(spec, other)
  }
  const taken = new Set(joined.values())
  const left = others.filter(other => !taken.has(other))
  const declaring = [...specs, ...left.flatMap(({ name, properties }) => (properties ? [{ name, ...properties }] : []))]
  const staging: Staging = {
    project,
    execution,
    strict,
    diagnostics,
    bindings,
    policies,
    schemas: onlyOnce(async () => (await import('./validate-input.ts')).schemaCompiler()),
    authority: authorityOf(declaring),
    agentTool: agentToolsIn(input.others),
  }
  const made = await Promise.all([
    ...left.map(other => stageCodeTool(other, staging)),
    ...specs.map(spec => stageSpec(spec, joined.get(spec), staging)),
  ])
  return { sources: made.flatMap(source => source ?? []), diagnostics }
}

/** Tools in code may call declared ones. */
function withDeclared(known: KnownNames | undefined, specs: readonly ToolSpec[]): KnownNames | undefined {
  return known?.tool ? { ...known, tool: [...known.tool, ...specs.map(({ name }) => name)] } : known
}

function onlyOnce<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined
  return () => {
    made ??= make()
    return made
  }
}
