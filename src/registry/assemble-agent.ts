import { resolve } from 'node:path'
import type { Agent, AgentConfig } from '../core/agent.ts'
import { type Diagnostic, hasErrors } from '../core/diagnostic.ts'
import { getOwn } from '../core/json.ts'
import type { ToolCall } from '../core/tool.ts'
import { DEFAULT_TOOL_TIMEOUT_MS } from '../core/tool.ts'
import { type AblTexts, readAblTexts } from './abl-files.ts'
import { agentSkills } from './agent-skills.ts'
import { agentTools } from './agent-tools.ts'
import { assembleGate } from './assemble-gate.ts'
import type { AssembledAgent, Assembly, Project } from './assembly.ts'
import type { FoundAgent } from './discover.ts'
import { loadConfig } from './load-config.ts'
import { assembleSubagents } from './subagents.ts'

const DEFAULT_MAX_TURNS = 25

/** One agent from its files: config, tools of every kind, rules, subagents, skills. Never throws for what the user wrote. */
export async function assembleAgent(project: Project, found: FoundAgent): Promise<AssembledAgent> {
  const { root, facts } = project
  const diagnostics: Diagnostic[] = []
  const assembly: Assembly = { ...project, found, diagnostics }
  const texts = await readAblTexts(root, found.directory)
  const declarations = declarationFiles(root, texts)
  const loaded = await loadConfig(assembly, texts)
  if (!loaded) return { found, declarations, diagnostics: [...diagnostics, ...(texts?.diagnostics ?? [])] }
  const { config, declared } = loaded
  const children = await assembleSubagents(assembly, assembleAgent)
  const skills = await agentSkills(assembly, config)
  const { tools, imported } = await agentTools(assembly, { config, texts, declared, children, skills })
  const { policy, gate } = await assembleGate(assembly, config)
  const { model, tools: toolSettings } = facts.settings.settings
  const agent: Agent = {
    name: config.name,
    directory: found.directory,
    systemPrompt: [config.systemPrompt, ...skills.prompt].join('\n\n'),
    model: config.model ?? model,
    tools,
    subagents: children.agents,
    skills: skills.skills,
    gate,
    isSafe: safety(config, tools),
    limits: {
      maxTurns: config.maxTurns ?? DEFAULT_MAX_TURNS,
      toolTimeout: config.execution?.toolTimeout ?? toolSettings.timeout ?? DEFAULT_TOOL_TIMEOUT_MS,
      contextBudget: config.contextBudgetTokens,
    },
    config,
    projectConfig: facts.values.config,
    projectSecrets: facts.values.secretValues,
    diagnostics,
  }
  const inherited = children.assembled.flatMap(child => child.declarations)
  const all = [...new Set([...declarations, ...imported, ...inherited])]
  return { found, agent, policy, subagents: children.assembled, declarations: all, diagnostics }
}

function declarationFiles(root: string, texts: AblTexts | undefined): string[] {
  const read = texts ? [...(texts.agent ? [texts.agent] : []), ...texts.tools] : []
  return read.map(({ file }) => resolve(root, file))
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
