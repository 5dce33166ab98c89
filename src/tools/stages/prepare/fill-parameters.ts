import type { ParameterSpec } from '../../../abl/index.ts'
import type { ArgumentProblem, ToolContext, ToolError } from '../../../core/tool.ts'
import { shown } from '../../argument-problem.ts'
import type { ToolProject } from '../../bindings/binding.ts'
import type { StageCompiler } from '../compile.ts'
import { type Failed, failed } from '../failure.ts'
import { scopeOf } from '../scope.ts'
import { coerce, missing, takesNull } from './coerce.ts'
import { compileSource } from './sources/index.ts'
import type { ParameterSource, SourceValue } from './sources/source.ts'

/** A parameter with the place its value comes from; none when the model gives it. */
export interface CompiledParameter extends ParameterSpec {
  reader?: ParameterSource
}

export type Filled = { kind: 'filled'; input: Record<string, unknown>; origins: ReadonlyMap<string, string> } | Failed

export async function compileParameters(
  parameters: readonly ParameterSpec[],
  { compiler, lookup }: { compiler: StageCompiler; lookup: ToolProject['lookup'] },
): Promise<CompiledParameter[]> {
  return Promise.all(
    parameters.map(async parameter => {
      const where = `parameters.${parameter.name}`
      const reader = await compileSource(parameter.source, { compiler, lookup, where })
      return reader ? { ...parameter, reader } : parameter
    }),
  )
}

interface Filling {
  context: ToolContext
  /** By parameter, those that have one. */
  values: Map<string, unknown>
  origins: Map<string, string>
  problems: ArgumentProblem[]
}

/**
 * The final arguments: what the model gave, defaults, and values from other sources, each as its type wants it. All
 * problems come at once as `validation_error`. What the model says about a parameter that isn't its own is ignored.
 */
export function fillParameters(
  parameters: readonly CompiledParameter[],
  given: Readonly<Record<string, unknown>>,
  context: ToolContext,
): Filled {
  const filling: Filling = { context, values: new Map(), origins: new Map(), problems: [] }
  traceIgnored(parameters, given, context)
  for (const parameter of parameters) if (!parameter.reader) fillFromModel(filling, parameter, given)
  for (const computed of [false, true]) {
    for (const { reader, ...parameter } of parameters) {
      if (!reader || (reader.computed === true) !== computed) continue
      const error = fillFromSource(filling, parameter, reader)
      if (error) return failed(error)
    }
  }
  if (filling.problems.length > 0) return failed(misfits(filling.problems))
  const input = parameters.flatMap(({ name }) => (filling.values.has(name) ? [[name, filling.values.get(name)]] : []))
  return { kind: 'filled', input: Object.fromEntries(input), origins: filling.origins }
}

function traceIgnored(
  parameters: readonly CompiledParameter[],
  given: Readonly<Record<string, unknown>>,
  context: ToolContext,
): void {
  for (const name of Object.keys(given)) {
    const parameter = parameters.find(candidate => candidate.name === name)
    if (parameter && isOwn(parameter)) continue
    const why = parameter ? 'its value does not come from the model' : 'the tool has no such parameter'
    context.emit({ type: 'trace', stage: 'source', message: `\`${name.slice(0, 80)}\` was ignored: ${why}.` })
  }
}

/** Whether the model gives its value. */
function isOwn({ reader, visibility }: CompiledParameter): boolean {
  return !reader && visibility.model
}

function fillFromModel(filling: Filling, parameter: CompiledParameter, given: Readonly<Record<string, unknown>>): void {
  const { name } = parameter
  const value = isOwn(parameter) && Object.hasOwn(given, name) ? given[name] : undefined
  const left = value === null && !parameter.required && !takesNull(parameter.type)
  settle(filling, parameter, { value: left ? undefined : value, origin: 'model' })
}

function fillFromSource(filling: Filling, parameter: ParameterSpec, reader: ParameterSource): ToolError | undefined {
  const { name, visibility } = parameter
  const { context, values, problems } = filling
  const found: SourceValue = reader.read({ context, scope: scopeOf(Object.fromEntries(values), context) })
  if (found.kind === 'failed') return found.error
  if (found.kind === 'misfit') {
    problems.push({ path: name, expected: found.expected, received: found.received })
    return undefined
  }
  const before = problems.length
  settle(filling, parameter, { value: found.value ?? undefined, origin: reader.origin })
  for (const problem of problems.slice(before)) if (problem.received !== 'nothing') problem.received = HIDDEN
  const told = !visibility.trace ? HIDDEN : reader.secret ? '***' : shown(values.get(name))
  context.emit({ type: 'trace', stage: 'source', message: `\`${name}\` from ${reader.origin}: ${told}` })
  return undefined
}

/** What a trace shows of a value that must not be seen. */
export const HIDDEN = '«hidden»'

/** Notes a value as its type wants it, else the default, else that it is missing. */
function settle(filling: Filling, parameter: ParameterSpec, found: { value: unknown; origin: string }): void {
  const { values, origins, problems } = filling
  const { name, type, required } = parameter
  const value = found.value === undefined ? structuredClone(parameter.default) : found.value
  if (value === undefined) {
    if (required) problems.push(missing(name, type))
    return
  }
  values.set(name, coerce(value, type, { path: name, problems }))
  origins.set(name, found.value === undefined ? 'default' : found.origin)
}

const SHOWN_PROBLEMS = 20

function misfits(problems: ArgumentProblem[]): ToolError {
  const more = problems.length > SHOWN_PROBLEMS ? ` The first ${SHOWN_PROBLEMS} of ${problems.length} problems:` : ''
  return {
    code: 'validation_error',
    type: 'validation_error',
    message: `The arguments do not fit the tool.${more}`,
    problems: problems.slice(0, SHOWN_PROBLEMS),
  }
}
