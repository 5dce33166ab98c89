import type { ChangePlan } from '../edit/change-set/change-plan.ts'
import { addToolToIndex } from '../edit/tools-index/add-tool-to-index.ts'
import { removeToolFromIndex } from '../edit/tools-index/remove-tool-from-index.ts'
import type { ToolEntry } from '../edit/tools-index/tool-module.ts'
import type { AgentPlace } from '../scaffold/agent-place.ts'
import { editedText } from '../scaffold/refused.ts'
import type { InstalledTool } from './provenance.ts'

/** Plans the import and entry of a tool in `tools/index.ts`. @throws LoopengineError what the editor refuses */
export async function listTool(plan: ChangePlan, { toolsIndex }: AgentPlace, tool: InstalledTool): Promise<void> {
  const entry = entryOf(tool)
  if (!entry) return
  const text = editedText(await addToolToIndex((await plan.read(toolsIndex)) ?? new Uint8Array(), entry), toolsIndex)
  if (text !== undefined) await plan.write(toolsIndex, text)
}

/** Plans the reverse. */
export async function unlistTool(plan: ChangePlan, { toolsIndex }: AgentPlace, tool: InstalledTool): Promise<void> {
  const entry = entryOf(tool)
  const bytes = entry && (await plan.read(toolsIndex))
  if (!bytes) return
  const text = editedText(await removeToolFromIndex(bytes, entry), toolsIndex)
  if (text !== undefined) await plan.write(toolsIndex, text)
}

/** How the index names a tool; undefined for one of an .abl file, which is found by itself. */
export function entryOf({ name, file, export: exp }: InstalledTool): ToolEntry | undefined {
  if (exp === undefined) return undefined
  return { tool: name ?? exp, file: file.replace(/^tools\//, '').replace(/\.[cm]?[jt]s$/, ''), exp }
}
