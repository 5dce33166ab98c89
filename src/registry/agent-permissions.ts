import { join } from 'node:path'
import type { AgentTool } from '../core/agent.ts'
import type { Diagnostic } from '../core/diagnostic.ts'
import type { LintTool } from '../permissions/lint/lint-facts.ts'
import type { Policy } from '../permissions/policy.ts'
import type { AssembledAgent } from './assembly.ts'
import { discoverAgents } from './discover.ts'
import { pickAgent } from './find-agent.ts'
import { openRegistry } from './open-registry.ts'
import { shownPath } from './shown-path.ts'
import { diskSource } from './static/source-reader.ts'
import { type StaticAgent, staticAgents } from './static/static-agent.ts'

/** The rules of one agent and the tools that they are about. */
export interface AgentPermissions {
  /** `shop`, or `shop/returns` for a subagent. */
  name: string
  /** Relative to the project; for a flat `agents/x.ts` the folder may be missing. */
  directory: string
  /** Undefined when only code could tell them, or the agent could not be loaded. */
  policy: Policy | undefined
  tools: readonly LintTool[]
  /** False when there may be more tools than these. */
  complete: boolean
  /** Problems of its rules, and what could not be read. */
  diagnostics: Diagnostic[]
}

export interface ProjectPermissions {
  agents: AgentPermissions[]
  diagnostics: readonly Diagnostic[]
}

/**
 * The permissions of every agent and subagent, or of the one that is named and its subagents. `static`: from the files
 * alone, no code of the project runs.
 * @throws LoopengineError `agent_not_found` (2)
 */
export async function projectPermissions(
  root: string,
  { only, static: isStatic }: { only?: string | undefined; static: boolean },
): Promise<ProjectPermissions> {
  if (isStatic) return fromFiles(root, only)
  const { agents, diagnostics } = await openRegistry(root, only === undefined ? {} : { only })
  return { agents: [...agents.values()].flatMap(assembled => fromAssembled(root, assembled, '')), diagnostics }
}

async function fromFiles(root: string, only: string | undefined): Promise<ProjectPermissions> {
  const picked = only === undefined ? undefined : pickAgent(await discoverAgents(root), only).name
  const { agents, diagnostics } = await staticAgents(diskSource(root))
  const wanted = agents.filter(({ name }) => picked === undefined || name.split('/')[0] === picked)
  return { agents: wanted.map(fromStatic), diagnostics }
}

function fromStatic({ name, place, policy, tools, unreadable, diagnostics }: StaticAgent): AgentPermissions {
  const all = [...diagnostics, ...unreadable]
  return { name, directory: place.directory, policy, tools, complete: unreadable.length === 0, diagnostics: all }
}

function fromAssembled(root: string, assembled: AssembledAgent, parent: string): AgentPermissions[] {
  const { found, agent, policy, subagents = [], diagnostics } = assembled
  const name = parent + found.name
  const files = [join(found.directory, 'actauth.yml'), found.file].map(file => shownPath(root, file))
  const tools = Object.values(agent?.tools ?? {}).map(toLintTool)
  const own: AgentPermissions = {
    name,
    directory: shownPath(root, found.directory),
    policy,
    tools,
    complete: agent !== undefined,
    diagnostics: agent ? diagnostics.filter(isAboutRules(files)) : diagnostics,
  }
  return [own, ...subagents.flatMap(child => fromAssembled(root, child, `${name}/`))]
}

/** The gate sees arguments of a declared tool that its schema doesn't show, because the model never does. */
function toLintTool({ definition, file }: AgentTool): LintTool {
  const { name, safe, input_schema } = definition
  const isDeclared = file.endsWith('.abl')
  return { name, safe, input_schema: isDeclared ? { ...input_schema, additionalProperties: true } : input_schema }
}

/** Of the agent's own rules: its children's problems stand among its own, and what else is wrong is for `check`. */
function isAboutRules(files: readonly string[]): (diagnostic: Diagnostic) => boolean {
  return ({ code, file }) => files.includes(file) && (code.startsWith('ACTAUTH') || code === 'RULES_TWICE')
}
