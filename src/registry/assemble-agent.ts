import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import type { Agent, AgentConfig } from '../core/agent.ts'
import { type Diagnostic, hasErrors } from '../core/diagnostic.ts'
import { systemCode } from '../core/errors.ts'
import { getOwn } from '../core/json.ts'
import type { Gate } from '../core/rule.ts'
import { DEFAULT_TOOL_TIMEOUT_MS } from '../core/tool.ts'
import { createGate } from '../permissions/create-gate.ts'
import type { Policy } from '../permissions/policy.ts'
import { readActauth } from '../permissions/read-actauth.ts'
import { rulesFromConfig } from '../permissions/rules-from-config.ts'
import { mergeTools, type ToolSource } from '../tools/merge-tools.ts'
import { systemTools } from '../tools/system/index.ts'
import type { FoundAgent } from './discover.ts'
import { loadProblem } from './load-problem.ts'
import type { ModuleLoader } from './module-loader.ts'
import { readConfig } from './read-config.ts'

const DEFAULT_MAX_TURNS = 25

/** An agent that was looked for and what came of it: without `agent` its own module could not be used. */
export interface AssembledAgent {
  found: FoundAgent
  agent?: Agent
  policy?: Policy
  diagnostics: Diagnostic[]
}

/** One agent from its files: config, tools of every kind, rules. Never throws for what the user wrote. */
export async function assembleAgent(root: string, found: FoundAgent, loader: ModuleLoader): Promise<AssembledAgent> {
  const diagnostics: Diagnostic[] = []
  const config = await loadConfig(root, found, loader, diagnostics)
  if (!config) return { found, diagnostics }
  const local = await localTools(root, found, config, loader, diagnostics)
  const merged = mergeTools([...local, ...systemTools(root)])
  diagnostics.push(...merged.diagnostics)
  const { policy, gate } = await assembleGate(root, found, config, diagnostics)
  const { tools } = merged
  const agent: Agent = {
    name: config.name,
    directory: found.directory,
    systemPrompt: config.systemPrompt,
    model: config.model,
    tools,
    gate,
    isSafe: call =>
      config.isSafeTool ? config.isSafeTool(call) === true : getOwn(tools, call.name)?.definition.safe === true,
    limits: {
      maxTurns: config.maxTurns ?? DEFAULT_MAX_TURNS,
      toolTimeout: config.execution?.toolTimeout ?? DEFAULT_TOOL_TIMEOUT_MS,
    },
    config,
    diagnostics,
  }
  return { found, agent, policy, diagnostics }
}

async function loadConfig(
  root: string,
  found: FoundAgent,
  loader: ModuleLoader,
  diagnostics: Diagnostic[],
): Promise<AgentConfig | undefined> {
  try {
    const read = readConfig(await loader.load(found.file), { name: found.name, file: shown(root, found.file) })
    diagnostics.push(...read.diagnostics)
    return read.config
  } catch (error) {
    diagnostics.push(loadProblem(root, found.file, error))
    return undefined
  }
}

const TOOLS_INDEX = ['index.ts', 'index.mts', 'index.js', 'index.mjs'].map(name => join('tools', name))

/** `AgentConfig.tools`, else what `tools/index.ts` exports as `tools`; a missing file is no tools. */
async function localTools(
  root: string,
  found: FoundAgent,
  config: AgentConfig,
  loader: ModuleLoader,
  diagnostics: Diagnostic[],
): Promise<ToolSource[]> {
  if (config.tools) return sources(config.tools, shown(root, found.file))
  const index = TOOLS_INDEX.map(name => join(found.directory, name)).find(file => existsSync(file))
  if (index === undefined) return []
  const file = shown(root, index)
  try {
    const { tools } = await loader.load(index)
    if (Array.isArray(tools)) return sources(tools, file)
    diagnostics.push({
      code: 'NO_TOOLS_EXPORT',
      severity: 'error',
      file,
      message: tools === undefined ? 'The module exports no `tools`.' : '`tools` is not a list.',
      hint: 'Write `export const tools: ToolDefinition[] = [ … ]`.',
    })
  } catch (error) {
    diagnostics.push(loadProblem(root, index, error))
  }
  return []
}

function sources(tools: unknown[], file: string): ToolSource[] {
  return tools.map(definition => ({ definition, kind: 'local', file }))
}

async function assembleGate(
  root: string,
  found: FoundAgent,
  config: AgentConfig,
  diagnostics: Diagnostic[],
): Promise<{ policy: Policy; gate: Gate }> {
  const path = join(found.directory, 'actauth.yml')
  const file = shown(root, path)
  const content = await readFile(path).catch((error: unknown) => {
    if (systemCode(error) === 'ENOENT' || systemCode(error) === 'ENOTDIR') return undefined
    throw error
  })
  const reading = config.rules
    ? await rulesFromConfig(config.rules, config.defaultDecision, {
        file: shown(root, found.file),
        agentName: config.name,
      })
    : await readActauth(content, { file, agentName: config.name })
  diagnostics.push(...reading.diagnostics)
  if (!config.rules || content === undefined) return { policy: reading.policy, gate: createGate(reading.policy) }
  const problem = rulesTwice(file, shown(root, found.file))
  diagnostics.push(problem)
  const policy: Policy = { kind: 'broken', agentName: config.name, file, problem }
  return { policy, gate: createGate(policy) }
}

function rulesTwice(file: string, configFile: string): Diagnostic {
  return {
    code: 'RULES_TWICE',
    severity: 'error',
    file,
    message: `Rules stand in ${file} and as \`rules\` in ${configFile}.`,
    hint: 'Keep one of the two: nobody could say which holds.',
  }
}

function shown(root: string, path: string): string {
  return relative(root, path).split(sep).join('/')
}

/** Whether an agent may run: its rules may be broken (the gate then denies everything), its code may not. */
export function blocksRunning(diagnostics: readonly Diagnostic[]): boolean {
  return hasErrors(diagnostics.filter(({ code }) => !code.startsWith('ACTAUTH')))
}
