import type { HttpSpec, ToolSpec } from '../../src/abl/index.ts'
import type { ToolContext } from '../../src/core/tool.ts'
import { isToolFailure, type ToolFailure } from '../../src/core/tool-failure.ts'
import { createGuardedFetch } from '../../src/net/guarded-fetch.ts'
import { NO_SETTINGS, type ProjectSettings } from '../../src/settings/settings.ts'
import type {
  AttemptCall,
  Attempted,
  Executor,
  ExplainedRequest,
  ToolProject,
} from '../../src/tools/bindings/binding.ts'
import { type Authorizer, noCredentials } from '../../src/tools/bindings/http/authorizer.ts'
import { httpBinding } from '../../src/tools/bindings/http/http.ts'
import { toolOf } from './abl.ts'

export interface HttpToolOptions {
  settings?: Partial<ProjectSettings>
  /** The environment. */
  env?: Record<string, string>
  authorizer?: Authorizer
}

export interface CallOptions {
  session?: Record<string, unknown>
  signal?: AbortSignal
}

export interface HttpTool {
  executor: Executor
  attempt(input?: Record<string, unknown>, options?: CallOptions): Promise<Attempted>
  /** What the attempt failed with; it must fail. */
  failure(input?: Record<string, unknown>, options?: CallOptions): Promise<ToolFailure>
  explain(input?: Record<string, unknown>, options?: CallOptions): Promise<ExplainedRequest>
  /** `stage: message` of every call so far. */
  traces: string[]
}

/** The only tool of a source, compiled as the http binding does it, over real requests to loopback. */
export async function httpTool(source: string, options: HttpToolOptions = {}): Promise<HttpTool> {
  const tool = toolOf(source)
  return compileTool(tool, tool.binding as HttpSpec, options)
}

export async function compileTool(tool: ToolSpec, spec: HttpSpec, options: HttpToolOptions = {}): Promise<HttpTool> {
  const { authorizer = noCredentials } = options
  const project = toolProject(options)
  const executor = await httpBinding(async () => authorizer).compile(tool, spec, project)
  const traces: string[] = []
  const callOf = (input: Record<string, unknown> = {}, { session = {}, signal }: CallOptions = {}): AttemptCall => ({
    input,
    scope: { parameters: input, session, config: project.config },
    context: {} as ToolContext,
    signal: signal ?? new AbortController().signal,
    trace: (stage, message) => traces.push(`${stage}: ${message}`),
  })
  return {
    executor,
    traces,
    attempt: (input, call) => executor.attempt(callOf(input, call)),
    explain: (input, call) => executor.explain(callOf(input, call)),
    failure: async (input, call) => {
      const error: unknown = await executor.attempt(callOf(input, call)).then(
        ({ value }) => new Error(`It succeeded: ${JSON.stringify(value)}`),
        (thrown: unknown) => thrown,
      )
      if (isToolFailure(error)) return error
      throw error
    },
  }
}

const allowed = createGuardedFetch({ allowHosts: ['127.0.0.1', 'localhost'] })

export function toolProject({ settings, env = {} }: HttpToolOptions): ToolProject {
  const all = { ...NO_SETTINGS, ...settings }
  return {
    root: '/project',
    settings: all,
    env: name => env[name],
    config(name) {
      const variable = Object.hasOwn(all.config, name) ? all.config[name] : undefined
      return variable && ('env' in variable ? env[variable.env] : String(variable.value))
    },
    fetch: () => allowed,
  }
}
