import type { Agent } from '../core/agent.ts'
import type { Diagnostic } from '../core/diagnostic.ts'
import type { AssembledAgent } from './assembly.ts'
import { pickAgent, runnable } from './find-agent.ts'
import { ProjectLoader } from './project-loader.ts'

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
  /** Any agent of the project, loaded when it has not been yet; undefined when there is none that can be used. */
  find(name: string): Promise<Agent | undefined>
}

/**
 * Loads a project's agents, or only the one that is named, after its `.env`. `name` is the folder's or `config.name`.
 * @throws LoopengineError `agent_not_found` when `only` names none.
 */
export async function openRegistry(root: string, options: { only?: string } = {}): Promise<Registry> {
  const loader = new ProjectLoader(root)
  const discovered = await loader.discover()
  const wanted = options.only === undefined ? discovered.agents : [pickAgent(discovered, options.only)]
  const agents = new Map<string, AssembledAgent>()
  for (const found of wanted) agents.set(found.name, await loader.load(found))
  const names = discovered.agents.map(({ name }) => name)
  return {
    root,
    agents,
    diagnostics: discovered.diagnostics,
    get: name => runnable(agents, name, names),
    find: async name => {
      const found = discovered.agents.find(agent => agent.name === name)
      if (found && !agents.has(name)) agents.set(name, await loader.load(found))
      return agents.get(name)?.agent
    },
  }
}
