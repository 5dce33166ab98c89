import { join, resolve } from 'node:path'

/** Where a project's state is kept: `LOOPENGINE_STATE_DIR` (relative to the project), else `.loopengine`. Absolute. */
export function stateDirectory(root: string, env: NodeJS.ProcessEnv = process.env): string {
  return env.LOOPENGINE_STATE_DIR ? resolve(root, env.LOOPENGINE_STATE_DIR) : join(root, '.loopengine')
}
