import { canonicalJson } from '../core/json.ts'
import type { Decision } from '../core/rule.ts'
import type { Demand, DemandFacts, ToolCall } from '../core/tool.ts'
import type { ReadyCall, TurnOptions, TurnSession } from './turn.ts'

/** What the rules and the tool's own declaration together say about a call. */
export type Judgement =
  | { kind: 'run' }
  | { kind: 'refused'; reason: string; code?: string }
  /** `keys`: what an answer "for this session" lets pass from then on. */
  | { kind: 'ask'; decision: Decision; keys: string[] }

/** The rules' decision and the tool's demand in one: the stricter wins, and what was granted before is not asked again. */
export function judgeCall({ agent, session, scope }: TurnOptions, { call, tool }: ReadyCall): Judgement {
  const decision = agent.gate.decide(call, scope)
  if (decision.decision === 'deny') return { kind: 'refused', reason: decision.reason }
  const demand = tool.definition.demand?.(call.input, factsOf(session))
  if (demand?.kind === 'refuse') return { kind: 'refused', reason: demand.reason, code: demand.code }
  const byRule = decision.decision === 'ask' ? grantKey(call, decision) : undefined
  const demanded = demand && !(demand.kind === 'confirmation' && session.grants.has(confirmationKey(call)))
  const ruleAsks = byRule !== undefined && !session.grants.has(byRule)
  if (!demanded && !ruleAsks) return { kind: 'run' }
  const keys = byRule === undefined ? [] : [byRule]
  if (!demand || !demanded) return { kind: 'ask', decision, keys }
  return { kind: 'ask', ...demandedAsk(call, demand, { decision, ruleAsks, keys }) }
}

function demandedAsk(
  call: ToolCall,
  demand: Exclude<Demand, { kind: 'refuse' }>,
  { decision, ruleAsks, keys }: { decision: Decision; ruleAsks: boolean; keys: string[] },
): { decision: Decision; keys: string[] } {
  const reason = ruleAsks ? `${demand.reason} ${decision.reason}` : demand.reason
  const base: Decision = { decision: 'ask', rule: ruleAsks ? decision.rule : null, reason, askedBy: demand.kind }
  if (demand.kind === 'confirmation') return { decision: base, keys: [...keys, confirmationKey(call)] }
  const { scopes, action } = demand
  return { decision: { ...base, consent: { scopes, ...(action === undefined ? {} : { action }) } }, keys }
}

/** The consents that an approval gives, to be remembered; none when each call must be asked about anew. */
export function consentsGiven({ tool }: ReadyCall, input: ToolCall['input'], { session }: TurnOptions): string[] {
  const demand = tool.definition.demand?.(input, factsOf(session))
  return demand?.kind === 'consent' && demand.remember ? demand.scopes.map(consentKey) : []
}

/** The first argument that may not change after it was shown for approval and did; undefined when none. */
export function changedImmutable(
  { tool }: ReadyCall,
  shown: ToolCall['input'],
  now: ToolCall['input'],
): string | undefined {
  return tool.definition.immutableParams?.find(name => canonicalJson(shown[name]) !== canonicalJson(now[name]))
}

/** What "for this session" remembers: the tool together with the rule that asked. */
export function grantKey(call: ToolCall, decision: Decision): string {
  return `${call.name}/${decision.rule?.name ?? 'default'}`
}

function confirmationKey(call: ToolCall): string {
  return `${call.name}:confirmation`
}

function factsOf({ grants, variables }: TurnSession): DemandFacts {
  return {
    granted: scope => grants.has(consentKey(scope)),
    refused: scope => grants.has(refusalKey(scope)),
    variables,
  }
}

/** How a session remembers a consent. */
export function consentKey(scope: string): string {
  return `consent:${scope}`
}

/** How a session remembers a no to it. */
export function refusalKey(scope: string): string {
  return `consent_refused:${scope}`
}
