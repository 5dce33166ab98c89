import type { ExplainedCall, ToolContext, ToolExplanation } from '../../core/tool.ts'
import { isToolFailure } from '../../core/tool-failure.ts'
import { finalArguments } from './prepare/prepare.ts'
import { scopeOf } from './scope.ts'
import type { ToolPlan } from './tool-plan.ts'

type Stage = ToolExplanation['stages'][number]

/** What a call of a staged tool would do, in order, and the request that would go out. Sends and changes nothing. */
export async function explainPlan(plan: ToolPlan, call: ExplainedCall, context: ToolContext): Promise<ToolExplanation> {
  const quiet: ToolContext = { ...context, emit: () => {} }
  const request = await requestOf(plan, call.input, quiet)
  return {
    origins: await originsOf(plan, call.given, quiet),
    stages: [...prepareStages(plan), ...executeStages(plan), ...presentStages(plan)],
    ...(request ? { request } : {}),
  }
}

async function originsOf(
  plan: ToolPlan,
  given: ExplainedCall['given'],
  context: ToolContext,
): Promise<Record<string, string>> {
  const end = await finalArguments(plan, { ...given }, context)
  if (end.kind !== 'ready' || !('origins' in end)) return {}
  return Object.fromEntries([...end.origins].map(([name, origin]) => [name, origin === 'model' ? 'given' : origin]))
}

async function requestOf(
  { executor }: ToolPlan,
  input: ExplainedCall['input'],
  context: ToolContext,
): Promise<ToolExplanation['request']> {
  if (!executor) return undefined
  const { signal } = context
  try {
    return await executor.explain({ input, scope: scopeOf(input, context), context, signal, trace: () => {} })
  } catch (error) {
    if (!isToolFailure(error)) throw error
    const { code, type, message } = error
    return { failure: { code, type, message } }
  }
}

function prepareStages({ arguments: stage, before, properties }: ToolPlan): Stage[] {
  const { confirmation, hints } = properties
  const count = stage.kind === 'parameters' ? `${stage.parameters.length} parameters: ` : ''
  return [
    one('prepare', 'arguments', `${count}sources, defaults, types`),
    ...when(before, 'prepare', 'process.before', `${before?.require.length ?? 0} conditions`),
    ...when(hints.requiresAuth, 'prepare', 'requires_auth', 'somebody is signed in'),
    one('gate', 'rules', 'actauth.yml, on the final arguments'),
    ...when(confirmation?.require, 'gate', 'confirmation', String(confirmation?.require)),
    ...when(confirmation?.consentRequiredIn, 'gate', 'consent', confirmation?.consentScope.join(', ') ?? ''),
  ]
}

function executeStages(plan: ToolPlan): Stage[] {
  const { limits, executor, attemptLimit, after, returns, onResult, onError, properties } = plan
  const { retries = 0 } = executor?.policy.retry ?? {}
  const time = attemptLimit === false ? 'without a time limit' : `at most ${attemptLimit} ms`
  const writes = properties.contextAccess?.write ?? []
  return [
    ...when(limits.cache, 'execute', 'cache', 'the result of an equal call is used again'),
    ...when(limits.breaker, 'execute', 'circuit_breaker', 'refuses while it is open'),
    ...when(limits.limiter, 'execute', 'rate_limit', `${executor?.policy.rateLimit ?? ''} calls a second`),
    one('execute', executor ? 'attempts' : 'execute', executor ? `1 and ${retries} more, each ${time}` : time),
    ...when(after, 'execute', 'process.after', 'replaces the result'),
    ...when(returns, 'execute', 'return check', plan.strict ? 'a mismatch fails the call' : 'a mismatch is traced'),
    ...when(onResult, 'execute', 'on_result', 'after success'),
    ...when(writes.length > 0, 'execute', 'context_access.write', writes.join(', ')),
    ...when(properties.storeResult, 'execute', 'store_result', `session.last_${plan.name}_result`),
    ...when(onError, 'execute', 'on_error', 'after a failure'),
  ]
}

function presentStages({ properties }: ToolPlan): Stage[] {
  return [
    ...when(properties.piiAccess, 'present', 'pii_access', String(properties.piiAccess)),
    ...when(properties.compaction, 'present', 'compaction', 'in the history of later turns'),
  ]
}

function one(phase: Stage['phase'], stage: string, detail: string): Stage {
  return { phase, stage, detail }
}

function when(there: unknown, phase: Stage['phase'], stage: string, detail: string): Stage[] {
  return there ? [one(phase, stage, detail)] : []
}
