import type { StopReason } from '../core/event.ts'
import type { DecisionWord } from '../core/rule.ts'
import type { ToolOutcome } from '../core/tool.ts'
import { APPROVAL_REQUIRED } from '../loop/nested-call.ts'

/** How `run` ends the process (README, "Exit codes"). */
export const EXIT_OF_STOP: Record<StopReason, number> = {
  end_turn: 0,
  max_turns: 1,
  error: 1,
  denied: 1,
  pending: 3,
  aborted: 130,
}

/** How `call` ends the process. */
export function exitOfOutcome(outcome: ToolOutcome): number {
  if (outcome.kind === 'ok') return 0
  if (outcome.kind !== 'denied') return 1
  return outcome.reason === APPROVAL_REQUIRED ? 3 : 4
}

/** How `call --repeat` ends: as the worst of its calls, a refusal before a failure. */
export function exitOfOutcomes(outcomes: readonly ToolOutcome[]): number {
  return Math.max(0, ...outcomes.map(exitOfOutcome))
}

/** What a decision is as an exit code. */
export const EXIT_OF_DECISION: Record<DecisionWord, number> = { allow: 0, ask: 3, deny: 4 }
