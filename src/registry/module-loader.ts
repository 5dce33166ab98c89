import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { createJiti, type Jiti } from 'jiti'
import { LoopengineError } from '../core/errors.ts'
import * as userApi from './user-api.ts'

const LOAD_LIMIT_MS = 10_000

/**
 * Loads the project's TypeScript as it is, without a build step: its tsconfig paths, its dependencies, CommonJS and
 * ESM. `import … from 'loopengine'` gets the running copy.
 */
export class ModuleLoader {
  readonly #jiti: Jiti

  constructor(root: string) {
    const tsconfig = join(root, 'tsconfig.json')
    this.#jiti = createJiti(join(root, 'loopengine.js'), {
      moduleCache: true,
      interopDefault: false,
      virtualModules: { loopengine: userApi },
      tsconfigPaths: existsSync(tsconfig) ? tsconfig : false,
    })
  }

  /** What a module exports. Rejects with what the module threw, or `load_timeout` when it does not end. */
  async load(file: string): Promise<Record<string, unknown>> {
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<never>((_resolve, reject) => {
      timer = setTimeout(() => reject(tooLate(file)), LOAD_LIMIT_MS)
    })
    try {
      return await Promise.race([this.#jiti.import<Record<string, unknown>>(file), late])
    } finally {
      clearTimeout(timer)
    }
  }
}

function tooLate(file: string): LoopengineError {
  return new LoopengineError('load_timeout', `The module was not loaded after ${LOAD_LIMIT_MS / 1000} s.`, {
    file,
    hint: 'Does something at its top level wait forever (a connection, a promise)? Move it into the tool.',
  })
}
