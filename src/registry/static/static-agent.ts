import { parseAbl } from '../../abl/index.ts'
import type { Diagnostic } from '../../core/diagnostic.ts'
import { isLoopengineError } from '../../core/errors.ts'
import type { ToolDefinition } from '../../core/tool.ts'
import { ChangePlan } from '../../edit/change-set/change-plan.ts'
import { loadCompiler } from '../../edit/typescript.ts'
import type { Policy } from '../../permissions/policy.ts'
import { type AgentPlace, agentsIn, locateAgent } from '../../scaffold/agent-place.ts'
import { ablFiles } from '../../scaffold/tool-owners.ts'
import { systemTools } from '../../tools/system/index.ts'
import { skillTool } from '../../tools/system/skill.ts'
import { isSafeSpec } from './safe-spec.ts'
import { SourceModules } from './source-modules.ts'
import type { SourceReader } from './source-reader.ts'
import { type StaticConfig, staticConfig } from './static-config.ts'
import { staticRules } from './static-rules.ts'
import { type StaticTool, type StaticTools, staticTools } from './static-tools.ts'

/** An agent as its files tell it; no code was run. */
export interface StaticAgent {
  /** `shop`, or `shop/returns` for a subagent. */
  name: string
  place: AgentPlace
  config: StaticConfig | undefined
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
  const found: { agents: StaticAgent[]; diagnostics: Diagnostic[] } = { agents: [], diagnostics: [] }
  const visit = async (folder: string, parent: string): Promise<void> => {
    const names = [...(await agentsIn(plan, folder)).keys()].sort()
    for (const name of names) {
      const place = await placeOf(plan, parent + name, found.diagnostics)
      if (!place) continue
      found.agents.push(await readAgent(reader, { plan, modules, place }))
      await visit(`${place.directory}/subagents`, `${place.name}/`)
    }
  }
  await visit('agents', '')
  return found
}

async function placeOf(plan: ChangePlan, name: string, diagnostics: Diagnostic[]): Promise<AgentPlace | undefined> {
  try {
    return await locateAgent(plan, name)
  } catch (error) {
    if (!isLoopengineError(error) || error.code !== 'agent_twice') throw error
    const { message, hint } = error
    diagnostics.push({ code: 'AGENT_TWICE', severity: 'error', message, file: `agents/${name}`, hint })
    return undefined
  }
}

interface Reading {
  plan: ChangePlan
  modules: SourceModules
  place: AgentPlace
}

async function readAgent(reader: SourceReader, reading: Reading): Promise<StaticAgent> {
  const { modules, place } = reading
  const config = await staticConfig(modules, place.configFile)
  const { policy, diagnostics } = await staticRules(reader, place, config)
  const local = await localTools(reading, config)
  const others = [
    ...(await ablTools(reading)),
    ...(await subagentTools(reading)),
    ...(await ownTools(reader, reading, config)),
  ]
  return { name: place.name, place, config, policy, diagnostics, ...local, tools: [...local.tools, ...others] }
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

async function ablTools({ plan, place }: Reading): Promise<StaticTool[]> {
  const tools: StaticTool[] = []
  for (const file of await ablFiles(plan, place)) {
    const { tools: specs } = parseAbl((await plan.readText(file)) ?? '', { file })
    for (const spec of specs) {
      if (spec.binding === undefined) continue
      const { name, at } = spec
      const input_schema = { type: 'object', additionalProperties: true }
      tools.push({ name, safe: isSafeSpec(spec), input_schema, file, line: at.range.start.line })
    }
  }
  return tools
}

async function subagentTools({ plan, place }: Reading): Promise<StaticTool[]> {
  const agents = await agentsIn(plan, `${place.directory}/subagents`)
  return [...agents].map(([name, [file = '']]) => ({
    name: name.replaceAll('-', '_'),
    input_schema: { type: 'object', properties: { request: { type: 'string' } } },
    file,
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
