import { LoopengineError } from '../core/errors.ts'
import type { StoredSession } from './session-store.ts'

/**
 * A session belongs to the agent that began it.
 * @throws LoopengineError `session_of_another_agent` (2)
 */
export function checkSessionAgent({ id, state }: StoredSession, agent: string): void {
  const { agent: owner } = state
  if (owner === '' || owner === agent) return
  throw new LoopengineError(
    'session_of_another_agent',
    `Session ${id} belongs to agent \`${owner}\`, not \`${agent}\`.`,
    {
      exitCode: 2,
      hint: `Use \`${owner}\`, or start a session of its own without --session.`,
    },
  )
}
