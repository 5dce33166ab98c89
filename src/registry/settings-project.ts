import { LoopengineError } from '../core/errors.ts'
import type { ToolProject } from '../tools/bindings/binding.ts'
import { ProjectEnv } from './project-env.ts'
import { readProjectFacts } from './project-facts.ts'

/**
 * What tools may use of a project, without its agents: after its `.env`.
 * @throws LoopengineError `invalid_settings` with the place of the first error
 */
export async function settingsProject(root: string): Promise<ToolProject> {
  new ProjectEnv(root).load()
  const { tools, diagnostics } = await readProjectFacts(root)
  const [error] = diagnostics.filter(({ severity }) => severity === 'error')
  if (!error) return tools
  const { message, hint, file, range } = error
  throw new LoopengineError('invalid_settings', message, { hint, file, ...range?.start })
}
