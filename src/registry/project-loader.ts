import { assembleAgent } from './assemble-agent.ts'
import type { AssembledAgent } from './assembly.ts'
import { type Discovered, discoverAgents, type FoundAgent } from './discover.ts'
import { ModuleLoader } from './module-loader.ts'
import { ProjectEnv } from './project-env.ts'

/** An assembled agent and the project files that it was loaded from, as far as they lie below `agents/`. */
export interface LoadedAgent extends AssembledAgent {
  /** Absolute. */
  files: ReadonlySet<string>
}

/** Loads agents of one project, again and again. One load at a time: modules are counted by who loaded them. */
export class ProjectLoader {
  readonly root: string
  readonly #modules: ModuleLoader
  readonly #env: ProjectEnv

  constructor(root: string) {
    this.root = root
    this.#modules = new ModuleLoader(root)
    this.#env = new ProjectEnv(root)
    this.#env.load()
  }

  discover(): Promise<Discovered> {
    return discoverAgents(this.root)
  }

  /** Loads an agent afresh: what lies below `agents/` is read again, all else is kept. */
  async load(found: FoundAgent): Promise<LoadedAgent> {
    this.#modules.evictAgents()
    const kept = new Set(this.#modules.loaded())
    const assembled = await assembleAgent(this.root, found, this.#modules)
    return { ...assembled, files: new Set(this.#modules.loaded().filter(file => !kept.has(file))) }
  }

  /** Reads `.env` again and forgets every module of the project. */
  forgetAll(): void {
    this.#env.load()
    this.#modules.evictAll()
  }

  /** The project's loaded files, absolute. */
  loadedFiles(): string[] {
    return this.#modules.loaded()
  }
}
