import { type Compilation, matcherFor } from '../expression/compile.ts'
import { evaluateIn } from '../expression/evaluate.ts'
import { type EvaluationError, EvaluationProblem } from '../expression/problem.ts'
import { contained, type Run, type RunOptions, type Scope, startRun } from '../expression/run.ts'
import { isNothing, toText } from '../expression/values.ts'
import { namesIn, parametersRead } from '../expression/walk.ts'
import { encode } from '../template/escape.ts'
import { endpointKind, joinEndpoint } from './join.ts'
import { type EndpointPart, parseEndpoint, type Region, regionOf } from './parse.ts'

/** The URL of one call. `missing` names what the session or the input did not have. */
export type FilledEndpoint = { ok: true; url: string; missing: string[] } | { ok: false; error: EvaluationError }

/** An endpoint ready to be filled. Contract: no value can leave its path segment, climb out of it, or change the host. */
export interface CompiledEndpoint {
  /** Parameters that the URL carries, so that no other part of the request needs to. */
  parameters: readonly string[]
  fill(scope: Scope, options?: RunOptions): FilledEndpoint
}

/** Prepares an endpoint with the base it is relative to: the tool's own, or the project's. */
export async function compileEndpoint(endpoint: string, baseUrl?: string): Promise<Compilation<CompiledEndpoint>> {
  const problem = problemOf(endpoint, baseUrl)
  if (problem) return { ok: false, problems: [{ start: 0, end: endpoint.length, message: problem }] }
  const whole =
    endpointKind(endpoint) === 'relative' && baseUrl !== undefined ? joinEndpoint(baseUrl, endpoint) : endpoint
  const { parts, inHost, problems } = parseEndpoint(whole)
  if (problems.some(({ severity }) => severity !== 'warning')) return { ok: false, problems }
  if (inHost.length > 0)
    return {
      ok: false,
      problems: [{ start: 0, end: 1, message: `The host of an endpoint cannot depend on ${inHost[0]}.` }],
    }
  const holes = parts.flatMap(part => (part.kind === 'hole' ? [part.expression] : []))
  const matcher = await matcherFor(holes)
  const fill: CompiledEndpoint['fill'] = (scope, options) => {
    const run = startRun(scope, matcher, options)
    const outcome = contained(() => fillUrl(run, parts))
    return outcome.ok ? { ok: true, url: outcome.value, missing: [...run.missing] } : outcome
  }
  return { ok: true, value: { parameters: [...new Set(parts.flatMap(parametersOf))], fill } }
}

function problemOf(endpoint: string, baseUrl: string | undefined): string | undefined {
  if (endpointKind(endpoint) === 'refused') return `The endpoint \`${endpoint}\` is neither http, https nor a path.`
  if (baseUrl !== undefined && endpointKind(baseUrl) !== 'absolute')
    return `The base URL \`${baseUrl}\` is neither http nor https.`
  return undefined
}

function parametersOf(part: EndpointPart): string[] {
  if (part.kind === 'parameter') return [part.name]
  if (part.kind === 'text') return []
  return parametersRead(namesIn(part.expression))
}

function fillUrl(run: Run, parts: readonly EndpointPart[]): string {
  let url = ''
  let region = regionOf(url)
  const filled: number[] = []
  for (const part of parts) {
    const piece = part.kind === 'text' ? part.text : fillHole(run, part, region)
    if (part.kind !== 'text') filled.push(url.length)
    url += piece
    if (region === 'start' || region === 'host') region = regionOf(url)
  }
  refuseClimbing(url, filled)
  return checkedUrl(url)
}

/** Only a variable of the project may hold a base or a host; everything else is encoded. */
function fillHole(run: Run, part: Exclude<EndpointPart, { kind: 'text' }>, region: Region): string {
  if (part.kind === 'parameter') return encode(pathValue(run, part.name))
  const value = toText(evaluateIn(run, part.expression))
  if (part.isConfig && region === 'start') return value.replace(/\/+$/, '')
  return part.isConfig && region === 'host' ? value : encode(value)
}

/** A path parameter must have a value that stays one segment. */
function pathValue(run: Run, name: string): string {
  const { parameters } = run.scope
  const value = parameters && Object.hasOwn(parameters, name) ? parameters[name] : undefined
  const text = isNothing(value) || typeof value === 'object' ? '' : toText(value)
  if (text === '' || text === '.' || text === '..') {
    throw new EvaluationProblem(
      `The path parameter \`${name}\` needs a value that can stand in a path.`,
      'validation_error',
    )
  }
  return text
}

/** Segments that were filled in must not become `.` or `..`, whatever they were put together from. */
function refuseClimbing(url: string, filled: readonly number[]): void {
  for (const at of filled) {
    const start = Math.max(url.lastIndexOf('/', at - 1), url.lastIndexOf('\\', at - 1)) + 1
    const segment = /^[^/\\?#]*/.exec(url.slice(start))?.[0] ?? ''
    if (/^(?:\.|%2e){1,2}$/i.test(segment))
      throw new EvaluationProblem('A value would lead out of the path of the endpoint.', 'validation_error')
  }
}

function checkedUrl(url: string): string {
  if (endpointKind(url) === 'relative')
    throw new EvaluationProblem(`The endpoint \`${url}\` is relative and there is no base URL.`, 'no_base_url')
  const isWeb = URL.canParse(url) && /^https?:$/.test(new URL(url).protocol)
  if (!isWeb) throw new EvaluationProblem(`\`${url}\` is no http or https URL.`, 'validation_error')
  return url
}
