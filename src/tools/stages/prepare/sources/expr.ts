import { evaluated } from './evaluated.ts'
import type { CompileSource } from './source.ts'

/** `source: expr`: computed from the other arguments and the session. */
export const exprSource: CompileSource<'expr'> = async ({ value }, { compiler, where }) => {
  const expression = await compiler.expression(value, where)
  return {
    origin: `computed: ${value}`,
    computed: true,
    read: ({ scope }) => evaluated(expression.evaluate(scope), value),
  }
}
