import type { Scope } from '../../abl/index.ts'
import type { ToolContext } from '../../core/tool.ts'

/** What names mean in the expressions and templates of a call. */
export function scopeOf(input: Readonly<Record<string, unknown>>, context: ToolContext): Scope {
  return { parameters: input, session: context.variables, config: name => context.config(name) }
}
