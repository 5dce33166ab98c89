import { checkAbl, type ToolSpec } from '../../abl/index.ts'
import type { ChangePlan } from '../../edit/change-set/change-plan.ts'
import type { AgentPlace } from '../../scaffold/agent-place.ts'
import { ablFiles } from '../../scaffold/tool-owners.ts'
import { isSafe } from '../../tools/stages/is-safe.ts'
import { type AblText, AGENT_ABL } from '../abl-files.ts'
import type { Declared } from '../declared-config.ts'
import type { SourceReader } from './source-reader.ts'
import type { StaticTool } from './static-tools.ts'

/** What an agent's files in the tool language say. */
export interface StaticDeclarations {
  /** Of its `agent.abl`. */
  agent: Declared | undefined
  specs: ToolSpec[]
}

/** Reads `agent.abl`, what it imports, and the other tool files of an agent. */
export async function staticDeclarations(
  reader: SourceReader,
  plan: ChangePlan,
  place: AgentPlace,
): Promise<StaticDeclarations> {
  const found: StaticDeclarations = { agent: undefined, specs: [] }
  const files = await ablFiles(plan, place)
  const imported = new Set<string>()
  for (const file of files.toSorted(agentFirst)) {
    if (imported.has(file)) continue
    const text: AblText = { file, text: (await plan.readText(file)) ?? '' }
    const checked = checkAbl(text.text, { file, read: reader.readAbl })
    for (const path of checked.importedFiles) imported.add(path)
    if (file.endsWith(`/${AGENT_ABL}`)) found.agent = { text, agent: checked.agent }
    found.specs.push(...checked.tools)
  }
  return found
}

/**
 * An agent's tools with what its declarations say: one without `type:` is a tool in code of its name. The gate sees
 * arguments that the model doesn't, so nothing is said about which there are.
 */
export function withDeclarations(local: readonly StaticTool[], specs: readonly ToolSpec[]): StaticTool[] {
  const unbound = specs.filter(({ binding }) => binding === undefined)
  const own = local.map(tool => {
    const spec = unbound.find(({ name }) => name === tool.name)
    return spec ? declaredTool(spec, tool.safe) : tool
  })
  return [...own, ...specs.filter(({ binding }) => binding !== undefined).map(spec => declaredTool(spec))]
}

function declaredTool(spec: ToolSpec, safe?: boolean): StaticTool {
  const { name, at } = spec
  const input_schema = { type: 'object', additionalProperties: true }
  return { name, safe: isSafe({ ...spec, safe }), input_schema, file: at.file, line: at.range.start.line }
}

function agentFirst(a: string, b: string): number {
  return Number(b.endsWith(`/${AGENT_ABL}`)) - Number(a.endsWith(`/${AGENT_ABL}`))
}
