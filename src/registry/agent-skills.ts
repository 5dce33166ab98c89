import type { AgentConfig } from '../core/agent.ts'
import type { Skill } from '../core/skill.ts'
import { loadSkills, skillFolders } from '../skills/load-skills.ts'
import { skillIndex } from '../skills/skill-index.ts'
import type { ToolSource } from '../tools/merge-tools.ts'
import { skillTool } from '../tools/system/skill.ts'
import type { Assembly } from './assembly.ts'

/** What skills add to an agent; nothing at all when it has none. */
export interface AgentSkills {
  skills: readonly Skill[]
  tools: ToolSource[]
  /** Blocks for the end of the system prompt. */
  prompt: string[]
}

/** The skills of an agent's own `skills/` and of the folders that its config names. */
export async function agentSkills(
  { root, found, diagnostics }: Assembly,
  { skillsDirs }: AgentConfig,
): Promise<AgentSkills> {
  const folders = skillFolders(root, { directory: found.directory, file: found.file, skillsDirs })
  const { skills, diagnostics: problems } = await loadSkills(root, folders)
  diagnostics.push(...problems)
  if (skills.length === 0) return { skills, tools: [], prompt: [] }
  const tool: ToolSource = { definition: skillTool(skills), kind: 'system', file: 'loopengine' }
  return { skills, tools: [tool], prompt: [skillIndex(skills)] }
}
