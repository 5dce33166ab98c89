import type { Range } from '../../core/diagnostic.ts'
import type { DecisionWord, Scope } from '../../core/rule.ts'

/** What an agent's rules must decide about one call (docs/permissions.md, "Test the rules"). */
export interface PermissionCase {
  /** The case's own name, else the call in words. */
  name: string
  tool: string
  args: Record<string, unknown>
  scope: Scope
  decision: DecisionWord
  /** The rule that must decide; null for none, so that the default does; absent when it doesn't matter. */
  rule?: string | null
  /** Where the case starts in its file. */
  place: Range
}

/** A case and what came of it. */
export interface CaseOutcome {
  expected: PermissionCase
  decision: DecisionWord
  /** Of the rule that decided; null when a default did. */
  rule: string | null
  reason: string
  /** What is not as expected, one sentence; absent when all is. */
  failure?: string
}
