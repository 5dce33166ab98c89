import type { BindingSpec, BindingType, ToolSpec } from '../../abl/index.ts'
import { ToolFailure } from '../../core/tool-failure.ts'
import type { Binding, Executor, ToolProject } from './binding.ts'
import { createAuthorizer } from './http/auth/create-authorizer.ts'
import { httpBinding } from './http/http.ts'

/** The executors there are, by the word after `type:`. */
export type BindingTable = { readonly [Type in BindingType]?: Binding<Extract<BindingSpec, { type: Type }>> }

export const bindings: BindingTable = {
  http: httpBinding(createAuthorizer),
}

/**
 * The executor of a declared tool.
 * @throws ToolFailure `unbound_tool` for a type that nothing here executes; what the binding says about the declaration
 */
export async function compileBinding(
  tool: ToolSpec,
  project: ToolProject,
  table: BindingTable = bindings,
): Promise<Executor> {
  const spec = tool.binding
  const binding = spec && (table[spec.type] as Binding<BindingSpec> | undefined)
  if (!spec || !binding) throw unbound(tool, Object.keys(table))
  return binding.compile(tool, spec, project)
}

function unbound({ name, binding }: ToolSpec, known: readonly string[]): ToolFailure {
  const message = binding
    ? `\`${name}\` has \`type: ${binding.type}\`, which nothing executes here. There is: ${known.join(', ')}.`
    : `\`${name}\` is declared without a \`type\`, and no tool of that name executes it.`
  return new ToolFailure({ code: 'unbound_tool', message })
}
