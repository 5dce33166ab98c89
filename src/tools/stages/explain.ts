import type { Demand, ToolContext, ToolDefinition, ToolError } from '../../core/tool.ts'
import type { ExplainedRequest } from '../bindings/binding.ts'
import { maskSecrets, type SecretMask } from '../bindings/mask-secrets.ts'
import { toolErrorOf } from './failure.ts'
import { HIDDEN } from './prepare/fill-parameters.ts'
import { finalArguments } from './prepare/prepare.ts'
import { scopeOf } from './scope.ts'
import { stagesOf } from './stage-names.ts'
import { planOf } from './staged-tool.ts'
import type { ToolPlan } from './tool-plan.ts'

/** What a call would do, for people; nothing of it is done. */
export interface ExplainedCall {
  /** In the order of the declaration. Absent when the arguments can't be made final. */
  arguments?: ExplainedArgument[]
  /** Why the call would end before the gate. */
  problem?: ToolError
  /** The result that takes the tool's place (`on_fail: fallback`). */
  answer?: string
  demand?: Demand
  /** What the call goes through, in order, with what each stage is told. */
  stages: string[]
  /** What would go out, secrets masked. */
  request?: ExplainedRequest
  /** Why nothing would go out. */
  requestProblem?: ToolError
}

export interface ExplainedArgument {
  name: string
  /** `«hidden»` or `***` where it must not be seen. */
  value: unknown
  /** `model`, `default`, `session.customer_id`, `config.REGION`, `process.before` … */
  from: string
}

/** Explains a call of any tool: its final arguments, what it demands, its stages and its request. Sends and writes nothing. */
export async function explainCall(
  definition: ToolDefinition,
  given: Record<string, unknown>,
  context: ToolContext,
): Promise<ExplainedCall> {
  const quiet = withoutEffects(context)
  const plan = planOf(definition)
  const stages = stagesOf(definition, plan)
  const final = plan ? await finalArguments(plan, given, quiet) : await ownArguments(definition, given, quiet)
  if (final.kind === 'answered') return { stages, answer: final.message }
  if (final.kind !== 'ready') return { stages, problem: problemOf(final) }
  const { input, origins } = final
  const demand = definition.demand?.(input, { granted: () => false, refused: () => false, variables: quiet.variables })
  const shown = shownInput(plan, input)
  const explained = Object.entries(shown.input).map(([name, value]) => ({
    name,
    value,
    from: origins.get(name) ?? 'model',
  }))
  const request = plan?.executor ? await explainRequest(plan.executor, shown, quiet) : {}
  return { arguments: explained, ...(demand ? { demand } : {}), stages, ...request }
}

/** The same facts; what is written to the session is lost, and nobody is asked or told anything. */
function withoutEffects(context: ToolContext): ToolContext {
  const refuse = (): Promise<never> => Promise.reject(new Error('An explained call does nothing.'))
  return {
    ...context,
    variables: structuredClone(context.variables),
    ask: refuse,
    runAgent: refuse,
    call: refuse,
    emit: () => {},
    progress: () => {},
  }
}

type Final = Awaited<ReturnType<typeof finalArguments>>

/** Of a tool without stages. */
async function ownArguments(
  definition: ToolDefinition,
  given: Record<string, unknown>,
  context: ToolContext,
): Promise<Final> {
  const prepared = (await definition.prepare?.(given, context)) ?? ({ kind: 'ready', input: given } as const)
  if (prepared.kind !== 'ready') return prepared
  const origins = Object.keys(prepared.input).map(
    name => [name, Object.hasOwn(given, name) ? 'model' : 'default'] as const,
  )
  return { kind: 'ready', input: prepared.input, origins: new Map(origins) }
}

function problemOf(final: Exclude<Final, { kind: 'ready' | 'answered' }>): ToolError {
  if (final.kind === 'failed') return final.error
  const failed = final.kind === 'outcome' && final.outcome.kind === 'failed' ? final.outcome.error : undefined
  return failed ?? { code: 'tool_error', type: 'tool_error', message: 'The tool ends the call itself.' }
}

interface ShownInput {
  /** With marks in the place of what must not be seen. */
  input: Record<string, unknown>
  /** For what else holds such a value. */
  mask: SecretMask
}

function shownInput(plan: ToolPlan | undefined, input: Record<string, unknown>): ShownInput {
  const parameters = plan?.arguments.kind === 'parameters' ? plan.arguments.parameters : []
  const marks = new Map(
    parameters.flatMap(({ name, visibility, reader }) => {
      if (!visibility.trace) return [[name, HIDDEN]]
      return reader?.secret ? [[name, '***']] : []
    }),
  )
  const secrets = Object.entries(input).flatMap(([name, value]) => (marks.has(name) ? [textOf(value)] : []))
  const mask = maskSecrets(secrets)
  const entries = Object.entries(input).map(([name, value]) => [name, marks.get(name) ?? mask.value(value)])
  return { input: Object.fromEntries(entries), mask }
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
}

async function explainRequest(
  executor: NonNullable<ToolPlan['executor']>,
  { input, mask }: ShownInput,
  context: ToolContext,
): Promise<Pick<ExplainedCall, 'request' | 'requestProblem'>> {
  try {
    const { signal } = context
    const request = await executor.explain({ input, scope: scopeOf(input, context), context, signal, trace() {} })
    return { request: mask.value(request) as ExplainedRequest }
  } catch (error) {
    return { requestProblem: toolErrorOf(error) }
  }
}
