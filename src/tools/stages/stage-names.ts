import type { ToolDefinition } from '../../core/tool.ts'
import type { ToolPlan } from './tool-plan.ts'

/** The stages that a tool's calls go through, in order, in words. */
export function stagesOf(definition: ToolDefinition, plan: ToolPlan | undefined): string[] {
  if (!plan) return ['prepare: arguments', 'gate', 'execute: attempt']
  return [...prepareStages(plan), ...gateStages(definition), ...executeStages(plan), ...presentStages(definition)]
}

function prepareStages({ arguments: stage, before, properties }: ToolPlan): string[] {
  return present('prepare', [
    stage.kind === 'parameters' && stage.parameters.some(({ reader }) => reader) && 'sources',
    'arguments',
    before && `process.before (on_fail ${before.onFail.kind})`,
    properties.hints.requiresAuth && 'requires_auth',
  ])
}

function gateStages({ demand, immutableParams }: ToolDefinition): string[] {
  return present('gate', [
    'rules',
    demand && 'confirmation and consent',
    immutableParams && `immutable ${immutableParams.join(', ')}`,
  ])
}

function executeStages(plan: ToolPlan): string[] {
  const { limits, executor, attemptLimit, after, returns, onResult, onError, properties } = plan
  const retries = executor?.policy.retry.retries ?? 0
  const within = attemptLimit === false ? 'no time limit' : `${attemptLimit} ms`
  return present('execute', [
    limits.cache && 'cache',
    limits.breaker && 'breaker',
    limits.limiter && 'rate limit',
    `attempt (${within}${retries > 0 ? `, ${retries} more on failure` : ''})`,
    after && `process.after (on_fail ${after.onFail.kind})`,
    returns && 'return check',
    onResult && 'on_result',
    (properties.contextAccess?.write ?? []).length > 0 && 'context_access.write',
    properties.storeResult && 'store_result',
    onError && 'on_error, for failures',
  ])
}

function presentStages({ compact }: ToolDefinition): string[] {
  return present('present', [compact && 'compaction, from the next turn on'])
}

function present(phase: string, stages: readonly (string | false | undefined)[]): string[] {
  return stages.flatMap(stage => (stage ? [`${phase}: ${stage}`] : []))
}
