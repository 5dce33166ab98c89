import { isLoopengineError } from '../../../core/errors.ts'
import type { ToolContext } from '../../../core/tool.ts'
import { isToolFailure } from '../../../core/tool-failure.ts'
import { toolOutput } from '../../../core/tool-output.ts'
import { scopeOf } from '../scope.ts'
import { sessionWriter } from '../session-writer.ts'
import type { Ran, ToolPlan } from '../tool-plan.ts'
import { runAfter } from './after.ts'
import { cacheKey } from './cache-key.ts'
import { concludeFailure } from './conclude-failure.ts'
import { writeContext } from './context-write.ts'
import { runMapping } from './mapping/mapping.ts'
import { checkReturn } from './return-check.ts'
import { storeResult } from './store-result.ts'

/**
 * Phase "execute", in its lane: cache, breaker, attempts (each after its turn at the rate limit and in its time),
 * `process.after`, return check, `on_result`, `context_access.write`, `store_result`. A failure goes to `on_error`.
 */
export async function execute(plan: ToolPlan, input: Record<string, unknown>, context: ToolContext): Promise<unknown> {
  if (plan.properties.hints.latency === 'slow') context.progress('This may take a while.')
  let ran: Ran
  try {
    ran = processed(plan, { input, context, ran: await obtain(plan, input, context) })
  } catch (error) {
    if (isNoFailure(error, context)) throw error
    return concludeFailure(plan, { input, context, error })
  }
  return settle(plan, { input, context, ran })
}

/** A call that waits for a person, or was stopped with its turn, has not failed. */
function isNoFailure(error: unknown, { signal }: ToolContext): boolean {
  return signal.aborted || (isLoopengineError(error) && PASSED_ON.includes(error.code))
}

const PASSED_ON = ['nobody_to_ask', 'call_ended']

async function obtain(plan: ToolPlan, input: Record<string, unknown>, context: ToolContext): Promise<Ran> {
  const { cache } = plan.limits
  if (!cache) return throughBreaker(plan, input, context)
  const key = cacheKey(plan.reads, input, context)
  const hit = cache.get(key)
  if (hit) {
    context.emit({ type: 'trace', stage: 'cache', message: 'The result of an equal call was used again.' })
    return hit.value as Ran
  }
  const ran = await throughBreaker(plan, input, context)
  cache.set(key, ran)
  return ran
}

async function throughBreaker(plan: ToolPlan, input: Record<string, unknown>, context: ToolContext): Promise<Ran> {
  const passage = plan.limits.breaker?.enter()
  if (!passage) return plan.run(input, context)
  try {
    const ran = await plan.run(input, context)
    passage.leave('ok')
    return ran
  } catch (error) {
    passage.leave(isToolFailure(error) && error.retryable ? 'failed' : 'neutral')
    throw error
  }
}

interface RanCall {
  input: Record<string, unknown>
  context: ToolContext
  ran: Ran
}

/** What the model would have read belongs to the raw result: a result of `process.after` is read as it is. */
function processed({ after, returns, strict }: ToolPlan, { input, context, ran }: RanCall): Ran {
  const value = after ? runAfter(after, { input, result: ran.value, context }) : ran.value
  if (returns) checkReturn(returns, value, { context, strict })
  if (value === ran.value) return ran
  return { value, ...(ran.directives ? { directives: ran.directives } : {}) }
}

async function settle(plan: ToolPlan, { input, context, ran }: RanCall): Promise<unknown> {
  const { onResult, agentTool, properties, name } = plan
  const scope = () => ({ ...scopeOf(input, context), result: ran.value })
  const mapped = onResult ? await runMapping(onResult, { tool: plan, context, agentTool, scope }) : undefined
  const writes = properties.contextAccess?.write ?? []
  if (writes.length > 0) writeContext(writes, ran.value, sessionWriter(plan, context, 'context_access'))
  if (properties.storeResult) storeResult(name, ran.value, context)
  const directives = [...(ran.directives ?? []), ...(mapped?.directives ?? [])]
  const told = directives.length > 0 ? { directives } : {}
  if (mapped?.returned) return toolOutput(mapped.returned.value, told)
  const { value, text, images } = ran
  return toolOutput(value, { ...told, ...(text === undefined ? {} : { text }), ...(images ? { images } : {}) })
}
