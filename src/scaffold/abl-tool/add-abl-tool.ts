import type { BindingType } from '../../abl/index.ts'
import type { DecisionWord } from '../../core/rule.ts'
import { addAblTools } from '../../edit/abl-tools/add-abl-tools.ts'
import type { ChangePlan } from '../../edit/change-set/change-plan.ts'
import { addPermission } from '../add-permission.ts'
import { oneLine } from '../add-tool.ts'
import { locateAgent } from '../agent-place.ts'
import { readHeaders } from '../http-tool/read-http-tool.ts'
import { parseParameters } from '../parameter.ts'
import { editedText } from '../refused.ts'
import { nameTaken, refuseTaken, takenNames } from '../taken-names.ts'
import { toolNames } from '../tool-name.ts'
import { readDeclaration } from './tool-declaration.ts'
import { defaultToolFile, noteImport, readToolFile, toolFilePath } from './tool-files.ts'

/** A tool declared in ABL, as a person asks for it. */
export interface NewAblTool {
  name: string
  agent: string
  description: string
  /** Each as `parseParameter` reads it. */
  parameters: readonly string[]
  type: BindingType
  /** In the agent's `tools/`. @default its only file of tools, else one of the tool's own */
  file?: string | undefined
  method?: string | undefined
  url?: string | undefined
  /** Each `Name: value`. */
  headers: readonly string[]
  body?: string | undefined
  /** Each `key=value`. */
  properties: readonly string[]
  safe: boolean
  /** @default 'allow' for a safe tool, else 'ask' */
  decision?: DecisionWord
}

/**
 * Plans a tool in a `.tools.abl` file of the agent, which is made when it is missing, and its rule in `actauth.yml`.
 * @throws LoopengineError `NAME_TAKEN`, `abl_property` and `abl_file` (2), what the editors refuse
 */
export async function planAddAblTool(plan: ChangePlan, wanted: NewAblTool): Promise<void> {
  const { tool: name } = toolNames(wanted.name)
  const agent = await locateAgent(plan, wanted.agent)
  const path = toolFilePath(agent, wanted.file ?? (await defaultToolFile(plan, agent, name)))
  refuseTaken(await takenNames(plan, agent, { declared: true }), name)
  const declaration = {
    ...wanted,
    name,
    description: oneLine(wanted.description),
    parameters: parseParameters(wanted.parameters),
    headers: readHeaders(wanted.headers),
  }
  const tool = readDeclaration(declaration, (await readToolFile(plan, path)).defaults)
  const text = editedText(addAblTools((await plan.read(path)) ?? new Uint8Array(), { path, tools: [tool] }), path)
  if (text === undefined) throw nameTaken(name, path)
  await plan.write(path, text)
  await addPermission(plan, agent, name, wanted.decision ?? (wanted.safe ? 'allow' : 'ask'))
  await noteImport(plan, agent, { path, tools: [name] })
}
