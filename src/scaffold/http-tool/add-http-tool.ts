import type { DecisionWord } from '../../core/rule.ts'
import type { ChangePlan } from '../../edit/change-set/change-plan.ts'
import { environmentNamesIn } from '../../tools/http-tool/fields.ts'
import { addPermission } from '../add-permission.ts'
import { oneLine, planToolFile } from '../add-tool.ts'
import { type AgentPlace, locateAgent } from '../agent-place.ts'
import { type TakenNames, takenNames } from '../taken-names.ts'
import { toolNames } from '../tool-name.ts'
import { type HttpTool, requestOf } from './http-tool.ts'
import { httpToolFile } from './http-tool-file.ts'
import { readHttpTool, type WantedRequest } from './read-http-tool.ts'
import { sidecarPath, sidecarText } from './sidecar.ts'

export interface NewHttpTool extends WantedRequest {
  agent: string
  /** @default 'allow' for a safe tool, else 'ask' */
  decision?: DecisionWord
}

/**
 * Plans a tool that makes one HTTP request: its file, the sidecar that keeps the request, the entry in `tools/index.ts`,
 * the rule. @throws LoopengineError as `planAddTool`, and `method`, `url`, `header`, `body`, `response_path` (2)
 */
export async function planAddHttpTool(plan: ChangePlan, wanted: NewHttpTool): Promise<void> {
  const { tool: name } = toolNames(wanted.name)
  const tool = readHttpTool({ ...wanted, name, description: oneLine(wanted.description) })
  const agent = await locateAgent(plan, wanted.agent)
  await planHttpToolFiles(plan, agent, { tool, taken: await takenNames(plan, agent, { declared: false }) })
  await addPermission(plan, agent, name, wanted.decision ?? (wanted.safe ? 'allow' : 'ask'))
  const names = [...new Set(environmentNamesIn({ ...requestOf(tool) }))]
  if (names.length > 0)
    plan.note(`Set ${names.join(', ')} in .env: the request needs ${names.length > 1 ? 'them' : 'it'}.`)
}

/** The file, the entry and the sidecar of one HTTP tool. */
export async function planHttpToolFiles(
  plan: ChangePlan,
  agent: AgentPlace,
  { tool, taken }: { tool: HttpTool; taken: TakenNames },
): Promise<void> {
  const names = toolNames(tool.name)
  const file = await planToolFile(plan, agent, { names, taken, text: style => httpToolFile(tool, style) })
  await plan.write(sidecarPath(file), sidecarText(tool))
}
