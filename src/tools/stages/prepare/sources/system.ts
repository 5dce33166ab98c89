import { evaluated } from './evaluated.ts'
import type { CompileSource } from './source.ts'

/** `source: system`: a path into the session. */
export const systemSource: CompileSource<'system'> = async ({ value }, { compiler, where }) => {
  const expression = await compiler.expression(value, where)
  const origin = value.startsWith('session.') ? value : `session: ${value}`
  return {
    origin,
    read: ({ scope }) => evaluated(expression.evaluate({ session: scope.session, config: scope.config }), value),
  }
}
