import type { ToolContext } from '../../../../core/tool.ts'
import type { CompileSource } from './source.ts'

const FACTS: Readonly<Record<string, (context: ToolContext) => string | undefined>> = {
  session_id: context => context.session.id,
  agent: context => context.agent.name,
  user_id: context => context.user?.id,
  call_id: context => context.callId,
  now: () => new Date().toISOString(),
}

/** `source: runtime`: a fact about the running call. */
export const runtimeSource: CompileSource<'runtime'> = async ({ value }, { compiler, where }) => {
  const fact = Object.hasOwn(FACTS, value) ? FACTS[value] : undefined
  if (!fact) {
    const hint = `facts: ${Object.keys(FACTS).join(', ')}`
    compiler.problem({ code: 'ABL2011', message: `\`${where}\`: there is no fact \`${value}\`.`, hint })
  }
  return { origin: `runtime: ${value}`, read: ({ context }) => ({ kind: 'value', value: fact?.(context) }) }
}
