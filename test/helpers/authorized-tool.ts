import type { HttpSpec } from '../../src/abl/index.ts'
import type { ToolContext } from '../../src/core/tool.ts'
import type { AttemptCall, Attempted, ToolProject } from '../../src/tools/bindings/binding.ts'
import { createAuthorizer } from '../../src/tools/bindings/http/auth/create-authorizer.ts'
import { httpBinding } from '../../src/tools/bindings/http/http.ts'
import { toolOf } from './abl.ts'
import { type HttpToolOptions, toolProject } from './http-tool.ts'

export interface Caller {
  user?: string
  tenant?: string
  signal?: AbortSignal
  input?: Record<string, unknown>
}

export interface AuthorizedTool {
  project: ToolProject
  attempt(caller?: Caller): Promise<Attempted>
  explain(caller?: Caller): Promise<Record<string, string>>
  /** `stage: message` of every call so far. */
  traces: string[]
}

/** Settings whose allow-list holds every port of loopback. */
export function localProject(root: string, options: Pick<HttpToolOptions, 'settings' | 'env'>): ToolProject {
  const settings = { tools: { allow_hosts: ['127.0.0.1'] }, ...options.settings }
  return { ...toolProject({ ...options, settings }), root }
}

/** The only tool of a source with the credentials that its declaration and the settings give it. */
export async function authorizedTool(
  source: string,
  options: Pick<HttpToolOptions, 'settings' | 'env'> & { root?: string } = {},
): Promise<AuthorizedTool> {
  const project = localProject(options.root ?? '/project', options)
  const tool = toolOf(source)
  const executor = await httpBinding(createAuthorizer).compile(tool, tool.binding as HttpSpec, project)
  const traces: string[] = []
  const callOf = ({ user, tenant = 'default', signal, input = {} }: Caller = {}): AttemptCall => ({
    input,
    scope: { parameters: input, config: project.config },
    context: { tenant, ...(user === undefined ? {} : { user: { id: user } }) } as ToolContext,
    signal: signal ?? new AbortController().signal,
    trace: (stage, message) => traces.push(`${stage}: ${message}`),
  })
  return {
    project,
    traces,
    attempt: caller => executor.attempt(callOf(caller)),
    explain: async caller => (await executor.explain(callOf(caller))).headers,
  }
}
