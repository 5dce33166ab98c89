import type { Diagnostic, Range } from '../core/diagnostic.ts'
import type { DecisionWord, PlacedRule } from '../core/rule.ts'
import type { ConditionTest } from './condition-test.ts'
import type { RuleScope } from './rule-scope.ts'
import type { ToolPattern } from './tool-pattern.ts'

/** Where the parts of a rule stand in its file; empty for rules given in code. */
export interface RulePlaces {
  /** The rule's name, or its first key. */
  rule?: Range
  scope?: Range
  tool?: Range
  decision?: Range
  when?: Range
}

/** A rule that was read and found sound, with everything that deciding needs worked out. */
export interface PolicyRule {
  rule: PlacedRule
  scope: RuleScope
  tool: ToolPattern
  tests: ConditionTest[]
  places: RulePlaces
}

/** What decides when no rule does, and why it is this. */
export type PolicyDefault =
  /** Written down: `default_decision` in a file, `defaultDecision` in code. */
  | { decision: DecisionWord; from: 'written'; line?: number }
  /** There are keys, but not this one. */
  | { decision: 'ask'; from: 'key missing' }
  /** There is no file, or nothing in it. */
  | { decision: 'deny'; from: 'nothing written' }

/** An agent's permissions. `broken`: the file has an error, so nothing runs until it is mended. */
export type Policy =
  | { kind: 'sound'; agentName: string; file: string; default: PolicyDefault; rules: PolicyRule[] }
  | { kind: 'broken'; agentName: string; file: string; problem: Diagnostic }

export type SoundPolicy = Extract<Policy, { kind: 'sound' }>

/** What a reader of permissions returns. One error among the diagnostics makes the policy `broken`. */
export interface PolicyReading {
  policy: Policy
  diagnostics: Diagnostic[]
}

/** Whose permissions are read, and from where; `file` is relative to the project root. */
export interface PolicySource {
  file: string
  agentName: string
}
