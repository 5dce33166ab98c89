import { LoopengineError } from '../core/errors.ts'
import type { DecisionWord } from '../core/rule.ts'
import type { ChangePlan } from '../edit/change-set/change-plan.ts'
import { addToolToIndex } from '../edit/tools-index/add-tool-to-index.ts'
import { addPermission } from './add-permission.ts'
import { type AgentPlace, locateAgent } from './agent-place.ts'
import { type CodeStyle, codeStyleOf } from './code-style.ts'
import { configFacts } from './config-facts.ts'
import { parseParameters } from './parameter.ts'
import { editedText } from './refused.ts'
import { nameTaken, refuseTaken, type TakenNames, takenNames } from './taken-names.ts'
import { toolFile } from './tool-file.ts'
import { type ToolNames, toolNames } from './tool-name.ts'

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
  const description = oneLine(tool.description)
  const file = await planToolFile(plan, agent, {
    names,
    taken: await takenNames(plan, agent, { declared: false }),
    text: style => toolFile({ names, description, parameters, safe: tool.safe }, style),
  })
  await addPermission(plan, agent, names.tool, tool.decision ?? (tool.safe ? 'allow' : 'ask'))
  plan.note(`Write what it does in ${file}.`)
}

export function oneLine(description: string): string {
  return description.replace(/\s+/g, ' ').trim()
}

/** A tool's file in the making. */
export interface ToolFilePlan {
  names: ToolNames
  taken: TakenNames
  text(style: CodeStyle): Promise<string>
}

/** Plans a tool's file, written like its neighbours, and its entry in `tools/index.ts`; returns the file's path. */
export async function planToolFile(
  plan: ChangePlan,
  agent: AgentPlace,
  { names, taken, text }: ToolFilePlan,
): Promise<string> {
  await refuseToolsInConfig(plan, agent)
  const index = (await plan.read(agent.toolsIndex)) ?? new Uint8Array()
  refuseTaken(taken, names.tool)
  const extension = /\.[cm]?[jt]s$/.exec(agent.toolsIndex)?.[0] ?? '.ts'
  const file = `${agent.directory}/tools/${names.file}${extension}`
  const entry = editedText(await addToolToIndex(index, names), agent.toolsIndex)
  if (entry === undefined) throw nameTaken(names.tool, agent.toolsIndex)
  await plan.write(file, await text(codeStyleOf(await neighbour(plan, agent))))
  await plan.write(agent.toolsIndex, entry)
  return file
}

/** `AgentConfig.tools` replaces `tools/index.ts`: an entry there would do nothing. */
export async function refuseToolsInConfig(plan: ChangePlan, agent: AgentPlace): Promise<void> {
  const { toolsLine } = await configFacts(await plan.readText(agent.configFile))
  if (toolsLine === undefined) return
  const message = `${agent.configFile} sets \`tools\`, so ${agent.toolsIndex} is not read.`
  const hint = 'Change the list there by hand, or remove `tools` from the config so that `tools/index.ts` counts.'
  throw new LoopengineError('TOOLS_IN_CONFIG', message, { hint, file: agent.configFile, line: toolsLine })
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
