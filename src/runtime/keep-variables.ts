import { messageOf } from '../core/errors.ts'
import type { Emit } from '../core/event.ts'
import { canonicalJson } from '../core/json.ts'
import type { TurnSession } from '../loop/turn.ts'
import type { SessionLog } from '../sessions/session-log.ts'

/** Writes the variables that a tool changed; what JSON can't carry is put back to what it was, and said. */
export async function keepVariables(
  session: SessionLog,
  { variables }: TurnSession,
  { tool, emit }: { tool: string; emit: Emit },
): Promise<void> {
  const problem = unkept(variables)
  if (problem !== undefined) {
    putBack(variables, session.state.variables)
    const message = `After \`${tool}\` the session's variables hold what JSON can't carry (${problem}); they are as they were before.`
    emit({ type: 'notice', code: 'variables_unserialisable', message })
  } else if (canonicalJson(variables) !== canonicalJson(session.state.variables)) {
    await session.append({ type: 'variable', variables: structuredClone(variables) })
  }
}

/** Why variables can't be kept, or undefined when they can. */
function unkept(variables: TurnSession['variables']): string | undefined {
  try {
    structuredClone(variables)
    JSON.stringify(variables)
    return undefined
  } catch (error) {
    return messageOf(error).split('\n')[0]
  }
}

function putBack(variables: TurnSession['variables'], kept: TurnSession['variables']): void {
  for (const name of Object.keys(variables)) delete variables[name]
  Object.assign(variables, structuredClone(kept))
}
