import { isTruthy } from '../../../../abl/expression/values.ts'
import {
  type CompiledEndpoint,
  type CompiledExpression,
  compileEndpoint,
  compileExpression,
  type HttpMethod,
  type HttpSpec,
  parametersRead,
  type RequestVariant,
} from '../../../../abl/index.ts'
import type { AttemptCall } from '../../binding.ts'
import type { BodyEncoder, CompiledBody } from './body.ts'
import { compiled, compileNamed, compileText, evaluationFailure, type NamedTemplate } from './fill.ts'
import { mergeHeaders } from './headers.ts'

/** One shape that a tool's request can have, compiled: the base one, or a variant laid over it. */
export interface RequestShape {
  /** Of a variant. */
  name: string | undefined
  method: HttpMethod
  endpoint: CompiledEndpoint
  headers: NamedTemplate[]
  queryParams: NamedTemplate[]
  body: BodyEncoder
  /** Parameters that the URL, a header, the query or the body's template names: they go nowhere else. */
  used: ReadonlySet<string>
}

export type CompileBody = (spec: HttpSpec) => Promise<CompiledBody>

export interface RequestShapes {
  base: RequestShape
  variants: { shape: RequestShape; when: CompiledExpression | undefined; isDefault: boolean }[]
}

export interface ShapeOptions {
  /** For endpoints that are relative. */
  baseUrl: string | undefined
  compileBody: CompileBody
}

export async function compileShapes(spec: HttpSpec, options: ShapeOptions): Promise<RequestShapes> {
  const base = await compileShape(spec, options)
  const variants = await Promise.all(spec.variants.map(variant => compileVariant(spec, variant, options)))
  return { base, variants }
}

async function compileVariant(spec: HttpSpec, variant: RequestVariant, options: ShapeOptions) {
  const shape = await compileShape(withVariant(spec, variant), options, variant.name ?? 'unnamed')
  const when = variant.when === undefined ? undefined : compiled(await compileExpression(variant.when))
  return { shape, when, isDefault: variant.default }
}

/** A variant's headers are laid over the base ones by name; its query replaces theirs; everything else overrides. */
function withVariant(spec: HttpSpec, variant: RequestVariant): HttpSpec {
  return {
    ...spec,
    endpoint: variant.endpoint ?? spec.endpoint,
    method: variant.method ?? spec.method,
    headers: mergeHeaders(spec.headers, variant.headers),
    queryParams: variant.queryParams ?? spec.queryParams,
    bodyType: variant.bodyType ?? spec.bodyType,
    bodyTemplate: variant.bodyTemplate ?? spec.bodyTemplate,
  }
}

async function compileShape(
  spec: HttpSpec,
  { baseUrl, compileBody }: ShapeOptions,
  name?: string,
): Promise<RequestShape> {
  const endpoint = compiled(await compileEndpoint(spec.endpoint, baseUrl))
  const [headers, queryParams, { encoder, reads }] = await Promise.all([
    compileNamed(spec.headers),
    compileNamed(spec.queryParams),
    compileBody(spec),
  ])
  const named = [...headers, ...queryParams].flatMap(({ template }) => parametersRead(template.names))
  const used = new Set([...endpoint.parameters, ...named, ...reads, ...(await readByAuth(spec))])
  return { name, method: spec.method, endpoint, headers, queryParams, body: encoder, used }
}

/** Parameters that the credential is made of must not stand in the body too. */
async function readByAuth({ auth, authConfig }: HttpSpec): Promise<string[]> {
  if (auth === 'none' || !authConfig) return []
  const { customHeaders, ...texts } = authConfig
  const sources = [...customHeaders.map(({ value }) => value), ...Object.values(texts)]
  const templates = await Promise.all(sources.map(source => compileText(source)))
  return templates.flatMap(({ names }) => parametersRead(names))
}

/** The first variant whose condition holds, else the default one, else the base. */
export function chooseShape({ base, variants }: RequestShapes, call: AttemptCall): RequestShape {
  const chosen =
    variants.find(({ when, isDefault }) => !isDefault && when !== undefined && isTrue(when, call)) ??
    variants.find(({ isDefault }) => isDefault)
  if (chosen) call.trace('request', `The variant \`${chosen.shape.name}\` is sent.`)
  return chosen?.shape ?? base
}

/** A condition that cannot be judged does not hold, unless a variable of the project is missing. */
function isTrue(when: CompiledExpression, call: AttemptCall): boolean {
  const judged = when.evaluate(call.scope)
  if (judged.ok) return isTruthy(judged.value)
  if (judged.error.code === 'config_missing') throw evaluationFailure(judged.error)
  call.trace('request', `The condition \`${when.source}\` of a variant does not hold: ${judged.error.message}`)
  return false
}
