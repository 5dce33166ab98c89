import type { Compaction } from '../../abl/index.ts'
import type { ToolDefinition } from '../../core/tool.ts'
import { execute } from './execute/execute.ts'
import { preflightConsent } from './gate/auth-consent.ts'
import { type DemandingTool, demandOf } from './gate/demand.ts'
import { prepare } from './prepare/prepare.ts'
import { compactResult } from './present/compact.ts'
import type { ToolPlan } from './tool-plan.ts'

/** What a staged tool is beside its plan. */
export interface StagedParts {
  /** Name, description, schemas; of a tool in code everything that it says. */
  base: Omit<ToolDefinition, 'execute' | 'prepare' | 'demand' | 'compact'>
  demanding: DemandingTool
  /** What another part of the tool demands: asked for when the declaration demands nothing. */
  demand?: ToolDefinition['demand']
  compaction?: Compaction
  /** A compaction in code. */
  compact?: ToolDefinition['compact']
  safe: boolean
  /** Milliseconds for the whole call. */
  timeout: number | false
}

const PLANS = new WeakMap<ToolDefinition, ToolPlan>()

/** A tool whose calls go through the stages of its plan. */
export function stagedTool(plan: ToolPlan, parts: StagedParts): ToolDefinition {
  const { base, compaction, safe, timeout } = parts
  const { confirmation } = plan.properties
  const demand = joinedDemand(parts)
  const preflight = preflightConsent(parts.demanding)
  const compact: ToolDefinition['compact'] = compaction
    ? (text, tools) => compactResult(compaction, text, tools)
    : parts.compact
  const definition: ToolDefinition = {
    ...base,
    safe,
    timeout,
    prepare: (input, context) => prepare(plan, input, context),
    execute: (input, context) => execute(plan, input, context),
    ...(demand ? { demand } : {}),
    ...(preflight ? { preflight } : {}),
    ...(compact ? { compact } : {}),
    ...(confirmation && confirmation.immutableParams.length > 0
      ? { immutableParams: confirmation.immutableParams }
      : {}),
    ...hiddenOf(plan),
  }
  PLANS.set(definition, plan)
  return definition
}

/** The plan of a staged tool; undefined for a tool without stages. */
export function planOf(definition: ToolDefinition): ToolPlan | undefined {
  return PLANS.get(definition)
}

function joinedDemand({ demanding, demand }: StagedParts): ToolDefinition['demand'] {
  const declared = demandOf(demanding)
  if (!declared || !demand) return declared ?? demand
  return (input, facts) => declared(input, facts) ?? demand(input, facts)
}

function hiddenOf(plan: ToolPlan): Pick<ToolDefinition, 'hiddenInTraces'> {
  if (plan.arguments.kind === 'code') return {}
  const hidden = plan.arguments.parameters.filter(({ visibility }) => !visibility.trace).map(({ name }) => name)
  return hidden.length > 0 ? { hiddenInTraces: hidden } : {}
}
