import type { Agent, AgentConfig } from '../core/agent.ts'
import { type Diagnostic, hasErrors } from '../core/diagnostic.ts'
import { getOwn } from '../core/json.ts'
import type { ToolCall } from '../core/tool.ts'
import { DEFAULT_TOOL_TIMEOUT_MS } from '../core/tool.ts'
import { loadTools } from '../tools/load-tools.ts'
import { systemTools } from '../tools/system/index.ts'
import { agentSkills } from './agent-skills.ts'
import { assembleGate } from './assemble-gate.ts'
import type { AssembledAgent, Assembly } from './assembly.ts'
import type { FoundAgent } from './discover.ts'
import { loadProblem } from './load-problem.ts'
import { localTools } from './local-tools.ts'
import type { ModuleLoader } from './module-loader.ts'
import { readConfig } from './read-config.ts'
import { shownPath } from './shown-path.ts'
import { assembleSubagents } from './subagents.ts'

const DEFAULT_MAX_TURNS = 25

/** One agent from its files: config, tools of every kind, rules, subagents, skills. Never throws for what the user wrote. */
export async function assembleAgent(root: string, found: FoundAgent, loader: ModuleLoader): Promise<AssembledAgent> {
  const diagnostics: Diagnostic[] = []
  const assembly: Assembly = { root, found, loader, diagnostics }
  const config = await loadConfig(assembly)
  if (!config) return { found, diagnostics }
  const local = await localTools(assembly, config)
  const children = await assembleSubagents(assembly, assembleAgent)
  const skills = await agentSkills(assembly, config)
  const merged = await loadTools([...local, ...children.tools, ...systemTools(root), ...skills.tools])
  diagnostics.push(...merged.diagnostics)
  const { policy, gate } = await assembleGate(assembly, config)
  const agent: Agent = {
    name: config.name,
    directory: found.directory,
    systemPrompt: [config.systemPrompt, ...skills.prompt].join('\n\n'),
    model: config.model,
    tools: merged.tools,
    subagents: children.agents,
    skills: skills.skills,
    gate,
    isSafe: safety(config, merged.tools),
    limits: {
      maxTurns: config.maxTurns ?? DEFAULT_MAX_TURNS,
      toolTimeout: config.execution?.toolTimeout ?? DEFAULT_TOOL_TIMEOUT_MS,
      contextBudget: config.contextBudgetTokens,
    },
    config,
    diagnostics,
  }
  return { found, agent, policy, subagents: children.assembled, diagnostics }
}

async function loadConfig({ root, found, loader, diagnostics }: Assembly): Promise<AgentConfig | undefined> {
  try {
    const read = readConfig(await loader.load(found.file), { name: found.name, file: shownPath(root, found.file) })
    diagnostics.push(...read.diagnostics)
    return read.config
  } catch (error) {
    diagnostics.push(loadProblem(root, found.file, error))
    return undefined
  }
}

/** `isSafeTool` beats every tool's own `safe`; what throws there is not safe. */
function safety(config: AgentConfig, tools: Agent['tools']): Agent['isSafe'] {
  const { isSafeTool } = config
  if (!isSafeTool) return call => getOwn(tools, call.name)?.definition.safe === true
  return (call: ToolCall) => {
    try {
      return isSafeTool.call(config, call) === true
    } catch {
      return false
    }
  }
}

/** Whether an agent may not run: its rules may be broken (the gate then denies everything), its code may not. */
export function blocksRunning(diagnostics: readonly Diagnostic[]): boolean {
  return hasErrors(diagnostics.filter(({ code }) => !code.startsWith('ACTAUTH')))
}
