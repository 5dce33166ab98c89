import { existsSync } from 'node:fs'
import { join, sep } from 'node:path'
import type { Jiti, JitiOptions } from 'jiti'
import { LoopengineError, messageOf, systemCode } from '../core/errors.ts'
import { createLoader, isProjectModule } from './create-loader.ts'
import { moduleCacheFolder } from './module-cache.ts'
import { projectFetch } from './project-fetch.ts'
import * as userApi from './user-api.ts'

const LOAD_LIMIT_MS = 10_000

/**
 * Loads the project's TypeScript as it is, without a build step: its tsconfig paths, its dependencies, CommonJS and
 * ESM. `import … from 'loopengine'` gets the running copy. Modules are kept until they are evicted, so that what lies
 * outside `agents/` keeps its state while tools are edited (settled: a counter in `lib/` goes on counting).
 */
export class ModuleLoader {
  readonly #root: string
  readonly #limit: number
  readonly #options: JitiOptions
  #jiti: Jiti

  constructor(root: string, options: { limitMs?: number } = {}) {
    this.#root = root
    this.#limit = options.limitMs ?? LOAD_LIMIT_MS
    const tsconfig = join(root, 'tsconfig.json')
    this.#options = {
      moduleCache: true,
      fsCache: moduleCacheFolder(root),
      interopDefault: false,
      virtualModules: { loopengine: { ...userApi, guardedFetch: projectFetch(root) } },
      tsconfigPaths: existsSync(tsconfig) ? tsconfig : false,
    }
    this.#jiti = createLoader(root, this.#options)
  }

  /** What a module exports. Rejects with what the module threw, or `load_timeout` when it does not end. */
  async load(file: string): Promise<Record<string, unknown>> {
    const before = new Set(this.loaded())
    try {
      return await this.#loadInTime(file)
    } catch (error) {
      if (this.#options.fsCache === false || !missesTypeScript(error)) throw error
      // What was compiled by an earlier process names the `.ts` of a file that may be a `.js` now: compile it again.
      this.#options.fsCache = false
      this.#jiti = createLoader(this.#root, this.#options)
      this.#evict(one => !before.has(one))
      return this.#loadInTime(file)
    }
  }

  async #loadInTime(file: string): Promise<Record<string, unknown>> {
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<never>((_resolve, reject) => {
      timer = setTimeout(() => reject(tooLate(file, this.#limit)), this.#limit)
    })
    try {
      return await Promise.race([this.#jiti.import<Record<string, unknown>>(file), late])
    } finally {
      clearTimeout(timer)
    }
  }

  /** The project's files that are loaded, absolute; dependencies left out. */
  loaded(): string[] {
    return Object.keys(this.#jiti.cache).filter(file => isProjectModule(this.#root, file))
  }

  /** Forgets the modules below `agents/`: the next load reads them again. */
  evictAgents(): void {
    const agents = join(this.#root, 'agents') + sep
    this.#evict(file => file.startsWith(agents))
  }

  /** Forgets every module of the project. */
  evictAll(): void {
    this.#evict(() => true)
  }

  #evict(which: (file: string) => boolean): void {
    for (const file of this.loaded()) if (which(file)) delete this.#jiti.cache[file]
  }
}

function missesTypeScript(error: unknown): boolean {
  const code = systemCode(error)
  return (code === 'MODULE_NOT_FOUND' || code === 'ERR_MODULE_NOT_FOUND') && /\.ts\b/.test(messageOf(error))
}

function tooLate(file: string, limit: number): LoopengineError {
  return new LoopengineError('load_timeout', `The module was not loaded after ${limit / 1000} s.`, {
    file,
    hint: 'Does something at its top level wait forever (a connection, a promise)? Move it into the tool.',
  })
}
