import { type CommonProperties, inputSchema, type ToolSpec, typeSchema } from '../../abl/index.ts'
import { messageOf } from '../../core/errors.ts'
import type { ToolDefinition } from '../../core/tool.ts'
import { isToolFailure } from '../../core/tool-failure.ts'
import { type ExecutionPolicy, type Executor, NO_RETRIES } from '../bindings/binding.ts'
import { compileBinding } from '../bindings/index.ts'
import type { ToolSource } from '../merge-tools.ts'
import { buildPlan } from './build-plan.ts'
import { type StageCompiler, stageCompiler } from './compile.ts'
import { runAttempts } from './execute/attempts.ts'
import { attemptLimit, wholeLimit } from './execute/time-limits.ts'
import { hasSideEffects } from './gate/side-effects.ts'
import { isSafe } from './is-safe.ts'
import { compileParameters } from './prepare/fill-parameters.ts'
import type { SourceTool } from './source-tool.ts'
import { limitOf, runCode } from './stage-code-tool.ts'
import { stagedTool } from './staged-tool.ts'
import type { Staging } from './staging.ts'
import type { ToolPlan } from './tool-plan.ts'

/** A declared tool, executed by its binding, or by the tool in code that has its name; undefined when it has errors. */
export async function stageSpec(
  spec: ToolSpec,
  other: SourceTool | undefined,
  staging: Staging,
): Promise<ToolSource | undefined> {
  const { name, parameters, returns, binding, at } = spec
  const compiler = stageCompiler({ tool: name, ...at })
  const engine = other ? codeEngine(spec, other, staging) : await boundEngine(spec, staging, compiler)
  const compiled = await compileParameters(parameters, { compiler, lookup: staging.project.lookup })
  const properties = propertiesOf(spec)
  const limits = limitsOf(spec, engine, staging)
  const plan = await buildPlan(
    {
      name,
      properties,
      parameterNames: parameters.map(parameter => parameter.name),
      binding,
      returns,
      limits,
      arguments: { kind: 'parameters', parameters: compiled },
      run: engine.run(limits),
      attemptLimit: engine.limit,
      executor: engine.executor,
    },
    staging,
    compiler,
  )
  staging.diagnostics.push(...compiler.diagnostics)
  if (compiler.diagnostics.length > 0) return undefined
  const facts = { ...properties, name, binding, safe: engine.code?.safe }
  const definition = stagedTool(plan, {
    base: baseOf(spec, engine.code),
    demanding: facts,
    demand: engine.code?.demand?.bind(engine.code),
    compaction: spec.compaction ?? staging.execution.compaction,
    safe: isSafe(facts),
    timeout: wholeLimit(engine.limit, engine.policy),
  })
  const place = other ? { kind: other.source.kind } : { kind: 'abl' as const }
  return { ...place, definition, file: at.file, line: at.range.start.line, binding: binding?.type }
}

/** What runs a declared tool. */
interface Engine {
  policy: ExecutionPolicy
  /** Milliseconds for one attempt. */
  limit: number | false
  run(limits: ToolPlan['limits']): ToolPlan['run']
  executor?: Executor
  code?: ToolDefinition
}

const NO_POLICY: ExecutionPolicy = { retry: NO_RETRIES }

function codeEngine(spec: ToolSpec, { source }: SourceTool, staging: Staging): Engine {
  const code = source.definition as ToolDefinition
  const limit = limitOf({ timeout: spec.hints.timeout ?? code.timeout }, undefined, staging)
  const effects = hasSideEffects({ ...spec, safe: code.safe })
  return { policy: NO_POLICY, limit, run: () => runCode(code, { limit, effects }), code }
}

async function boundEngine(spec: ToolSpec, staging: Staging, compiler: StageCompiler): Promise<Engine> {
  const executor = await compileExecutor(spec, staging, compiler)
  const { policy } = executor
  const { hints, binding } = spec
  const limit = attemptLimit({ hints, binding, policy, toolTimeout: staging.execution.toolTimeout })
  const effects = hasSideEffects(spec)
  const run: Engine['run'] =
    ({ limiter }) =>
    (input, context) =>
      runAttempts({ executor, limit, effects, limiter }, input, context)
  return { policy, limit, run, executor }
}

/** A tool that nothing executes is there and fails when it is called; what is wrong with a binding is a diagnostic. */
async function compileExecutor(spec: ToolSpec, staging: Staging, compiler: StageCompiler): Promise<Executor> {
  try {
    return await compileBinding(spec, staging.project, staging.bindings)
  } catch (error) {
    if (!isToolFailure(error) || error.code !== 'unbound_tool') {
      compiler.problem({ code: 'TOOL_BINDING', message: messageOf(error) })
    }
    const fail = (): Promise<never> => Promise.reject(error)
    return { policy: NO_POLICY, attempt: fail, explain: fail }
  }
}

/** By name and declaration: a declaration that has only moved is the same. */
function limitsOf(spec: ToolSpec, { policy, code }: Engine, { policies, project }: Staging): ToolPlan['limits'] {
  const { circuitBreaker, rateLimit } = policy
  const declaration = { ...spec, at: undefined, code: String(code?.execute), root: project.root }
  return policies.for(spec.name, declaration, { circuitBreaker, rateLimit, cacheable: spec.hints.cacheable })
}

function propertiesOf({ name, parameters, returns, binding, at, ...properties }: ToolSpec): CommonProperties {
  return properties
}

function baseOf(
  { name, description, parameters, returns, piiAccess }: ToolSpec,
  code: ToolDefinition | undefined,
): Omit<ToolDefinition, 'execute'> {
  return {
    name,
    description: description || code?.description || `${name.replaceAll('_', ' ')}.`,
    input_schema: inputSchema(parameters),
    ...(returns ? { output_schema: typeSchema(returns) } : {}),
    ...(piiAccess ? { pii_access: piiAccess } : {}),
  }
}
