import { LoopengineError, usageError } from '../core/errors.ts'
import { didYouMean } from '../core/nearest.ts'
import { removeRule } from '../edit/actauth/remove-rule.ts'
import type { ChangePlan } from '../edit/change-set/change-plan.ts'
import { removeToolFromIndex } from '../edit/tools-index/remove-tool-from-index.ts'
import { refuseToolsInConfig } from './add-tool.ts'
import { type AgentPlace, locateAgent } from './agent-place.ts'
import { type ListedTool, listedTools } from './listed-tools.ts'
import { editedText } from './refused.ts'
import { rulesNaming } from './rules-naming.ts'
import { toolNames } from './tool-name.ts'
import { ablFiles, declaredInAbl } from './tool-owners.ts'
import { usesOfTool } from './uses-of-tool.ts'

/**
 * Plans the reverse of `add-tool`: the entry and import, the file when nothing else is in it, the rules that were
 * written with it. @throws LoopengineError `tool_not_found` (2), `tool_in_use`, `TOOLS_IN_CONFIG`, what the editors refuse
 */
export async function planRemoveTool(
  plan: ChangePlan,
  { name, agent: agentName }: { name: string; agent: string },
): Promise<void> {
  const names = toolNames(name)
  const agent = await locateAgent(plan, agentName)
  await refuseToolsInConfig(plan, agent)
  const listed = await listedTools(plan, agent)
  const found = listed.find(({ tool }) => tool === name) ?? listed.find(({ tool }) => tool === names.tool)
  const tool = found ?? { ...names, path: undefined, exports: 0 }
  await refuseUsed(plan, agent, tool)
  const index = (await plan.read(agent.toolsIndex)) ?? new Uint8Array()
  const text = editedText(await removeToolFromIndex(index, tool), agent.toolsIndex)
  if (text === undefined) throw await notFound(plan, agent, { name, tool: tool.tool, listed })
  await plan.write(agent.toolsIndex, text)
  await removeFile(plan, tool)
  await removeRules(plan, agent, tool.tool)
}

async function removeFile(plan: ChangePlan, { path, exports }: ListedTool): Promise<void> {
  if (path === undefined) return
  if (exports === 1) await plan.remove(path)
  else plan.note(`${path} stays: it exports more than this tool.`)
}

async function removeRules(plan: ChangePlan, agent: AgentPlace, tool: string): Promise<void> {
  for (const { name } of await rulesNaming(plan, agent, tool)) {
    const before = (await plan.read(agent.actauth)) ?? new Uint8Array()
    const text = editedText(removeRule(before, name), agent.actauth)
    if (text !== undefined) await plan.write(agent.actauth, text)
  }
}

/** Rules of other names are the person's: they hold decisions that no command can give back. */
async function refuseUsed(plan: ChangePlan, agent: AgentPlace, { tool, path }: ListedTool): Promise<void> {
  const rules = (await rulesNaming(plan, agent, tool)).filter(({ generated }) => !generated)
  const uses = [
    ...rules.map(({ line }) => ({ file: agent.actauth, line })),
    ...(await usesOfTool(plan, agent, { tool, own: [path, agent.toolsIndex, agent.actauth] })),
  ]
  const [first] = uses
  if (!first) return
  const places = uses.map(({ file, line }) => `${file}:${line}`).join(', ')
  throw new LoopengineError('tool_in_use', `The tool \`${tool}\` is named elsewhere: ${places}.`, {
    hint: 'Take it out there first.',
    ...first,
  })
}

interface Missing {
  name: string
  tool: string
  listed: ListedTool[]
}

async function notFound(
  plan: ChangePlan,
  agent: AgentPlace,
  { name, tool, listed }: Missing,
): Promise<LoopengineError> {
  const declared = await declaredInAbl(plan, agent, tool)
  const known = listed.map(entry => entry.tool)
  const inAbl = (await ablFiles(plan, agent)).length > 0 ? ' Tools of .abl files are removed there by hand.' : ''
  const list =
    known.length > 0 ? `Tools in ${agent.toolsIndex}: ${known.join(', ')}.` : `${agent.toolsIndex} lists none.`
  if (declared !== undefined) {
    return usageError('tool_not_found', `The tool \`${tool}\` is declared in ${declared}.`, 'Remove it there by hand.')
  }
  const hint = `${didYouMean(name, known)} ${list}${inAbl}`.trim()
  return usageError('tool_not_found', `Agent \`${agent.name}\` has no tool \`${name}\`.`, hint)
}
