import type { PolicyRule } from '../policy.ts'
import { type RuleScope, sameAgent } from '../rule-scope.ts'

const SEGMENTS = ['tenant', 'environment', 'agent'] as const

/** Does `outer` reach every scope that `inner` reaches? */
export function scopeCovers(outer: RuleScope, inner: RuleScope): boolean {
  return SEGMENTS.every(segment => outer[segment] === '*' || sameSegment(segment, outer, inner))
}

/** Is there a scope that both reach? */
export function scopesMeet(a: RuleScope, b: RuleScope): boolean {
  return SEGMENTS.every(segment => a[segment] === '*' || b[segment] === '*' || sameSegment(segment, a, b))
}

/** Two scopes that meet, and neither is an exception inside the other. */
export function scopesCross(a: PolicyRule, b: PolicyRule): boolean {
  return scopesMeet(a.scope, b.scope) && !scopeCovers(a.scope, b.scope) && !scopeCovers(b.scope, a.scope)
}

function sameSegment(segment: keyof RuleScope, a: RuleScope, b: RuleScope): boolean {
  return segment === 'agent' ? sameAgent(a.agent, b.agent) : a[segment] === b[segment]
}
