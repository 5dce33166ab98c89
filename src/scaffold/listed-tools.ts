import type { ChangePlan } from '../edit/change-set/change-plan.ts'
import type { ToolEntry } from '../edit/tools-index/tool-module.ts'
import { loadCompiler } from '../edit/typescript.ts'
import { moduleFacts } from '../edit/verify/module-facts.ts'
import type { AgentPlace } from './agent-place.ts'

/** A tool that `tools/index.ts` imports, as far as its file's text tells. */
export interface ListedTool extends ToolEntry {
  /** The tool's file; undefined when it is not a file of its own. */
  path: string | undefined
  /** How many names that file exports. */
  exports: number
}

const ENDS = ['.ts', '.mts', '.js', '.mjs', '.tsx']

/** The tools of the files in the agent's `tools/` that its index imports; literal names only. */
export async function listedTools(plan: ChangePlan, agent: AgentPlace): Promise<ListedTool[]> {
  const compiler = await loadCompiler()
  const index = await plan.readText(agent.toolsIndex)
  if (index === undefined) return []
  const folder = `${agent.directory}/tools`
  const listed: ListedTool[] = []
  for (const { specifier, names } of moduleFacts(compiler, index.replace(/^\ufeff/, '')).imports) {
    if (!/^\.\/[^.]/.test(specifier)) continue
    const file = specifier.slice(2).replace(/\.[cm]?[jt]sx?$/, '')
    const path = await existing(
      plan,
      ENDS.map(end => `${folder}/${file}${end}`),
    )
    const facts = path === undefined ? undefined : moduleFacts(compiler, (await plan.readText(path)) ?? '')
    for (const exp of names) {
      const tool = facts?.toolNames.get(exp)
      if (tool !== undefined) listed.push({ tool, file, exp, path, exports: facts?.exports.size ?? 0 })
    }
  }
  return listed
}

async function existing(plan: ChangePlan, candidates: string[]): Promise<string | undefined> {
  for (const candidate of candidates) if (await plan.exists(candidate)) return candidate
  return undefined
}
