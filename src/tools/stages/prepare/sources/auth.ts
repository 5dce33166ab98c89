import { evaluated } from './evaluated.ts'
import type { CompileSource } from './source.ts'

/** `source: auth`: the signed-in person's `user_id`, or a claim by its path. */
export const authSource: CompileSource<'auth'> = async ({ value }, { compiler, where }) => {
  const expression = await compiler.expression(value, where)
  return {
    origin: `identity: ${value}`,
    read({ context: { user } }) {
      if (!user) return { kind: 'failed', error: noIdentity() }
      const claims = user.claims ?? {}
      return evaluated(expression.evaluate({ session: { ...claims, claims, user_id: user.id, id: user.id } }), value)
    },
  }
}

export function noIdentity() {
  return {
    code: 'auth_missing',
    type: 'tool_error',
    message: 'Nobody is signed in, and this tool needs an identity (on the command line: --user ID).',
  }
}
