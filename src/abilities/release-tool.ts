import { LoopengineError } from '../core/errors.ts'
import type { ChangePlan } from '../edit/change-set/change-plan.ts'
import type { AgentPlace } from '../scaffold/agent-place.ts'
import { rulesNaming } from '../scaffold/rules-naming.ts'
import { usesOfTool } from '../scaffold/uses-of-tool.ts'
import { dropRule } from './agent-rules.ts'

export interface Release {
  tools: readonly string[]
  /** Files that go with the tools, from the project's root. */
  own: readonly string[]
  /** Names of rules that go with them. */
  rules: readonly string[]
  /** Takes rules of the person that name the tools away too, and lets other uses stand. */
  force: boolean
}

/**
 * Plans that nothing of an agent is left over for tools that go: rules that a command wrote for them are removed.
 * @throws LoopengineError `tool_in_use` when something of the person's names one
 */
export async function releaseTools(
  plan: ChangePlan,
  agent: AgentPlace,
  { tools, own, rules, force }: Release,
): Promise<void> {
  const uses: { file: string; line: number }[] = []
  for (const tool of tools) {
    for (const { name, line, generated } of await rulesNaming(plan, agent, tool)) {
      if (generated || force) await dropRule(plan, agent, name)
      else if (!rules.includes(name)) uses.push({ file: agent.actauth, line })
    }
    const found = await usesOfTool(plan, agent, { tool, own: [...own, agent.toolsIndex, agent.actauth] })
    uses.push(...found)
  }
  const [first] = uses
  if (!first || force) return
  const places = [...new Set(uses.map(({ file, line }) => `${file}:${line}`))].join(', ')
  throw new LoopengineError(
    'tool_in_use',
    `Tools that would go (${tools.join(', ')}) are named elsewhere: ${places}.`,
    {
      hint: 'Take them out there first.',
      ...first,
    },
  )
}
