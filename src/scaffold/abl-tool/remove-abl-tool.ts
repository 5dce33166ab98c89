import { removeAblTool } from '../../edit/abl-tools/remove-abl-tool.ts'
import type { ChangePlan } from '../../edit/change-set/change-plan.ts'
import { editedText } from '../refused.ts'
import { readToolFile } from './tool-files.ts'

/** Plans the end of a tool's declaration, and of its file when nothing is left in it. */
export async function planRemoveDeclaration(plan: ChangePlan, file: string, tool: string): Promise<void> {
  const text = editedText(removeAblTool((await plan.read(file)) ?? new Uint8Array(), { path: file, name: tool }), file)
  if (text === undefined) return
  await plan.write(file, text)
  const { tools, kind } = await readToolFile(plan, file)
  if (kind === 'tools' && tools.length === 0 && isEmpty(text)) await plan.remove(file)
}

/** Only what a command writes into a file of its own: the section, and the address of an imported document's server. */
function isEmpty(text: string): boolean {
  return /^\s*TOOLS:\s*(base_url: "[^"\r\n]*"\s*)?$/.test(text.replace(/^\ufeff/, ''))
}
