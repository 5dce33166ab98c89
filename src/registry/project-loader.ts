import { assembleAgent } from './assemble-agent.ts'
import type { AssembledAgent } from './assembly.ts'
import { type Discovered, discoverAgents, type FoundAgent } from './discover.ts'
import { ModuleLoader } from './module-loader.ts'
import { ProjectEnv } from './project-env.ts'
import { type ProjectFacts, readProjectFacts } from './project-facts.ts'

/** An assembled agent, the modules below `agents/` and the declarations that it was loaded from. */
export interface LoadedAgent extends AssembledAgent {
  /** Absolute. */
  files: ReadonlySet<string>
}

/** Loads agents of one project, again and again. One load at a time: modules are counted by who loaded them. */
export class ProjectLoader {
  readonly root: string
  readonly #modules: ModuleLoader
  readonly #env: ProjectEnv
  readonly #strict: boolean
  #facts: Promise<ProjectFacts> | undefined
  #known: ProjectFacts | undefined
  /** Of the agents, as they were found last. */
  #names: readonly string[] = []

  constructor(root: string, { strict = false } = {}) {
    this.root = root
    this.#strict = strict
    this.#modules = new ModuleLoader(root)
    this.#env = new ProjectEnv(root)
    this.#env.load()
  }

  async discover(): Promise<Discovered> {
    const discovered = await discoverAgents(this.root)
    this.#names = discovered.agents.map(({ name }) => name)
    return discovered
  }

  /** Loads an agent afresh: what lies below `agents/` is read again, all else is kept. */
  async load(found: FoundAgent): Promise<LoadedAgent> {
    const facts = await this.facts()
    this.#modules.evictAgents()
    const kept = new Set(this.#modules.loaded())
    const project = { root: this.root, loader: this.#modules, facts, agents: this.#names, strict: this.#strict }
    const assembled = await assembleAgent(project, found)
    // The agent's own list too: what is wrong with the settings keeps every agent from running.
    assembled.diagnostics.push(...facts.diagnostics.filter(({ severity }) => severity === 'error'))
    const modules = this.#modules.loaded().filter(file => !kept.has(file))
    return { ...assembled, files: new Set([...modules, ...assembled.declarations]) }
  }

  /** The project's settings and what follows from them; read once, until everything is forgotten. */
  async facts(): Promise<ProjectFacts> {
    this.#facts ??= readProjectFacts(this.root)
    this.#known = await this.#facts
    return this.#known
  }

  /** Reads `.env` and the settings again, and forgets every module of the project. */
  forgetAll(): void {
    this.#env.load()
    this.#modules.evictAll()
    this.#facts = undefined
  }

  /** What the settings were read from, there or not, absolute. */
  settingsFiles(): readonly string[] {
    return this.#known?.settings.files ?? []
  }

  /** What several agents may be made of: the project's loaded modules, and what the settings were read from. Absolute. */
  sharedFiles(): string[] {
    return [...this.#modules.loaded(), ...this.settingsFiles()]
  }
}
