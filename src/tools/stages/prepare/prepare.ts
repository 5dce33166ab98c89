import type { Prepared, ToolContext, ToolError } from '../../../core/tool.ts'
import { ToolFailure } from '../../../core/tool-failure.ts'
import { concludeFailure } from '../execute/conclude-failure.ts'
import { failed } from '../failure.ts'
import type { ToolPlan } from '../tool-plan.ts'
import { runBefore } from './before.ts'
import { fillParameters } from './fill-parameters.ts'
import { missingIdentity } from './requires-auth.ts'

/**
 * Phase "prepare": sources, defaults, coercion and validation, `process.before`, and whether somebody has to be signed
 * in. Failures from `process.before` on are what `on_error` is for; it runs in the call's lane.
 */
export async function prepare(plan: ToolPlan, given: Record<string, unknown>, context: ToolContext): Promise<Prepared> {
  const end = await finalArguments(plan, given, context)
  switch (end.kind) {
    case 'ready':
      return { kind: 'ready', input: end.input }
    case 'answered':
      return { kind: 'outcome', outcome: { kind: 'ok', value: end.message } }
    case 'failed':
      return failedBefore(plan, end)
    default:
      return end
  }
}

type NotFilled = Exclude<Prepared, { kind: 'ready' }>

export type FinalArguments =
  | { kind: 'ready'; input: Record<string, unknown>; origins: Origins }
  | NotFilled
  | { kind: 'answered'; message: string }
  | { kind: 'failed'; error: ToolError; input: Record<string, unknown> }

/** By argument, where its value comes from: `model`, `default`, `process.before`, or a source in words. */
export type Origins = ReadonlyMap<string, string>

/** The arguments that the gate decides on. Changes nothing. */
export async function finalArguments(
  plan: ToolPlan,
  given: Record<string, unknown>,
  context: ToolContext,
): Promise<FinalArguments> {
  const filled = await fill(plan, given, context)
  if (filled.kind !== 'filled') return filled
  const { input, origins } = filled
  const before = plan.before ? runBefore(plan.before, input, context) : ({ kind: 'ready', input } as const)
  if (before.kind === 'answered') return before
  if (before.kind === 'failed') return { ...before, input }
  const error = missingIdentity(plan.properties.hints, context)
  if (error) return { kind: 'failed', error, input: before.input }
  return { kind: 'ready', input: before.input, origins: withComputed(origins, input, before.input) }
}

async function fill(
  { arguments: stage }: ToolPlan,
  given: Record<string, unknown>,
  context: ToolContext,
): Promise<{ kind: 'filled'; input: Record<string, unknown>; origins: Origins } | NotFilled> {
  if (stage.kind === 'parameters') return fillParameters(stage.parameters, given, context)
  const prepared = await stage.prepare(given, context)
  if (prepared.kind !== 'ready') return prepared
  return { kind: 'filled', input: prepared.input, origins: originsOf(prepared.input, given) }
}

function originsOf(input: Record<string, unknown>, given: Record<string, unknown>): Origins {
  return new Map(Object.keys(input).map(name => [name, Object.hasOwn(given, name) ? 'model' : 'default']))
}

function withComputed(origins: Origins, before: Record<string, unknown>, after: Record<string, unknown>): Origins {
  if (after === before) return origins
  const computed = Object.keys(after).filter(name => !Object.hasOwn(before, name) || before[name] !== after[name])
  return new Map([...origins, ...computed.map(name => [name, 'process.before'] as const)])
}

function failedBefore(
  plan: ToolPlan,
  { error, input }: { error: ToolError; input: Record<string, unknown> },
): Prepared {
  if (!plan.onError) return failed(error)
  const conclude = (context: ToolContext): Promise<unknown> =>
    concludeFailure(plan, { input, context, error: new ToolFailure(error) })
  return { kind: 'conclude', input, conclude }
}
