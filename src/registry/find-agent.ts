import type { Agent } from '../core/agent.ts'
import { type Diagnostic, formatDiagnostic } from '../core/diagnostic.ts'
import { LoopengineError } from '../core/errors.ts'
import { didYouMean } from '../core/nearest.ts'
import { blocksRunning } from './assemble-agent.ts'
import type { AssembledAgent } from './assembly.ts'
import type { Discovered, FoundAgent } from './discover.ts'
import { foldName } from './fold-name.ts'

/**
 * The agent that a person named; `-`, `_` and case aside.
 * @throws LoopengineError `agent_not_found` (2) with the nearest name, `agent_twice`.
 */
export function pickAgent({ agents, diagnostics }: Discovered, name: string): FoundAgent {
  const found =
    agents.find(agent => agent.name === name) ?? agents.find(agent => foldName(agent.name) === foldName(name))
  if (found) return found
  const twice = diagnostics.find(({ code, message }) => code === 'AGENT_TWICE' && message.includes(`\`${name}\``))
  if (twice) throw new LoopengineError('agent_twice', twice.message, { hint: twice.hint })
  const names = agents.map(agent => agent.name)
  throw notFound(name, names)
}

/**
 * A loaded agent that may run: one whose new files are broken still runs as it was.
 * @throws LoopengineError `agent_not_found` (2), `agent_broken` with its diagnostics.
 */
export function runnable(agents: ReadonlyMap<string, AssembledAgent>, name: string, names: string[]): Agent {
  const assembled =
    agents.get(name) ?? [...agents.values()].find(({ found }) => foldName(found.name) === foldName(name))
  if (!assembled) throw notFound(name, names)
  const { agent, diagnostics } = assembled
  if (!agent || blocksRunning(agent.diagnostics)) throw broken(name, diagnostics)
  return agent
}

function notFound(name: string, names: string[]): LoopengineError {
  const list = names.length > 0 ? `Agents here: ${names.join(', ')}.` : 'There are no agents here.'
  const guess = didYouMean(name, names)
  return new LoopengineError('agent_not_found', `Agent \`${name}\` not found.`, {
    exitCode: 2,
    hint: guess ? `${guess} ${list}` : list,
  })
}

function broken(name: string, diagnostics: readonly Diagnostic[]): LoopengineError {
  const errors = diagnostics.filter(({ severity }) => severity === 'error')
  const [first] = errors
  const said = errors.map(formatDiagnostic).join('\n')
  return new LoopengineError('agent_broken', `Agent \`${name}\` can't run:\n${said}`, {
    hint: '`loopengine check` shows the lines.',
    file: first?.file,
    ...first?.range?.start,
  })
}
