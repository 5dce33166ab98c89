import type { Json } from './json.ts'

export type DecisionWord = 'allow' | 'ask' | 'deny'

export type ConditionOperator =
  | 'eq'
  | 'ne'
  | 'gt'
  | 'gte'
  | 'lt'
  | 'lte'
  | 'in'
  | 'contains'
  | 'matches'
  | 'startsWith'
  | 'exists'

/** One condition on the call's final arguments; `field` is a dot path into them. */
export interface Condition {
  field: string
  op: ConditionOperator
  value?: Json
}

/** One rule of `actauth.yml`. Several conditions must all hold. */
export interface Rule {
  name: string
  /** `tenant/environment` or `tenant/environment/agent`, `*` for any in each segment. */
  scope: string
  /** An exact tool name, or a glob such as `github_*`. */
  tool: string
  decision: DecisionWord
  when?: Condition[]
}

/** Where a call is made: decides which rules reach it. */
export interface Scope {
  tenant: string
  environment: string
}

/** A rule together with the place where it was written; `file` is absent for rules given in code. */
export interface PlacedRule extends Rule {
  file?: string
  line?: number
}

export interface Decision {
  decision: DecisionWord
  /** The rule that decided; null when a default did. */
  rule: PlacedRule | null
  /** One sentence: why this came out. */
  reason: string
  /** Set when the tool's own declaration asked, not a rule. */
  askedBy?: 'confirmation' | 'consent'
  /** What the person is asked to consent to. */
  consent?: { scopes: string[]; action?: string }
}

/** Decides about one call on its final arguments. Contract: pure, never throws, the same answer for the same call. */
export interface Gate {
  decide(call: { name: string; input: Record<string, unknown> }, scope: Scope): Decision
}
