import type { Diagnostic } from '../../core/diagnostic.ts'
import type { ToolDefinition } from '../../core/tool.ts'
import { ChangePlan } from '../../edit/change-set/change-plan.ts'
import { loadCompiler } from '../../edit/typescript.ts'
import type { Policy } from '../../permissions/policy.ts'
import { type AgentPlace, agentsIn } from '../../scaffold/agent-place.ts'
import { systemTools } from '../../tools/system/index.ts'
import { skillTool } from '../../tools/system/skill.ts'
import type { Declared } from '../declared-config.ts'
import { agentPlaces, declaredIn } from './agent-places.ts'
import { SourceModules } from './source-modules.ts'
import type { SourceReader } from './source-reader.ts'
import { type StaticConfig, staticConfig, textOf } from './static-config.ts'
import { staticDeclarations, withDeclarations } from './static-declarations.ts'
import { staticRules } from './static-rules.ts'
import { type StaticTool, type StaticTools, staticTools } from './static-tools.ts'

/** An agent as its files tell it; no code was run. */
export interface StaticAgent {
  /** `shop`, or `shop/returns` for a subagent. */
  name: string
  place: AgentPlace
  /** Of its module. */
  config: StaticConfig | undefined
  /** Its `agent.abl`. */
  declared: Declared | undefined
  /** Undefined when the rules are made by code. */
  policy: Policy | undefined
  /** Of every kind, those of loopengine included. */
  tools: StaticTool[]
  /** What only code could tell: then there may be more tools. */
  unreadable: Diagnostic[]
  /** Problems of its rules. */
  diagnostics: Diagnostic[]
}

/** Every agent and subagent of a project, on disk or in a commit. */
export async function staticAgents(
  reader: SourceReader,
): Promise<{ agents: StaticAgent[]; diagnostics: Diagnostic[] }> {
  const modules = new SourceModules(await loadCompiler(), reader)
  const plan = new ChangePlan(reader.root, 'read', reader)
  const diagnostics: Diagnostic[] = []
  const agents: StaticAgent[] = []
  for (const place of await agentPlaces(plan, 'agents', { diagnostics })) {
    agents.push(await readAgent(reader, { plan, modules, place }))
  }
  return { agents, diagnostics }
}

interface Reading {
  plan: ChangePlan
  modules: SourceModules
  place: AgentPlace
}

async function readAgent(reader: SourceReader, reading: Reading): Promise<StaticAgent> {
  const { plan, modules, place } = reading
  const hasModule = !place.configFile.endsWith('.abl')
  const config = hasModule ? await staticConfig(modules, place.configFile) : undefined
  const declarations = await staticDeclarations(reader, plan, place)
  const agentName = textOf(config, 'name') ?? declarations.agent?.agent.name ?? place.name.split('/').at(-1) ?? ''
  const { policy, diagnostics } = await staticRules(reader, { place, config, agentName })
  const local = await localTools(reading, config)
  const tools = [
    ...withDeclarations(local.tools, declarations.specs),
    ...(await subagentTools(reading)),
    ...(await ownTools(reader, reading, config)),
  ]
  const declared = declarations.agent
  return { name: place.name, place, config, declared, policy, diagnostics, unreadable: local.unreadable, tools }
}

async function localTools({ modules, place }: Reading, config: StaticConfig | undefined): Promise<StaticTools> {
  const inConfig = config?.properties.get('tools')
  if (inConfig) return staticTools(modules, inConfig.located)
  const list = await modules.exported(place.toolsIndex, 'tools')
  if (list) return staticTools(modules, list)
  if (!(await modules.source(place.toolsIndex))) return { tools: [], unreadable: [] }
  const problem: Diagnostic = {
    code: 'STATIC_UNREADABLE',
    severity: 'info',
    message: 'What is exported as `tools` is known only when the code runs, and nothing was run.',
    file: place.toolsIndex,
    hint: 'Without `--static` the agents are loaded.',
  }
  return { tools: [], unreadable: [problem] }
}

async function subagentTools({ plan, place }: Reading): Promise<StaticTool[]> {
  const folder = `${place.directory}/subagents`
  const names = [...(await agentsIn(plan, folder)).keys(), ...(await declaredIn(plan, folder))]
  return [...new Set(names)].map(name => ({
    name: name.replaceAll('-', '_'),
    input_schema: { type: 'object', properties: { request: { type: 'string' } } },
    file: `${folder}/${name}`,
  }))
}

/** Those of loopengine; `Skill` only where there are skills. */
async function ownTools(
  reader: SourceReader,
  { place }: Reading,
  config: StaticConfig | undefined,
): Promise<StaticTool[]> {
  const hasSkills = config?.properties.has('skillsDirs') || (await reader.list(`${place.directory}/skills`)).length > 0
  const own = systemTools(reader.root).map(({ definition }) => definition as ToolDefinition)
  const all = hasSkills ? [...own, skillTool([])] : own
  return all.map(({ name, safe, input_schema }) => ({ name, safe, input_schema, file: 'loopengine' }))
}
