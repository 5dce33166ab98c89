import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { AgentConfig } from '../core/agent.ts'
import { agentBehind } from '../tools/agent-as-tool.ts'
import type { ToolSource } from '../tools/merge-tools.ts'
import type { Assembly } from './assembly.ts'
import { loadProblem } from './load-problem.ts'
import { shownPath } from './shown-path.ts'

const TOOLS_INDEX = ['index.ts', 'index.mts', 'index.js', 'index.mjs']

/** `AgentConfig.tools`, else what `tools/index.ts` exports as `tools`; a missing file is no tools. */
export async function localTools(
  { root, found, loader, diagnostics }: Assembly,
  config: AgentConfig,
): Promise<ToolSource[]> {
  if (config.tools) return sources(config.tools, shownPath(root, found.file))
  const index = TOOLS_INDEX.map(name => join(found.directory, 'tools', name)).find(file => existsSync(file))
  if (index === undefined) return []
  const file = shownPath(root, index)
  try {
    const { tools } = await loader.load(index)
    if (Array.isArray(tools)) return sources(tools, file)
    diagnostics.push({
      code: 'NO_TOOLS_EXPORT',
      severity: 'error',
      file,
      message: tools === undefined ? 'The module exports no `tools`.' : '`tools` is not a list.',
      hint: 'Write `export const tools: ToolDefinition[] = [ … ]`.',
    })
  } catch (error) {
    diagnostics.push(loadProblem(root, index, error))
  }
  return []
}

function sources(tools: unknown[], file: string): ToolSource[] {
  return tools.map(definition => ({
    definition,
    kind: agentBehind(definition) === undefined ? 'local' : 'agent',
    file,
  }))
}
