import type { Scope } from '../core/rule.ts'

/** A rule's scope, taken apart; `*` in a segment is any. */
export interface RuleScope {
  tenant: string
  environment: string
  agent: string
}

export type ScopeReading = { kind: 'scope'; scope: RuleScope } | { kind: 'problem'; message: string; hint: string }

const SHAPE = 'Write "tenant/environment" or "tenant/environment/agent", with `*` for any, such as "*/production".'

/** Takes `tenant/environment` or `tenant/environment/agent` apart. */
export function readScope(text: string): ScopeReading {
  const segments = text.split('/')
  const [tenant, environment, agent = '*'] = segments
  if (tenant === undefined || environment === undefined) return tooShort(text)
  if (segments.length > 3) return problem(`it has ${segments.length} segments`)
  for (const segment of segments) {
    if (segment === '') return problem('a segment is empty')
    if (/[\s\p{C}]/u.test(segment)) return problem('a segment holds a blank or an invisible character')
    if (segment !== '*' && segment.includes('*')) return problem('`*` stands for a whole segment')
  }
  return { kind: 'scope', scope: { tenant, environment, agent } }
}

/** Does a rule with this scope reach calls of `agentName` made in `scope`? */
export function scopeReaches(rule: RuleScope, scope: Scope, agentName: string): boolean {
  return missedSegment(rule, scope, agentName) === undefined
}

/** The first segment that keeps the rule from the call. */
export function missedSegment(rule: RuleScope, scope: Scope, agentName: string): keyof RuleScope | undefined {
  if (rule.tenant !== '*' && rule.tenant !== scope.tenant) return 'tenant'
  if (rule.environment !== '*' && rule.environment !== scope.environment) return 'environment'
  if (rule.agent !== '*' && !sameAgent(rule.agent, agentName)) return 'agent'
  return undefined
}

/** Agents are one when their names differ in `-`, `_` and case only. */
export function sameAgent(a: string, b: string): boolean {
  return a === b || foldAgent(a) === foldAgent(b)
}

function foldAgent(name: string): string {
  return name.toLowerCase().replaceAll(/[-_]/g, '')
}

function tooShort(text: string): ScopeReading {
  const guess = text === '*' || text === '' ? '*/*' : `*/${text}`
  return { kind: 'problem', message: 'it has one segment', hint: `Did you mean "${guess}"? ${SHAPE}` }
}

function problem(message: string): ScopeReading {
  return { kind: 'problem', message, hint: SHAPE }
}
