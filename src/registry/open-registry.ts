import type { Agent } from '../core/agent.ts'
import { type Diagnostic, formatDiagnostic } from '../core/diagnostic.ts'
import { LoopengineError } from '../core/errors.ts'
import { didYouMean } from '../core/nearest.ts'
import { type AssembledAgent, assembleAgent, blocksRunning } from './assemble-agent.ts'
import { discoverAgents, type FoundAgent } from './discover.ts'
import { ModuleLoader } from './module-loader.ts'
import { ProjectEnv } from './project-env.ts'

/** The agents of one project. */
export interface Registry {
  /** Absolute. */
  root: string
  agents: ReadonlyMap<string, AssembledAgent>
  /** Problems that belong to no single agent. */
  diagnostics: readonly Diagnostic[]
  /**
   * An agent that may run.
   * @throws LoopengineError `agent_not_found` (2), `agent_broken` (1) with its diagnostics.
   */
  get(name: string): Agent
}

/**
 * Loads a project's agents, or only the one that is named, after its `.env`. `name` is the folder's or `config.name`.
 * @throws LoopengineError `agent_not_found` when `only` names none.
 */
export async function openRegistry(root: string, options: { only?: string } = {}): Promise<Registry> {
  new ProjectEnv(root).load()
  const discovered = await discoverAgents(root)
  const wanted =
    options.only === undefined ? discovered.agents : [pick(discovered.agents, options.only, discovered.diagnostics)]
  const loader = new ModuleLoader(root)
  const agents = new Map<string, AssembledAgent>()
  for (const found of wanted) agents.set(found.name, await assembleAgent(root, found, loader))
  const names = discovered.agents.map(({ name }) => name)
  return { root, agents, diagnostics: discovered.diagnostics, get: name => runnable(agents, name, names) }
}

function pick(agents: FoundAgent[], name: string, diagnostics: Diagnostic[]): FoundAgent {
  const found = agents.find(agent => agent.name === name) ?? agents.find(agent => fold(agent.name) === fold(name))
  if (found) return found
  const twice = diagnostics.find(({ code, message }) => code === 'AGENT_TWICE' && message.includes(`\`${name}\``))
  if (twice) throw new LoopengineError('agent_twice', twice.message, { ...(twice.hint ? { hint: twice.hint } : {}) })
  throw notFound(
    name,
    agents.map(agent => agent.name),
  )
}

function runnable(agents: ReadonlyMap<string, AssembledAgent>, name: string, names: string[]): Agent {
  const assembled = agents.get(name) ?? [...agents.values()].find(({ found }) => fold(found.name) === fold(name))
  if (!assembled) throw notFound(name, names)
  if (!assembled.agent || blocksRunning(assembled.diagnostics)) throw broken(name, assembled.diagnostics)
  return assembled.agent
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
  return new LoopengineError(
    'agent_broken',
    `Agent \`${name}\` can't run:\n${errors.map(formatDiagnostic).join('\n')}`,
    {
      hint: `\`loopengine check\` shows the lines.`,
      ...(first ? { file: first.file } : {}),
      ...(first?.range ? first.range.start : {}),
    },
  )
}

function fold(name: string): string {
  return name.toLowerCase().replaceAll(/[-_]/g, '')
}
