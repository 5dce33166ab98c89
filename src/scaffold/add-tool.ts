import { LoopengineError } from '../core/errors.ts'
import type { DecisionWord } from '../core/rule.ts'
import type { ChangePlan } from '../edit/change-set/change-plan.ts'
import { addToolToIndex } from '../edit/tools-index/add-tool-to-index.ts'
import { addPermission } from './add-permission.ts'
import { type AgentPlace, agentsIn, locateAgent } from './agent-place.ts'
import { codeStyleOf } from './code-style.ts'
import { configFacts } from './config-facts.ts'
import { parseParameters } from './parameter.ts'
import { editedText } from './refused.ts'
import { toolFile } from './tool-file.ts'
import { foldName, type ToolNames, toolNames } from './tool-name.ts'
import { declaredInAbl } from './tool-owners.ts'

/** A tool written in TypeScript, as a person asks for it. */
export interface NewTool {
  name: string
  agent: string
  description: string
  /** Each as `parseParameter` reads it. */
  parameters: readonly string[]
  safe: boolean
  /** @default 'allow' for a safe tool, else 'ask' */
  decision?: DecisionWord
}

/**
 * Plans a new tool: its file, its import and entry in `tools/index.ts`, its rule in `actauth.yml`.
 * @throws LoopengineError `TOOLS_IN_CONFIG`, `NAME_TAKEN`, what the editors refuse, wrong names and parameters (2)
 */
export async function planAddTool(plan: ChangePlan, tool: NewTool): Promise<void> {
  const names = toolNames(tool.name)
  const parameters = parseParameters(tool.parameters)
  const agent = await locateAgent(plan, tool.agent)
  await refuseToolsInConfig(plan, agent)
  const index = (await plan.read(agent.toolsIndex)) ?? new Uint8Array()
  const file = await freeFile(plan, agent, names)
  const text = editedText(await addToolToIndex(index, names), agent.toolsIndex)
  if (text === undefined) throw nameTaken(names.tool, agent.toolsIndex)
  const style = codeStyleOf(await neighbour(plan, agent))
  const description = tool.description.replace(/\s+/g, ' ').trim()
  await plan.write(file, await toolFile({ names, description, parameters, safe: tool.safe }, style))
  await plan.write(agent.toolsIndex, text)
  await addPermission(plan, agent, names.tool, tool.decision ?? (tool.safe ? 'allow' : 'ask'))
  plan.note(`Write what it does in ${file}.`)
}

/** `AgentConfig.tools` replaces `tools/index.ts`: an entry there would do nothing. */
export async function refuseToolsInConfig(plan: ChangePlan, agent: AgentPlace): Promise<void> {
  const { toolsLine } = await configFacts(await plan.readText(agent.configFile))
  if (toolsLine === undefined) return
  const message = `${agent.configFile} sets \`tools\`, so ${agent.toolsIndex} is not read.`
  const hint = 'Change the list there by hand, or remove `tools` from the config so that `tools/index.ts` counts.'
  throw new LoopengineError('TOOLS_IN_CONFIG', message, { hint, file: agent.configFile, line: toolsLine })
}

/** The tool's file, beside the index and of its kind; nothing else may have its name. */
async function freeFile(plan: ChangePlan, agent: AgentPlace, { tool, file }: ToolNames): Promise<string> {
  const folder = `${agent.directory}/tools`
  const extension = /\.[cm]?[jt]s$/.exec(agent.toolsIndex)?.[0] ?? '.ts'
  const twin = (await plan.list(folder)).find(name => foldName(name.replace(/\.[cm]?[jt]sx?$/, '')) === foldName(file))
  if (twin !== undefined) throw nameTaken(tool, `${folder}/${twin}`)
  const subagents = await agentsIn(plan, `${agent.directory}/subagents`)
  const child = [...subagents.keys()].find(name => foldName(name) === foldName(tool))
  if (child !== undefined) throw nameTaken(tool, `${agent.directory}/subagents/${child}`)
  const declared = await declaredInAbl(plan, agent, tool)
  if (declared !== undefined) throw nameTaken(tool, declared)
  return `${folder}/${file}${extension}`
}

function nameTaken(tool: string, file: string): LoopengineError {
  const message = `The tool \`${tool}\` is there already: ${file}.`
  return new LoopengineError('NAME_TAKEN', message, { hint: 'Choose another name, or change that one.', file })
}

/** A file to write like: another tool of the agent, else its index, else its config. */
async function neighbour(plan: ChangePlan, agent: AgentPlace): Promise<string | undefined> {
  const folder = `${agent.directory}/tools`
  const names = (await plan.list(folder))
    .filter(name => /^(?!index\.).*(?<!\.(test|spec|d))\.[cm]?[jt]s$/.test(name))
    .sort()
  const sibling = names.at(-1)
  const candidates = [sibling && `${folder}/${sibling}`, agent.toolsIndex, agent.configFile]
  for (const candidate of candidates) {
    const text = candidate ? await plan.readText(candidate) : undefined
    if (text !== undefined && text.trim() !== '') return text
  }
  return undefined
}
