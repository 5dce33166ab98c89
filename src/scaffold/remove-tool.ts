import { LoopengineError, usageError } from '../core/errors.ts'
import { didYouMean } from '../core/nearest.ts'
import { linesOfTool } from '../edit/abl-tools/remove-abl-tool.ts'
import { removeRule } from '../edit/actauth/remove-rule.ts'
import type { ChangePlan } from '../edit/change-set/change-plan.ts'
import { removeToolFromIndex } from '../edit/tools-index/remove-tool-from-index.ts'
import { planRemoveDeclaration } from './abl-tool/remove-abl-tool.ts'
import { refuseToolsInConfig } from './add-tool.ts'
import { type AgentPlace, locateAgent } from './agent-place.ts'
import { sidecarPath } from './http-tool/sidecar.ts'
import { type ListedTool, listedTools } from './listed-tools.ts'
import { editedText } from './refused.ts'
import { rulesNaming } from './rules-naming.ts'
import { toolNames } from './tool-name.ts'
import { declaredTools } from './tool-owners.ts'
import { usesOfTool } from './uses-of-tool.ts'

/**
 * Plans the reverse of `add-tool`: the entry and import, the file when nothing else is in it, or the declaration in an
 * ABL file; and the rules that were written with it.
 * @throws LoopengineError `tool_not_found` (2), `tool_in_use`, `TOOLS_IN_CONFIG`, what the editors refuse
 */
export async function planRemoveTool(
  plan: ChangePlan,
  { name, agent: agentName }: { name: string; agent: string },
): Promise<void> {
  const names = toolNames(name)
  const agent = await locateAgent(plan, agentName)
  const listed = await listedTools(plan, agent)
  const found = listed.find(({ tool }) => tool === name) ?? listed.find(({ tool }) => tool === names.tool)
  const declared = found ? undefined : await declaration(plan, agent, [name, names.tool])
  if (declared) {
    await refuseUsed(plan, agent, { tool: declared.tool, path: undefined, declaredIn: declared.file })
    await planRemoveDeclaration(plan, declared.file, declared.tool)
    await removeRules(plan, agent, declared.tool)
    return
  }
  await refuseToolsInConfig(plan, agent)
  const tool = found ?? { ...names, path: undefined, exports: 0 }
  await refuseUsed(plan, agent, tool)
  const index = (await plan.read(agent.toolsIndex)) ?? new Uint8Array()
  const text = editedText(await removeToolFromIndex(index, tool), agent.toolsIndex)
  if (text === undefined) throw notFound(agent, { name, known: await removableTools(plan, agent) })
  await plan.write(agent.toolsIndex, text)
  await removeFile(plan, tool)
  await removeRules(plan, agent, tool.tool)
}

/** The names of the tools that can be taken from an agent. */
export async function removableTools(plan: ChangePlan, agent: AgentPlace): Promise<string[]> {
  const listed = await listedTools(plan, agent)
  const declared = await declaredTools(plan, agent)
  return [...new Set([...listed, ...declared].map(({ tool }) => tool))]
}

/** The declaration of the first of these names that has one; the name as typed goes before the one made of it. */
async function declaration(plan: ChangePlan, agent: AgentPlace, names: readonly string[]) {
  const declared = await declaredTools(plan, agent)
  return names.flatMap(name => declared.find(({ tool }) => tool === name) ?? [])[0]
}

async function removeFile(plan: ChangePlan, { path, exports }: ListedTool): Promise<void> {
  if (path === undefined) return
  if (exports === 1) {
    await plan.remove(path)
    await plan.remove(sidecarPath(path))
  } else plan.note(`${path} stays: it exports more than this tool.`)
}

async function removeRules(plan: ChangePlan, agent: AgentPlace, tool: string): Promise<void> {
  for (const { name } of await rulesNaming(plan, agent, tool)) {
    const before = (await plan.read(agent.actauth)) ?? new Uint8Array()
    const text = editedText(removeRule(before, name), agent.actauth)
    if (text !== undefined) await plan.write(agent.actauth, text)
  }
}

interface ToolInUse extends Pick<ListedTool, 'tool' | 'path'> {
  /** The ABL file whose declaration of the tool goes. */
  declaredIn?: string
}

/** Rules of other names are the person's: they hold decisions that no command can give back. */
async function refuseUsed(plan: ChangePlan, agent: AgentPlace, { tool, path, declaredIn }: ToolInUse): Promise<void> {
  const rules = (await rulesNaming(plan, agent, tool)).filter(({ generated }) => !generated)
  const own =
    declaredIn && linesOfTool((await plan.read(declaredIn)) ?? new Uint8Array(), { path: declaredIn, name: tool })
  const named = await usesOfTool(plan, agent, { tool, own: [path, agent.toolsIndex, agent.actauth] })
  const uses = [
    ...rules.map(({ line }) => ({ file: agent.actauth, line })),
    ...named.filter(({ file, line }) => !own || file !== declaredIn || line < own.first || line > own.last),
  ]
  const [first] = uses
  if (!first) return
  const places = uses.map(({ file, line }) => `${file}:${line}`).join(', ')
  throw new LoopengineError('tool_in_use', `The tool \`${tool}\` is named elsewhere: ${places}.`, {
    hint: 'Take it out there first.',
    ...first,
  })
}

function notFound(agent: AgentPlace, { name, known }: { name: string; known: readonly string[] }): LoopengineError {
  const list = known.length > 0 ? `Tools that can be removed: ${known.join(', ')}.` : `${agent.toolsIndex} lists none.`
  const hint = `${didYouMean(name, known)} ${list}`.trim()
  return usageError('tool_not_found', `Agent \`${agent.name}\` has no tool \`${name}\`.`, hint)
}
