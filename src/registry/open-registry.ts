import type { KnownNames } from '../abl/index.ts'
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
  /** Problems that belong to no single agent; the settings' among them. */
  diagnostics: readonly Diagnostic[]
  /**
   * An agent that may run.
   * @throws LoopengineError `agent_not_found` (2), `agent_broken` (1) with its diagnostics.
   */
  get(name: string): Agent
  /** Any agent of the project, loaded when it has not been yet; undefined when there is none that can be used. */
  find(name: string): Promise<Agent | undefined>
}

export interface OpenedRegistry extends Registry {
  /** The names that the settings declare. */
  known: KnownNames
}

/**
 * Loads a project's agents, or only the one that is named, after its `.env`. `name` is the folder's or `config.name`.
 * `strict`: unknown properties of declarations are errors.
 * @throws LoopengineError `agent_not_found` when `only` names none.
 */
export async function openRegistry(
  root: string,
  options: { only?: string; strict?: boolean } = {},
): Promise<OpenedRegistry> {
  const loader = new ProjectLoader(root, options)
  const discovered = await loader.discover()
  const wanted = options.only === undefined ? discovered.agents : [pickAgent(discovered, options.only)]
  const agents = new Map<string, AssembledAgent>()
  for (const found of wanted) agents.set(found.name, await loader.load(found))
  const facts = await loader.facts()
  const names = discovered.agents.map(({ name }) => name)
  return {
    root,
    agents,
    diagnostics: [...discovered.diagnostics, ...facts.diagnostics],
    known: facts.known,
    get: name => runnable(agents, name, names),
    find: async name => {
      const found = discovered.agents.find(agent => agent.name === name)
      if (found && !agents.has(name)) agents.set(name, await loader.load(found))
      return agents.get(name)?.agent
    },
  }
}
