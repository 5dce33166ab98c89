import type { AgentTool } from '../core/agent.ts'
import type { Diagnostic } from '../core/diagnostic.ts'
import { checkDefinition } from './check-definition.ts'
import type { SchemaCompiler } from './validate-input.ts'

/** A value that claims to be a tool, and where it came from. */
export interface ToolSource extends Omit<AgentTool, 'definition'> {
  definition: unknown
}

export interface MergedTools {
  /** By name, without a prototype; look up with `getOwn`. */
  tools: Record<string, AgentTool>
  diagnostics: Diagnostic[]
}

/**
 * The four kinds in one table, ready to run: each tool gets the check of its arguments as `prepare`. Two tools of one
 * name are a clash that names both files; neither is kept, for nobody could say which one the rules mean.
 */
export function mergeTools(sources: readonly ToolSource[], compiler: SchemaCompiler): MergedTools {
  const tools: Record<string, AgentTool> = Object.create(null)
  const diagnostics: Diagnostic[] = []
  const clashing = new Set<string>()
  for (const { definition, ...place } of sources) {
    const checked = checkDefinition(definition, place, compiler)
    if ('diagnostic' in checked) {
      diagnostics.push(checked.diagnostic)
      continue
    }
    const { tool, check } = checked
    const { name } = tool.definition
    const other = tools[name]
    if (other) {
      diagnostics.push(toolClash(name, other, tool))
      clashing.add(name)
    } else {
      tools[name] = tool.definition.prepare
        ? tool
        : { ...tool, definition: { ...withMethods(tool.definition), prepare: async input => check(input) } }
    }
  }
  for (const name of clashing) delete tools[name]
  return { tools, diagnostics }
}

/** A copy that also keeps methods of a class instance. */
function withMethods(definition: AgentTool['definition']): AgentTool['definition'] {
  return { ...definition, execute: (input, context) => definition.execute(input, context) }
}

/** Two tools of one name. */
export function toolClash(name: string, first: { file: string }, second: { file: string }): Diagnostic {
  const same = first.file === second.file
  const where = same ? `twice in ${first.file}` : `in ${first.file} and in ${second.file}`
  return {
    code: 'TOOL_CLASH',
    severity: 'error',
    file: second.file,
    message: `Tool \`${name}\` is defined ${where}.`,
    hint: 'Rename one of them: the model and the rules know a tool only by its name.',
  }
}
