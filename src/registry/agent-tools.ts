import type { Compaction, KnownNames } from '../abl/index.ts'
import type { AgentConfig } from '../core/agent.ts'
import { isRecord } from '../core/json.ts'
import type { CompactionDeclaration, ToolDeclaration } from '../core/tool-declaration.ts'
import { loadTools } from '../tools/load-tools.ts'
import type { MergedTools, ToolSource } from '../tools/merge-tools.ts'
import { systemTools } from '../tools/system/index.ts'
import type { AblTexts } from './abl-files.ts'
import type { AgentSkills } from './agent-skills.ts'
import type { Assembly } from './assembly.ts'
import type { Declared } from './declared-config.ts'
import { localTools } from './local-tools.ts'
import type { Subagents } from './subagents.ts'

export interface AgentToolsInput {
  config: AgentConfig
  texts: AblTexts | undefined
  declared: Declared | undefined
  children: Subagents
  skills: AgentSkills
}

/** The tools of every kind of one agent, in one table, and the imported files that they were declared in. */
export async function agentTools(
  assembly: Assembly,
  input: AgentToolsInput,
): Promise<{ tools: MergedTools['tools']; imported: string[] }> {
  const { root, diagnostics } = assembly
  const local = await localTools(assembly, input.config)
  const own = [...local, ...input.children.tools]
  const declared = await withDeclarations(assembly, input, own)
  const merged = await loadTools([...declared.sources, ...systemTools(root), ...input.skills.tools])
  diagnostics.push(...merged.diagnostics)
  return { tools: merged.tools, imported: declared.imported }
}

/** Makes declarations executable; without any, the tools are as they are and the tool language is not loaded. */
async function withDeclarations(
  assembly: Assembly,
  { config, texts, declared }: AgentToolsInput,
  others: ToolSource[],
): Promise<{ sources: ToolSource[]; imported: string[] }> {
  const { root, facts, strict, diagnostics } = assembly
  const { timeout, compaction: shared } = facts.settings.settings.tools
  const compaction = declared?.agent.execution.compaction ?? inCamelCase(config.execution?.compaction ?? shared)
  if (!texts && !compaction && !others.some(carriesDeclaration)) return { sources: others, imported: [] }
  const { toolsFromSpecs } = await import('../tools/from-spec.ts')
  const known = knownTo(assembly, config, others)
  const found = texts && (await import('./declared-tools.ts')).declaredTools(root, texts, { known, strict })
  diagnostics.push(...(texts?.diagnostics ?? []), ...(found?.diagnostics ?? []))
  const execution = { toolTimeout: config.execution?.toolTimeout ?? timeout, compaction }
  const made = await toolsFromSpecs({ specs: found?.specs ?? [], others, project: facts.tools, execution, known })
  diagnostics.push(...made.diagnostics)
  return { sources: made.sources, imported: found?.imported ?? [] }
}

/** As the tool language reads it. */
function inCamelCase(written: CompactionDeclaration | undefined): Compaction | undefined {
  if (!written) return undefined
  const { essential_fields, max_description_length, summary_timeout_ms } = written
  return {
    essentialFields: [...(essential_fields ?? [])],
    maxDescriptionLength: max_description_length,
    summaryTimeoutMs: summary_timeout_ms,
  }
}

function knownTo({ facts, agents }: Assembly, { steps }: AgentConfig, others: ToolSource[]): KnownNames {
  const tool = others.flatMap(({ definition }) => nameOf(definition))
  return { ...facts.known, tool, agent: [...agents, ...tool], ...(steps ? { step: Object.keys(steps) } : {}) }
}

function nameOf(definition: unknown): string[] {
  return isRecord(definition) && typeof definition.name === 'string' ? [definition.name] : []
}

const PROPERTIES = {
  effect: true,
  confirmation: true,
  hints: true,
  compaction: true,
  pii_access: true,
  provides: true,
  context_access: true,
  process: true,
  on_result: true,
  on_error: true,
  store_result: true,
} satisfies Record<keyof ToolDeclaration, true>

/** A tool in TypeScript that says of itself what the tool language can say. */
function carriesDeclaration({ definition }: ToolSource): boolean {
  return isRecord(definition) && Object.keys(PROPERTIES).some(name => definition[name] !== undefined)
}
