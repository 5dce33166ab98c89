import { type CommonProperties, DECLARATION_KEYS, type KnownNames, readDeclaration } from '../../abl/index.ts'
import type { Diagnostic } from '../../core/diagnostic.ts'
import { isRecord } from '../../core/json.ts'
import type { ToolDefinition } from '../../core/tool.ts'
import type { ToolSource } from '../merge-tools.ts'
import type { ToolPlan } from './tool-plan.ts'

/** A tool in code, with the ABL properties that it carries. */
export interface SourceTool {
  source: ToolSource
  name: string
  /** It has code that can be run. */
  executes: boolean
  /** Absent: it carries none, or they have errors. */
  properties?: CommonProperties
  diagnostics: Diagnostic[]
}

/** Reads what a tool in code says in ABL's words. Whether it is a tool at all is for `mergeTools` to say. */
export function sourceTool(source: ToolSource, known?: KnownNames): SourceTool {
  const { definition, file } = source
  const name = nameOf(definition)
  const executes = isRecord(definition) && typeof definition.execute === 'function'
  if (!isRecord(definition) || DECLARATION_KEYS.every(key => definition[key] === undefined)) {
    return { source, name, executes, diagnostics: [] }
  }
  const { input_schema: schema } = definition
  const parameters = isRecord(schema) && isRecord(schema.properties) ? Object.keys(schema.properties) : undefined
  const { properties, diagnostics } = readDeclaration(definition, { tool: name, file, parameters, known })
  const contradiction = contradictionIn(definition, { name, file })
  if (contradiction) diagnostics.push(contradiction)
  const broken = diagnostics.some(({ severity }) => severity === 'error')
  return { source, name, executes, diagnostics, ...(broken ? {} : { properties }) }
}

/** Where `safe` says one thing and the declaration another, the call runs alone. */
function contradictionIn(
  definition: Partial<ToolDefinition>,
  { name, file }: { name: string; file: string },
): Diagnostic | undefined {
  const { safe, effect, hints, on_result, on_error } = definition
  if (safe !== true) return undefined
  const other =
    effect !== undefined && effect !== 'read_only'
      ? `effect: '${effect}'`
      : isRecord(hints) && hints.side_effects === true
        ? 'hints.side_effects'
        : on_result || on_error
          ? 'on_result or on_error'
          : undefined
  if (other === undefined) return undefined
  const message = `Tool \`${name}\` says \`safe: true\` and \`${other}\`: its calls run alone.`
  return { code: 'TOOL_SAFE', severity: 'warning', file, message, hint: 'Leave out one of them.' }
}

function nameOf(definition: unknown): string {
  return isRecord(definition) && typeof definition.name === 'string' ? definition.name : ''
}

/** The tool that runs a subagent, by the subagent's name. */
export function agentToolsIn(sources: readonly ToolSource[]): ToolPlan['agentTool'] {
  const tools = new Set(sources.filter(({ kind }) => kind === 'agent').map(({ definition }) => nameOf(definition)))
  return agent => {
    const name = agent.replaceAll('-', '_')
    return tools.has(name) ? name : undefined
  }
}
