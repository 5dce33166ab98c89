import type { HttpSpec, ToolSpec } from '../../../abl/index.ts'
import { secretNames } from '../../../settings/values.ts'
import type { AttemptCall, Attempted, Binding, Executor, ExplainedRequest, ToolProject } from '../binding.ts'
import { checkInputSize } from '../input-size.ts'
import { maskSecrets } from '../mask-secrets.ts'
import type { Authorizer, CreateAuthorizer } from './authorizer.ts'
import { exchange } from './exchange.ts'
import { PROTOCOLS } from './protocol.ts'
import { type BuiltRequest, buildRequest } from './request/build-request.ts'
import { overlaid } from './request/headers.ts'
import { chooseShape, compileShapes, type RequestShapes } from './request/shape.ts'
import { retryPlan } from './retry-plan.ts'

/** `type: http`: REST and SOAP endpoints. The main path of a call is `attempt`. */
export function httpBinding(createAuthorizer: CreateAuthorizer): Binding<HttpSpec> {
  return {
    async compile(tool, spec, project) {
      const baseUrl = spec.baseUrl ?? project.settings.tools.base_url
      const compileBody = (shape: HttpSpec) => PROTOCOLS[spec.protocol].compileBody(shape, tool)
      const shapes = await compileShapes(spec, { baseUrl, compileBody })
      const authorizer = await createAuthorizer(spec, project)
      return executorOf({ tool, spec, project, shapes, authorizer, secretNames: secretNames(project.settings) })
    },
  }
}

interface HttpTool {
  /** The environment variables that hold a secret of the project. */
  secretNames: readonly string[]
  tool: ToolSpec
  spec: HttpSpec
  project: ToolProject
  shapes: RequestShapes
  authorizer: Authorizer
}

function executorOf(httpTool: HttpTool): Executor {
  const { tool, spec } = httpTool
  return {
    policy: {
      timeout: spec.timeout ?? tool.hints.timeout,
      retry: retryPlan(spec),
      rateLimit: spec.rateLimit,
      circuitBreaker: spec.circuitBreaker,
    },
    attempt: call => attempt(httpTool, call),
    explain: call => explain(httpTool, call),
  }
}

async function attempt(httpTool: HttpTool, called: AttemptCall): Promise<Attempted> {
  const { tool, spec, project, authorizer } = httpTool
  const call = withInput(called)
  const request = requestOf(httpTool, call)
  const fetch = project.fetch(spec.tlsProfile)
  const { answer, mask } = await exchange({ request, fetch, authorizer, call, secrets: secretsOf(httpTool) })
  const attempted = await PROTOCOLS[spec.protocol].read(answer, { tool, spec, call, mask })
  return { ...attempted, value: mask.value(attempted.value) }
}

async function explain(httpTool: HttpTool, called: AttemptCall): Promise<ExplainedRequest> {
  const call = withInput(called)
  const { method, url, headers, body } = requestOf(httpTool, call)
  const credential = await httpTool.authorizer.explain(url, call)
  const mask = maskSecrets(secretsOf(httpTool), { shortest: 1 })
  const shown = Object.entries(overlaid(headers, credential)).map(([name, value]) => [name, mask.text(value)])
  return {
    method,
    url: mask.text(url),
    headers: Object.fromEntries(shown),
    ...(body === undefined ? {} : { body: mask.text(body) }),
  }
}

/** Templates read the final arguments. */
function withInput(call: AttemptCall): AttemptCall {
  return { ...call, scope: { ...call.scope, parameters: call.input } }
}

function requestOf({ shapes, tool }: HttpTool, call: AttemptCall): BuiltRequest {
  checkInputSize(call.input)
  return buildRequest(chooseShape(shapes, call), call, tool.contextAccess?.read ?? [])
}

function secretsOf({ secretNames: names, project }: HttpTool): string[] {
  return names.flatMap(name => project.env(name) ?? [])
}
