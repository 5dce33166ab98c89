import { join } from 'node:path'
import type { Agent } from '../core/agent.ts'
import type { Diagnostic } from '../core/diagnostic.ts'
import { agentAsTool } from '../tools/agent-as-tool.ts'
import type { ToolSource } from '../tools/merge-tools.ts'
import type { AssembledAgent, Assembly, Project } from './assembly.ts'
import { discoverIn, type FoundAgent } from './discover.ts'
import { shownPath } from './shown-path.ts'

export interface Subagents {
  tools: ToolSource[]
  /** By name. */
  agents: Record<string, Agent>
  /** All that were found, as they came out of assembly. */
  assembled: AssembledAgent[]
}

type Assemble = (project: Project, found: FoundAgent) => Promise<AssembledAgent>

/** The agents below `subagents/`, each assembled like any other and offered as a tool; they may have their own. */
export async function assembleSubagents(assembly: Assembly, assemble: Assemble): Promise<Subagents> {
  const { root, found, diagnostics } = assembly
  const discovered = await discoverIn(root, join(found.directory, 'subagents'))
  diagnostics.push(...discovered.diagnostics)
  const subagents: Subagents = { tools: [], agents: Object.create(null), assembled: [] }
  for (const child of discovered.agents) {
    const assembled = await assemble(assembly, child)
    const { agent, diagnostics: problems } = assembled
    subagents.assembled.push(assembled)
    diagnostics.push(...problems)
    if (!agent) continue
    if (!agent.config.toolDescription) {
      diagnostics.push(noDescription(agent.name, shownPath(root, child.file)))
      continue
    }
    subagents.agents[agent.name] = agent
    subagents.tools.push({ definition: toolOf(child.name, agent), kind: 'agent', file: shownPath(root, child.file) })
  }
  return subagents
}

function toolOf(folder: string, agent: Agent): unknown {
  return agentAsTool(agent.config, { name: folder.replaceAll('-', '_') })
}

/** A subagent without `toolDescription`. */
export function noDescription(name: string, file: string): Diagnostic {
  return {
    code: 'SUBAGENT_DESCRIPTION',
    severity: 'error',
    file,
    message: `Subagent \`${name}\` has no \`toolDescription\`, so its parent can't be told when to use it.`,
    hint: 'Add toolDescription to its config, or GOAL to its agent.abl: what it does, when to use it, what it returns.',
  }
}
