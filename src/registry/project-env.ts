import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { systemCode } from '../core/errors.ts'
import { fileError } from '../storage/file-error.ts'

/**
 * The environment as the project sees it, without changing it: for what must be known before anything is loaded.
 * @throws LoopengineError `file_failed` when `.env` is there and can't be read.
 */
export function projectEnvironment(root: string, env: NodeJS.ProcessEnv = process.env): NodeJS.ProcessEnv {
  return { ...parseEnv(envText(join(root, '.env'))), ...env }
}

function envText(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return ''
    throw fileError(error, 'read', file)
  }
}

/**
 * The project's `.env` in the environment: what the process was started with wins, and a key that disappears from the
 * file disappears here at the next call.
 */
export class ProjectEnv {
  readonly #file: string
  readonly #env: NodeJS.ProcessEnv
  #ours = new Map<string, string>()

  constructor(root: string, env: NodeJS.ProcessEnv = process.env) {
    this.#file = join(root, '.env')
    this.#env = env
  }

  load(): void {
    const read = new Map(Object.entries(parseEnv(envText(this.#file))))
    for (const [name, value] of this.#ours) {
      if (!read.has(name) && this.#env[name] === value) delete this.#env[name]
    }
    const ours = new Map<string, string>()
    for (const [name, value] of read) {
      const before = this.#ours.get(name)
      if (value === undefined || (this.#env[name] !== undefined && this.#env[name] !== before)) continue
      this.#env[name] = value
      ours.set(name, value)
    }
    this.#ours = ours
  }
}
