import { relative, sep } from 'node:path'
import type { Diagnostic } from '../core/diagnostic.ts'
import type { AssembledAgent } from './assembly.ts'

/** An agent as `agents --json` lists it. */
export interface AgentRow {
  name: string
  /** Relative to the project root. */
  directory: string
  model: string | null
  tools: number
  diagnostics: Diagnostic[]
}

export function agentRow(root: string, { found, agent, diagnostics }: AssembledAgent): AgentRow {
  const model = agent?.model
  return {
    name: agent?.name ?? found.name,
    directory: relative(root, found.directory).split(sep).join('/'),
    model: model === undefined ? null : typeof model === 'string' ? model : `${model.provider}/${model.modelId}`,
    tools: Object.keys(agent?.tools ?? {}).length,
    diagnostics,
  }
}
