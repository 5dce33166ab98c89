import { ChangePlan } from '../../src/edit/change-set/change-plan.ts'
import { project } from '../helpers/project.ts'

/** What each file holds after a plan on a project of these files: `undefined` for one that goes. */
export interface Planned {
  files: Record<string, string | undefined>
  notes: string[]
  allowed: string[]
}

export const CONFIG =
  "import type { AgentConfig } from 'loopengine'\n\nexport const config: AgentConfig = { name: 'shop', systemPrompt: 'x' }\n"

export async function planned(
  files: Record<string, string>,
  planner: (plan: ChangePlan) => Promise<void>,
): Promise<Planned> {
  const plan = new ChangePlan(project(files).root, 'test')
  await planner(plan)
  const { changes, notes, newlyAllowed } = plan.changeSet()
  const texts = changes.map(change => [change.path, change.kind === 'delete' ? undefined : String(change.after)])
  return { files: Object.fromEntries(texts), notes, allowed: newlyAllowed.map(({ agent, tool }) => `${agent} ${tool}`) }
}
