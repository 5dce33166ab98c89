import { relative, sep } from 'node:path'
import type { Agent } from '../core/agent.ts'
import type { Diagnostic } from '../core/diagnostic.ts'
import { loadProblem } from './load-problem.ts'

/** What a user's code threw outside of every call (a rejection that nobody awaits, a timer), at the place that did it. */
export function strayError(root: string, agent: Agent, error: unknown): Diagnostic {
  const directory = relative(root, agent.directory).split(sep).join('/')
  const { message, hint: _hint, ...place } = loadProblem(root, agent.directory, error)
  return {
    ...place,
    code: 'STRAY_ERROR',
    severity: 'error',
    message: `Code of agent \`${agent.name}\` failed outside of any call: ${message}`,
    hint: `Look for a promise that is not awaited, or a timer, in ${directory}.`,
  }
}
